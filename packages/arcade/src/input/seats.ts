// Which device plays which of this machine's players.
import type { PlayerHandle } from '@lite-rollback/core';

/** A set of keys, a gamepad, a touch pad: 'keys 0', 'gamepad 1', 'touch'. */
export type DeviceName = string;

/**
 * The seats of this machine: one for each player here, so nobody can claim a player of another machine. With one seat
 * every device plays it. With several, a device claims one with its first press, and keeps it for the matches that
 * follow.
 */
export interface Seats {
  /** A match has begun, or none is on: the players at this machine, in order. */
  fill(localHandles: readonly PlayerHandle[]): void;
  /** What `device` plays, or −1. */
  handleOf(device: DeviceName): PlayerHandle;
  /**
   * A button of `device` went down. True: it has a seat, and the press is the game's. False: the press claimed a seat,
   * or found none free; either way it is not to act. `home` is the seat that a set of keys is printed for: it is
   * claimed if it is free, else the lowest free one.
   */
  press(device: DeviceName, home?: number): boolean;
  /** A device that is bound to a player, as a touch pad is: it takes the seat, unless another device has it. */
  take(device: DeviceName, handle: PlayerHandle): void;
  /** The device is gone. */
  leave(device: DeviceName): void;
  /** Who has claimed the seat of `handle`; where one plays here with every device, the one that was used last. */
  ownerOf(handle: PlayerHandle): DeviceName | undefined;
}

/** `onChange` is told after each claim, each leave, and each change of device. */
export function createSeats(onChange: () => void = () => {}): Seats {
  const owners: (DeviceName | undefined)[] = [];
  let handles: readonly PlayerHandle[] = [];
  /** Of a machine with one seat, which nobody has to claim. */
  let latest: DeviceName | undefined;

  function use(device: DeviceName | undefined): void {
    if (latest === device) return;
    latest = device;
    onChange();
  }
  function claim(device: DeviceName, seat: number): void {
    owners[seat] = device;
    onChange();
  }
  const isFree = (seat: number): boolean => seat < handles.length && owners[seat] === undefined;

  return {
    fill(localHandles) {
      handles = [...localHandles];
    },
    handleOf(device) {
      if (handles.length === 1) return handles[0] ?? -1;
      const seat = owners.indexOf(device);
      return seat < 0 ? -1 : (handles[seat] ?? -1);
    },
    press(device, home) {
      if (handles.length === 1) {
        use(device);
        return true;
      }
      if (owners.includes(device)) return owners.indexOf(device) < handles.length;
      const lowest = handles.findIndex((_, seat) => isFree(seat));
      const seat = home !== undefined && isFree(home) ? home : lowest;
      if (seat >= 0) claim(device, seat);
      return false;
    },
    take(device, handle) {
      const seat = handles.indexOf(handle);
      if (handles.length === 1) use(device);
      else if (isFree(seat)) claim(`${device} ${seat}`, seat);
    },
    leave(device) {
      if (latest === device) use(undefined);
      const seat = owners.indexOf(device);
      if (seat < 0) return;
      owners[seat] = undefined;
      onChange();
    },
    ownerOf(handle) {
      const seat = handles.indexOf(handle);
      if (seat < 0) return undefined;
      return handles.length === 1 ? latest : owners[seat];
    },
  };
}

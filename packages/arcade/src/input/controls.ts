// What each player presses, in words, for whoever shows it.
import type { PlayerHandle } from '@lite-rollback/core';
import { codeIn, keyName, type Bindings } from './bindings.js';
import type { KeyMap } from './keyboard.js';
import type { Seats } from './seats.js';

/** What a player presses, for a picture that shows it. */
export interface Controls {
  /**
   * 'keys' also for a seat that nobody has claimed yet: its own keys claim it. 'elsewhere': played at another machine,
   * by a replay or by nobody.
   */
  readonly device: 'keys' | 'gamepad' | 'touch' | 'elsewhere';
  /**
   * The key that holds down exactly `bits`, as a US keyboard has it: "W", "↑", "Left Shift". '' where there is none,
   * and for every other device.
   */
  key(bits: number): string;
}

/** Of a player who has the keys of one map, which is asked for anew each time. */
export const keyControls = (map: () => KeyMap): Controls => ({
  device: 'keys',
  key(bits) {
    const code = codeIn(map(), bits);
    return code === '' ? '' : keyName(code);
  },
});

const noKey = (): string => '';
/** Of a player whom nobody plays here. */
export const ELSEWHERE: Controls = { device: 'elsewhere', key: noKey };
const BY_GAMEPAD: Controls = { device: 'gamepad', key: noKey };
const BY_TOUCH: Controls = { device: 'touch', key: noKey };

export interface ControlsSurroundings {
  seats: Seats;
  bindings: Bindings;
  /** The players at this machine. */
  localHandles: () => readonly PlayerHandle[];
  /** Whether the screen shows touch pads. */
  touch: () => boolean;
}

/** The controls of any handle, as they are now: asked for with every picture. */
export function createControls({
  bindings,
  localHandles,
  seats,
  touch,
}: ControlsSurroundings): (handle: PlayerHandle) => Controls {
  const byKeys = bindings.maps.map((_, set) => keyControls(() => bindings.maps[set] ?? {}));
  return (handle) => {
    const seat = localHandles().indexOf(handle);
    if (seat < 0) return ELSEWHERE;
    const device = seats.ownerOf(handle);
    if (device?.startsWith('gamepad') === true) return BY_GAMEPAD;
    if (device?.startsWith('keys') === true) return byKeys[Number(device.slice('keys '.length))] ?? ELSEWHERE;
    if (device !== undefined || touch()) return BY_TOUCH;
    return byKeys[homeKeys(localHandles(), handle, byKeys.length)] ?? ELSEWHERE;
  };
}

/**
 * Which of `sets` sets of keys is printed for a player of this machine: that of the seat. Alone at a machine, where all
 * of them play, the one that is the player's own where everybody shares a keyboard.
 */
export function homeKeys(localHandles: readonly PlayerHandle[], handle: PlayerHandle, sets: number): number {
  const own = localHandles.length === 1 ? handle : localHandles.indexOf(handle);
  return own < sets ? own : 0;
}

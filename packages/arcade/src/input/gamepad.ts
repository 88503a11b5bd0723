// Gamepads, read once a beat.
import type { PlayerHandle } from '@lite-rollback/core';
import type { Buttons } from './buttons.js';
import type { DeviceName } from './seats.js';

/**
 * Which input bits a gamepad holds down. The left stick and the cross both are directions; `buttons` goes by index of
 * the standard mapping.
 */
export interface GamepadMap {
  readonly left?: number;
  readonly right?: number;
  readonly up?: number;
  readonly down?: number;
  readonly buttons?: Readonly<Record<number, number>>;
}

/** What this reads of a Gamepad. */
export interface GamepadLike {
  readonly index: number;
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

/**
 * A stick counts as tilted beyond the first, −1 … 1, and as back within the second. A worn stick at rest reads up to
 * 0.2; the room between the two keeps a hand that holds it near one of them from pressing sixty times a second.
 */
export const TILT_ON = 0.5;
export const TILT_OFF = 0.35;

/** The cross and the start button in the standard mapping, https://www.w3.org/TR/gamepad/#remapping. */
const CROSS = { up: 12, down: 13, left: 14, right: 15 } as const;
const START = 9;

/** −1, 0 or 1 for a stick's axis: an integer before anything of a game sees it. `before` is what it gave last. */
export function quantise(value: number | undefined, before: number): number {
  if (value === undefined || !Number.isFinite(value)) return 0;
  const limit = before !== 0 && Math.sign(value) === before ? TILT_OFF : TILT_ON;
  return Math.abs(value) > limit ? Math.sign(value) : 0;
}

export interface GamepadOptions {
  buttons: Buttons;
  map: GamepadMap;
  /** All slots, as navigator.getGamepads gives them. */
  read: () => readonly (GamepadLike | null)[];
  /** False while the page is not in front or a menu is up: then nothing is held. */
  active: () => boolean;
  handleOf: (device: DeviceName) => PlayerHandle;
  /** A first button went down: whether the press is the game's. */
  press: (device: DeviceName) => boolean;
  leave: (device: DeviceName) => void;
  onStart: () => void;
}

export interface Gamepads {
  /** Before the tick. */
  poll(): void;
  releaseAll(): void;
}

interface Known {
  x: number;
  y: number;
  bits: number;
  start: boolean;
  /** Its press claimed a seat: nothing acts until all is let go. */
  spent: boolean;
}

export function createGamepads(options: GamepadOptions): Gamepads {
  const { buttons, map } = options;
  const known = new Map<number, Known>();
  const held = new Map<PlayerHandle, number>();

  function bitsOf(pad: GamepadLike, state: Known): number {
    state.x = quantise(pad.axes[0], state.x);
    state.y = quantise(pad.axes[1], state.y);
    const down = (index: number): boolean => pad.buttons[index]?.pressed === true;
    let bits = 0;
    if (state.x < 0 || down(CROSS.left)) bits |= map.left ?? 0;
    if (state.x > 0 || down(CROSS.right)) bits |= map.right ?? 0;
    if (state.y < 0 || down(CROSS.up)) bits |= map.up ?? 0;
    if (state.y > 0 || down(CROSS.down)) bits |= map.down ?? 0;
    for (const [index, mask] of Object.entries(map.buttons ?? {})) if (down(Number(index))) bits |= mask;
    return bits >>> 0;
  }

  function readPad(pad: GamepadLike): void {
    const device = `gamepad ${pad.index}`;
    const state = known.get(pad.index) ?? { x: 0, y: 0, bits: 0, start: false, spent: false };
    known.set(pad.index, state);
    const bits = bitsOf(pad, state);
    const start = pad.buttons[START]?.pressed === true;
    if (start && !state.start) options.onStart();
    state.start = start;
    const fresh = bits !== 0 && state.bits === 0;
    state.bits = bits;
    if (!options.active()) {
      // What is held while a menu goes away was not meant for the game.
      state.spent = bits !== 0;
      return;
    }
    if (bits === 0) state.spent = false;
    else if (fresh && !options.press(device)) state.spent = true;
    const handle = options.handleOf(device);
    if (handle >= 0 && !state.spent) held.set(handle, (held.get(handle) ?? 0) | bits);
  }

  return {
    poll() {
      for (const handle of held.keys()) held.set(handle, 0);
      const present = new Set<number>();
      for (const pad of options.read()) {
        if (pad === null || !pad.connected) continue;
        present.add(pad.index);
        readPad(pad);
      }
      for (const index of known.keys()) {
        if (present.has(index)) continue;
        known.delete(index);
        options.leave(`gamepad ${index}`);
      }
      for (const [handle, mask] of held) buttons.hold('gamepad', handle, mask);
    },
    releaseAll() {
      held.clear();
      buttons.releaseAll('gamepad');
      for (const state of known.values()) state.spent = state.bits !== 0;
    },
  };
}

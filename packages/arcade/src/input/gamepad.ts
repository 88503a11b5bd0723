// Gamepads, read once a beat. They play while the game has the input, and work the screens while those have it.
import type { PlayerHandle } from '@lite-rollback/core';
import type { Buttons } from './buttons.js';
import type { PadBindings, PadKind } from './pad-bindings.js';
import { createPadReading, type GamepadLike, type PadControl, type PadReading } from './pad-control.js';
import type { PadMenu } from './pad-menu.js';
import type { DeviceName } from './seats.js';

/** Start in the standard mapping, and on most pads without one. */
const START: PadControl = 'button 9';

export interface GamepadOptions {
  buttons: Buttons;
  bindings: PadBindings;
  /** All slots, as navigator.getGamepads gives them. */
  read: () => readonly (GamepadLike | null)[];
  /** Who has the input now. 'nobody' while the page is not in front. */
  focus: () => 'game' | 'screen' | 'nobody';
  handleOf: (device: DeviceName) => PlayerHandle;
  /** A first button went down: whether the press is the game's. */
  press: (device: DeviceName) => boolean;
  leave: (device: DeviceName) => void;
  menu: PadMenu;
  onStart: () => void;
}

export interface Gamepads {
  /** Before the tick. */
  poll(nowMs: number): void;
  releaseAll(): void;
  /** The kinds of gamepads that are connected, each once. */
  kinds(): PadKind[];
  /**
   * Tells the next control that goes down on a pad of this kind, and of which nobody else is told. Returns what calls it
   * off.
   */
  next(kind: PadKind, tell: (control: PadControl) => void): () => void;
}

interface Known {
  readonly reading: PadReading;
  kind: PadKind;
  bits: number;
  start: boolean;
  /** Its press was used up: nothing acts until all is let go. */
  spent: boolean;
}

interface Awaited {
  readonly id: string;
  /** By index of the pad: what was down when it began, a trigger at rest for example. */
  readonly before: Map<number, readonly PadControl[]>;
  readonly tell: (control: PadControl) => void;
}

export function createGamepads(options: GamepadOptions): Gamepads {
  const { bindings, buttons, menu } = options;
  const known = new Map<number, Known>();
  const held = new Map<PlayerHandle, number>();
  let awaited: Awaited | undefined;

  function bitsOf({ kind, reading }: Known): number {
    let bits = 0;
    for (const binding of bindings.of(kind)) if (reading.holds(binding.control)) bits |= binding.bits;
    return bits >>> 0;
  }

  /** True while someone waits for a control of this pad: it does nothing else then. */
  function answer(index: number, pad: Known): boolean {
    if (awaited === undefined || awaited.id !== pad.kind.id) return false;
    const before = awaited.before.get(index);
    const down = pad.reading.held();
    const [control] = before === undefined ? [] : down.filter((each) => !before.includes(each));
    // What has been let go of may be pressed: only what is down all the time does not count.
    awaited.before.set(index, before?.filter((each) => down.includes(each)) ?? down);
    if (control === undefined) return true;
    const { tell } = awaited;
    awaited = undefined;
    tell(control);
    return true;
  }

  function play(device: DeviceName, pad: Known, bits: number): void {
    const fresh = bits !== 0 && pad.bits === 0;
    if (bits === 0) pad.spent = false;
    else if (fresh && !options.press(device)) pad.spent = true;
    const handle = options.handleOf(device);
    if (handle >= 0 && !pad.spent) held.set(handle, (held.get(handle) ?? 0) | bits);
  }

  function readPad(raw: GamepadLike, nowMs: number): void {
    const { id, index, mapping } = raw;
    const pad = known.get(index) ?? {
      reading: createPadReading(),
      kind: { id, mapping },
      bits: 0,
      start: false,
      spent: false,
    };
    known.set(index, pad);
    pad.kind = { id, mapping };
    pad.reading.update(raw);
    const bits = bitsOf(pad);
    const start = pad.reading.holds(START);
    const focus = options.focus();
    const answered = answer(index, pad);
    if (focus === 'game' && !answered) play(`gamepad ${index}`, pad, bits);
    // What is held while a screen goes away was not meant for the game.
    else pad.spent = bits !== 0;
    if (focus === 'screen') menu.read(index, answered ? undefined : pad.reading, nowMs);
    else menu.leave(index);
    // A start that is bound to something is no pause.
    const isFree = !bindings.of(pad.kind).some(({ control }) => control === START);
    if (start && !pad.start && isFree && !answered && focus !== 'nobody') options.onStart();
    pad.start = start;
    pad.bits = bits;
  }

  return {
    poll(nowMs) {
      for (const handle of held.keys()) held.set(handle, 0);
      const present = new Set<number>();
      for (const pad of options.read()) {
        if (pad === null || !pad.connected) continue;
        present.add(pad.index);
        readPad(pad, nowMs);
      }
      for (const index of known.keys()) {
        if (present.has(index)) continue;
        known.delete(index);
        menu.leave(index);
        options.leave(`gamepad ${index}`);
      }
      for (const [handle, mask] of held) buttons.hold('gamepad', handle, mask);
    },
    releaseAll() {
      held.clear();
      buttons.releaseAll('gamepad');
      for (const pad of known.values()) pad.spent = pad.bits !== 0;
    },
    kinds() {
      const kinds = new Map<string, PadKind>();
      for (const { kind } of known.values()) kinds.set(kind.id, kind);
      return [...kinds.values()];
    },
    next(kind, tell) {
      const begun: Awaited = { id: kind.id, before: new Map(), tell };
      for (const [index, pad] of known) if (pad.kind.id === kind.id) begun.before.set(index, pad.reading.held());
      awaited = begun;
      return () => {
        if (awaited === begun) awaited = undefined;
      };
    },
  };
}

// What is held down right now, on this machine, gathered from every device for the next tick.
import { createEmitter, type PlayerHandle } from '@lite-rollback/core';
import { report } from '../browser/report.js';

/** Who presses. Each releases only what it pressed itself. */
export type ButtonSource = 'keyboard' | 'gamepad' | 'touch' | 'script' | 'rival';
const SOURCES: readonly ButtonSource[] = ['keyboard', 'gamepad', 'touch', 'script', 'rival'];

/** Who holds what down, from every source at once, for one tick to sample. */
export interface Buttons {
  /** Everything that `source` holds for `handle`, as a bit mask (taken `>>> 0`). Replaces what it held before. */
  hold(source: ButtonSource, handle: PlayerHandle, mask: number): void;
  held(source: ButtonSource, handle: PlayerHandle): number;
  /** Lets go of everything `source` holds, and forgets what it tapped since the last tick. */
  releaseAll(source: ButtonSource): void;
  /** The bits of the next tick: held now, or tapped since the last `taken()`. */
  sample(handle: PlayerHandle): number;
  /** The samples have become a frame's input: taps are spent. */
  taken(): void;
  /** Calls `handler` with the bits that go down for `handle`, as they do. Returns the unsubscribe. */
  onPress(handler: (handle: PlayerHandle, bits: number, source: ButtonSource) => void): () => void;
}

/** @throws RangeError for a handle outside 0 … numPlayers-1, TypeError for one that is no integer. */
export function createButtons(numPlayers: number): Buttons {
  const down = new Map(SOURCES.map((source) => [source, new Uint32Array(numPlayers)]));
  // A key that went down and up again between two ticks would otherwise never have been pressed.
  const tapped = new Map(SOURCES.map((source) => [source, new Uint32Array(numPlayers)]));

  function row(rows: Map<ButtonSource, Uint32Array>, source: ButtonSource): Uint32Array {
    const found = rows.get(source);
    if (found === undefined) throw new TypeError(`unknown source of buttons: ${source}`);
    return found;
  }

  function assertHandle(handle: PlayerHandle): void {
    if (!Number.isInteger(handle)) throw new TypeError(`handle must be an integer, got ${handle}`);
    if (handle < 0 || handle >= numPlayers)
      throw new RangeError(`handle must be in 0 … ${numPlayers - 1}, got ${handle}`);
  }

  const { emit, on } = createEmitter<{ press: { handle: PlayerHandle; bits: number; source: ButtonSource } }>(report);

  return Object.freeze({
    hold(source, handle, mask) {
      assertHandle(handle);
      const held = row(down, source);
      const taps = row(tapped, source);
      const fresh = mask & ~(held[handle] ?? 0);
      held[handle] = mask;
      taps[handle] = (taps[handle] ?? 0) | fresh;
      if (fresh !== 0) emit('press', { handle, bits: fresh >>> 0, source });
    },
    held(source, handle) {
      assertHandle(handle);
      return row(down, source)[handle] ?? 0;
    },
    releaseAll(source) {
      row(down, source).fill(0);
      row(tapped, source).fill(0);
    },
    sample(handle) {
      assertHandle(handle);
      let bits = 0;
      for (let i = 0; i < SOURCES.length; i++) {
        const source = SOURCES[i] ?? 'script';
        bits |= (row(down, source)[handle] ?? 0) | (row(tapped, source)[handle] ?? 0);
      }
      return bits >>> 0;
    },
    taken() {
      for (let i = 0; i < SOURCES.length; i++) row(tapped, SOURCES[i] ?? 'script').fill(0);
    },
    onPress: (handler) => on('press', ({ bits, handle, source }) => handler(handle, bits, source)),
  } satisfies Buttons);
}

// A rewind check with nothing but the sim: every frame go back `distance` frames, play them again, compare.
import { type State, STATE_LENGTH } from '../src/sim/layout.js';
import { beginMatch, step } from '../src/sim/step.js';

/** The first frame and cell that a replay changes, in words; null when there is none. `inputs`: left nibble | right nibble << 4, a frame each. */
export function rewindFault(seed: number, inputs: Uint8Array, distance: number): string | null {
  const live: State = new Int32Array(STATE_LENGTH);
  beginMatch(live, seed);
  const past: State[] = [];
  for (let frame = 0; frame < inputs.length; frame++) {
    past.push(live.slice());
    play(live, inputs, frame);
    const from = frame + 1 - distance;
    if (from < 0) continue;
    const again = past[from]?.slice() ?? live;
    for (let f = from; f <= frame; f++) play(again, inputs, f);
    const cell = live.findIndex((value, at) => value !== again[at]);
    if (cell >= 0) return `frame ${frame}, cell ${cell}: ${live[cell]} became ${again[cell]}`;
  }
  return null;
}

function play(state: State, inputs: Uint8Array, frame: number): void {
  const nibbles = inputs[frame] ?? 0;
  step(state, nibbles & 15, nibbles >> 4);
}

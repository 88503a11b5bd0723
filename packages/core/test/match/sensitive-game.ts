// A game that forgives nothing: every bit of every input changes the state for good, so two machines agree only if they
// used the same inputs.
import type { FieldViews, Game } from '../../src/index.js';

/** Four element sizes, the smallest first, odd lengths: a wrong alignment would show. */
export const FIELDS = {
  trace: { type: Uint8Array, length: 5 },
  recent: { type: Int16Array, length: 3 },
  lanes: { type: Uint32Array, length: 4 },
  tally: { type: Int32Array, length: 3 },
  wide: { type: Float64Array, length: 2 },
} as const;
export type Fields = typeof FIELDS;
export type Views = FieldViews<Fields>;

// What `tally` counts.
export const FRAMES = 0;
/** Now and then, by chance of the inputs: a script counts what it reached. */
export const HITS = 1;
/** Frames in which any input was not neutral. */
export const ACTIVE = 2;

export interface SensitiveOptions {
  id?: string;
  numPlayers?: number;
  inputWords?: number;
  hz?: number;
  /** The game is over with so many hits. */
  overAtHits?: number;
  /** The game is over after so many frames. */
  overAtFrames?: number;
}

const stir = (lane: number, value: number): number => {
  let h = Math.imul(lane ^ value, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
};

export function simulate(fields: Views, inputs: Uint32Array, frame: number): void {
  const { trace, recent, lanes, tally, wide } = fields;
  let a = lanes[0]!;
  let b = lanes[1]!;
  let active = 0;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i]!;
    active |= input;
    // Two lanes: a change that one of them swallowed by chance would have to fool the other as well.
    a = stir(a, input + i);
    b = stir((b << 7) | (b >>> 25), input ^ a);
  }
  lanes[0] = stir(a, frame);
  lanes[1] = b;
  lanes[2] = lanes[2]! + (inputs[0]! >>> 0);
  lanes[3] = frame;
  tally[FRAMES]!++;
  if (active) tally[ACTIVE]!++;
  if (b % 29 === 0) tally[HITS]!++;
  wide[0] = wide[0]! * 0.5 + (b >>> 9);
  wide[1] = wide[1]! + (a & 1023) / 4;
  recent[frame % 3] = a;
  trace[(a >>> 3) % 5]! += 1 + (b & 3);
}

export function sensitiveGame(options: SensitiveOptions = {}): Game<Fields> {
  const { id = 'sensitive/1', numPlayers = 2, inputWords = 1, hz = 60, overAtHits, overAtFrames } = options;
  return {
    id,
    fields: FIELDS,
    numPlayers,
    inputWords,
    hz,
    init(fields, seed) {
      fields.lanes[0] = seed;
      fields.lanes[1] = stir(seed, 1);
    },
    simulate,
    ...(overAtHits !== undefined && { isOver: (fields: Views) => fields.tally[HITS]! >= overAtHits }),
    ...(overAtFrames !== undefined && { isOver: (fields: Views) => fields.tally[FRAMES]! >= overAtFrames }),
  };
}

import { ByteWriter } from './byte-writer.js';
import { bodyOf } from './seals.js';

export const SNAPSHOT = 0;
export const EVIDENCE = 1;
export const FOLLOW = 2;
export const READY = 3;
export const LISTEN = 4;

export interface Pull {
  readonly kind: number;
  readonly frame: number;
  readonly first: number;
  /** Four words: which pieces after the first missing one are there. */
  readonly there: readonly number[];
  readonly wanted: number;
  readonly checksum: number;
}

export const NOTHING: Pull = { kind: SNAPSHOT, frame: -1, first: 0, there: [0, 0, 0, 0], wanted: 128, checksum: 0 };

export const writePull = ({ kind, frame, first, there, wanted, checksum }: Pull): number[] =>
  new ByteWriter()
    .number(kind)
    .signed(frame)
    .numbers([first, ...there, wanted, checksum]).bytes;

export function readPull(packet: Uint8Array): Pull | undefined {
  const body = bodyOf(packet);
  const pull = { kind: body.number(), frame: body.signed(), first: body.number(), there: body.numbers(4) };
  const rest = { wanted: body.number(), checksum: body.number() };
  return body.isSound && body.left === 0 ? { ...pull, ...rest } : undefined;
}

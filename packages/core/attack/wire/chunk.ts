import { ByteWriter } from './byte-writer.js';
import { bodyOf } from './seals.js';

export interface Chunk {
  readonly kind: number;
  readonly frame: number;
  readonly pieceBytes: number;
  readonly index: number;
  readonly piece: Iterable<number>;
}

export const writeChunk = ({ kind, frame, pieceBytes, index, piece }: Chunk): number[] =>
  new ByteWriter().number(kind).signed(frame).number(pieceBytes).number(index).raw(piece).bytes;

export function readChunk(packet: Uint8Array): Chunk & { piece: Uint8Array } {
  const body = bodyOf(packet);
  const head = { kind: body.number(), frame: body.signed(), pieceBytes: body.number(), index: body.number() };
  return { ...head, piece: body.rest() };
}

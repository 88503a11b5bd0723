import { ByteWriter } from './byte-writer.js';

/** An ENTER: from which frame on the receiver's inputs are its own. */
export const writeEnter = (frame: number, view: number, out: number): number[] =>
  new ByteWriter().numbers([frame, view, out]).bytes;

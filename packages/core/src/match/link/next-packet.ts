import { SEALED_HEADER } from '../../wire/limits.js';
import { BYE, PLAY } from '../../wire/messages.js';
import type { Link } from './link.js';

/** True for the types of packet that belong to a match that runs. */
export const isOfPlay = (type: number): boolean => type === PLAY || type === BYE;

/** Moves on to the next packet of a link, and to its body. False if there is none. */
export function nextPacket({ queue }: Link): boolean {
  if (!queue.next()) return false;
  queue.reader.at = queue.start + SEALED_HEADER;
  return true;
}

import { ByteWriter } from './byte-writer.js';
import { derive, type Key } from './half-sip-hash.js';

const VERIFIES = 0x7469636b;

export interface Ticket {
  readonly token: number;
  readonly node: number;
  readonly secret: Key;
}

export function readTicket(text: string): Ticket {
  const [token = 0, node = 0, low = 0, high = 0] = text.split('.').map((part) => parseInt(part, 36) >>> 0);
  return { token, node, secret: { low: low | 0, high: high | 0 } };
}

export const writeTicket = ({ token, node, secret: { low, high } }: Ticket): string =>
  [token, node, low, high].map((part) => (part >>> 0).toString(36)).join('.');

/** What the owner of a secret gives to the machine of node `n`. */
export const verifierFor = (secret: Key, n: number): Key => derive(secret, n, VERIFIES);

/** The body of a CLAIM. */
export const writeClaim = (node: number, verifier: Key, link: Key): number[] =>
  new ByteWriter().number(node).key(derive(verifier, link.low, link.high)).bytes;

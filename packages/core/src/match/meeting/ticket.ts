import { deriveKey, type Key } from '../../wire/sip-hash.js';

// A ticket is four numbers in base 36: the match's token, the seat's node, and the owner's secret. Each other machine
// of the match has a verifier, which the owner derived from the secret for it alone. Whoever comes back shows each of
// them that it knows the verifier, and none learns what the others have.

const RADIX = 36;

export interface Ticket {
  readonly token: number;
  readonly node: number;
  readonly secret: Key;
}

export const writeTicket = ({ token, node, secret }: Ticket): string =>
  [token, node, secret.low, secret.high].map((part) => (part >>> 0).toString(RADIX)).join('.');

/** Of text that is no ticket, numbers that no match has. */
export function readTicket(text: string): Ticket {
  const parts = text.split('.');
  const [token = 0, node = 0, low = 0, high = 0] = parts.map((part) => parseInt(part.slice(0, 8), RADIX) | 0);
  return { token, node, secret: { low, high } };
}

/** What the machine of seat `node` keeps, to know the owner of `secret` again. */
export const verifierFor = (secret: Key, node: number): Key => deriveKey(secret, node, 0x7469636b);

/** Shows over the link with key `link` that its sender knows `verifier`. */
export const proofOf = (verifier: Key, link: Key): Key => deriveKey(verifier, link.low, link.high);

export const isSameKey = (a: Key, b: Key): boolean => a.low === b.low && a.high === b.high;

import type { Key } from '../../wire/sip-hash.js';
import { readTicket, type Ticket } from './ticket.js';

/** Who this machine is in one match. Made once, when the match is created. */
export interface Identity {
  /** Random, never 0: 0 stands for "nobody" on the wire. */
  readonly node: number;
  /** Random: our share of the match's seed, and what a refusal of us repeats. */
  readonly nonce: number;
  /** Random: halves of link keys are derived from it. */
  readonly secret: Key;
  /** By its secret the others know us again. With a ticket it is the ticket's. */
  readonly ticket: Ticket;
}

export function createIdentity(random: () => number, ticketText: string): Identity {
  const node = random() >>> 0 || 1;
  const nonce = random() >>> 0;
  const secret = { low: random() | 0, high: random() | 0 };
  const ticket = readTicket(ticketText);
  const owner = { low: random() | 0, high: random() | 0 };
  return { node, nonce, secret, ticket: ticketText ? ticket : { token: 0, node: 0, secret: owner } };
}

import { CLAIM } from '../../wire/messages.js';
import type { Link } from '../link/link.js';
import type { Outbox } from '../outbox.js';
import { proofOf, verifierFor, type Ticket } from './ticket.js';

/** Shows to a machine of the match that a ticket is for that we are its owner. To others it means nothing. */
export function sendClaim(outbox: Outbox, link: Link, { node, secret }: Ticket): void {
  const proof = proofOf(verifierFor(secret, link.node), link.key);
  outbox.startSealed(link, CLAIM);
  for (const value of [node, proof.low, proof.high]) outbox.out.put(value);
  outbox.sendSealed(link);
}

// What the cabinet says over a match that is not as it should be.
import type { FieldSpecs, PeerId } from '@lite-rollback/core';
import type { Round } from '../rooms/round.js';

/** Half a second of stalled ticks at 60 Hz: shorter stalls are felt, but gone before they can be read. */
const STALL_WORTH_SAYING = 30;

/** How the player of a machine is called, at the beginning of a sentence. */
export type NameOf = (peer: PeerId | undefined) => string;

/** One line over a match that runs, or undefined while all is well. */
export function statusLine(round: Round<FieldSpecs>, nameOf: NameOf): string | undefined {
  const { match } = round;
  if (match.state === 'syncing') return 'Found the other player. Starting…';
  if (round.pausedBy.size > 0) {
    if (round.pausedBy.has('')) return undefined; // our own pause has a screen of its own
    const hidden = [...round.pausedBy.values()].every((reason) => reason === 'hidden');
    const who = nameOf([...round.pausedBy.keys()][0]);
    if ([...round.pausedBy.values()].includes('rejoin')) return `Waiting for ${who} to come back…`;
    return hidden
      ? `Paused: ${who}’s page is asleep. It goes on when they come back.`
      : `Paused by ${who}. It goes on when they resume.`;
  }
  if (round.quiet.size > 0)
    return `Nothing heard from ${nameOf([...round.quiet.keys()][0])}. Waiting for their connection to come back…`;
  if (round.stalledTicks >= STALL_WORTH_SAYING) return 'Waiting for the other player’s moves…';
  if (round.firstDesync !== undefined) {
    return `The two games came apart at frame ${round.firstDesync.frame}. Finish for fun, then reload both pages.`;
  }
  return undefined;
}

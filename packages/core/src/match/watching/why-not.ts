import type { FieldSpecs } from '../../state/fields.js';
import type { Hello } from '../meeting/hello.js';
import type { Roster } from '../meeting/roster.js';
import type { Membership } from '../membership/membership.js';
import type { Settings } from '../options.js';
import type { Seat } from '../seat.js';
import { WATCHERS_MAX, type SpectatorHost } from './spectator-host.js';

/** The match that runs, as far as it matters to whoever comes. */
export interface RunningMatch<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  readonly roster: Roster;
  readonly membership: () => Membership<F>;
  readonly host: () => SpectatorHost<F>;
}

/**
 * Why a machine is turned away from a match that runs; '' for one that is not to be answered, undefined for one that may
 * come in.
 */
export function whyNot<F extends FieldSpecs>(
  hello: Hello,
  { onDrop, rejoinGraceMs }: Settings<F>,
  { seats, roster, membership, host }: RunningMatch<F>,
): string | undefined {
  const isHolder = hello.ticketToken === roster.token;
  const home = seats.find(({ node }) => isHolder && hello.ticketNode === (node | 0));
  if (home) {
    if (!membership().budgets.mayReturn(home)) return 'this machine has come back as often as it may';
    return onDrop === 'end' && !rejoinGraceMs ? 'a match with these options lets nobody back in' : undefined;
  }
  if (hello.players === 0) {
    return host().watchers >= WATCHERS_MAX ? `${WATCHERS_MAX} spectators watch already` : undefined;
  }
  const member = seats.find(({ node }) => node === hello.node);
  if (member) return membership().isOut(member) ? 'the match has gone on without it' : '';
  return 'the match runs already';
}

import { returnsNothing } from '../base/errors.js';
import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { Key } from '../wire/sip-hash.js';
import type { MatchContext } from './context.js';
import type { PauseReason } from './events.js';
import type { Link } from './link/link.js';
import type { Acquaintances } from './meeting/acquaintances.js';
import type { Identity } from './meeting/identity.js';
import type { Agreement, Roster } from './meeting/roster.js';
import type { MembershipStart } from './membership/membership.js';
import type { Observer } from './progress.js';
import type { Seat } from './seat.js';

/** The longest wait of a coordinator for the others: a lost proposal makes the round trip look longer than it is. */
const HOLD_MAX_MS = 500;

/** With what a machine begins to play: at the start of a match, or when it is let into its seat. */
export interface PlayingStart<F extends FieldSpecs> {
  readonly roster: Roster;
  readonly seats: readonly Seat[];
  readonly self: Seat;
  /** By seat. */
  readonly links: readonly (Link | undefined)[];
  readonly verifiers: readonly (Key | undefined)[];
  readonly acquaintances: Acquaintances<F>;
  readonly identity: Identity;
  readonly membership: MembershipStart;
  /** The last of our frames that all others hold. */
  readonly acked: Frame;
  readonly observers: readonly Observer[];
  readonly pause: PauseReason | undefined;
  /** Ticks before frame 0: whoever coordinates is the first to know that the match stands, and all begin together. */
  readonly hold: number;
}

/** Of a machine that is there from the beginning. */
export const NEVER_ENTERED: MembershipStart = { view: 0, out: 0, enteredAt: NULL_FRAME };

/** By player. */
export const delaysOf = (seats: readonly Seat[]): readonly Frame[] =>
  seats.flatMap((seat) => new Array<Frame>(seat.players).fill(seat.delay));

/** Puts the session at frame 0 of a match that was agreed on. @throws what game.init throws */
export function beginSession<F extends FieldSpecs>(
  { settings, parts }: MatchContext<F>,
  seats: readonly Seat[],
  self: Seat,
  seed: number,
): void {
  parts.session.reset();
  parts.restart(0, delaysOf(seats), self.first, parts.session.inputDelay);
  returnsNothing('init', settings.game.init?.(parts.session.fields, seed));
}

/** Ticks for which a coordinator waits: half of the time that its roster took to be backed, so that all begin together. */
export function holdTicks<F extends FieldSpecs>({ settings, clock }: MatchContext<F>, agreement: Agreement): number {
  const underwayMs = agreement.proposedAt < 0 ? 0 : (clock.time() - agreement.proposedAt) / 2;
  return Math.round((Math.min(underwayMs, HOLD_MAX_MS) * settings.hz) / 1000);
}

/** Takes the links of the seats over from the meeting, with what their machines are known again by. */
export function takeOver<F extends FieldSpecs>(
  acquaintances: Acquaintances<F>,
  links: readonly (Link | undefined)[],
): Pick<PlayingStart<F>, 'links' | 'verifiers' | 'acquaintances'> {
  const known = links.map((link) => acquaintances.all.find((one) => one.link === link));
  const verifiers = known.map((one) => one?.report?.verifier);
  for (const one of known) if (one) acquaintances.remove(one, true);
  return { links, verifiers, acquaintances };
}

import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import { isOfPlay } from '../link/next-packet.js';
import type { RosterEntry } from '../seat.js';
import type { PeerId } from '../transport.js';
import { MET_MAX, type MeetReport } from './meet-report.js';
import { isSameEntry } from './roster.js';

/** A machine that was not heard for this long has left the room. */
export const FORGET_MS = 2000;
/** A half of a key that comes for a link silent for longer begins the link anew: the other side may have closed it. */
export const HEARD_MS = 500;

/** An odd number that scatters the numbers multiplied by it: 2^32 divided by the golden ratio. */
const LOTTERY = 0x9e37_79b1;

/** A machine that we share a key with, and that has no seat. */
export interface Acquaintance {
  readonly link: Link;
  /** What it said of itself last; undefined before that, and while it turns us away. */
  report: MeetReport | undefined;
  /** Under its seal it says that it has no seat for us, or what shows that we cannot play together. */
  turnsAway: boolean;
  /** When it said so. */
  reportedAt: number;
  /** In the order in which they came. */
  readonly order: number;
  /** It has proved to be the owner of a ticket, or follows the match: strangers do not crowd it out. */
  isKept: boolean;
  /** We have no place for it: all others come first. */
  isRefused: boolean;
  /** When the link was made. */
  readonly metAt: number;
  /** How often it did not answer a proposal in time. */
  failures: number;
  /** For how long it has proposed since it was last passed over, and how often that has happened. */
  leadMs: number;
  timesLed: number;
}

/** What is held against a machine that is new. */
const BLAMELESS = { failures: 0, leadMs: 0, timesLed: 0, turnsAway: false };

/** Machines that we share a key with, one for each address. Bounded: strangers cannot make us hold more. */
export class Acquaintances<F extends FieldSpecs> {
  /** Made anew at each change: whoever goes through it keeps what there was. */
  #all: readonly Acquaintance[] = [];
  #order = 0;

  readonly #context: MatchContext<F>;

  constructor(context: MatchContext<F>) {
    this.#context = context;
  }

  get all(): readonly Acquaintance[] {
    return this.#all;
  }

  at(address: PeerId): Acquaintance | undefined {
    return this.#all.find(({ link }) => link.address === address);
  }

  /**
   * Takes a new link in. An older one at its address is closed, as a page that was loaded again has a new key; what was
   * held against it stands.
   */
  add(link: Link): Acquaintance {
    const old = this.at(link.address);
    if (old) this.remove(old);
    if (this.#all.length >= MET_MAX) this.remove(this.#least());
    const { failures, leadMs, timesLed, turnsAway } = old ?? BLAMELESS;
    const added: Acquaintance = {
      ...{ link, report: undefined, reportedAt: 0, order: this.#order++, metAt: this.#context.clock.time() },
      ...{ isKept: false, isRefused: false, failures, leadMs, timesLed, turnsAway },
    };
    this.#all = [...this.#all, added];
    return added;
  }

  /** Closes the link, unless it goes on as that of a seat. */
  remove(gone: Acquaintance, keepsLink = false): void {
    // A goodbye is said more than once.
    if (!this.#all.includes(gone)) return;
    this.#all = this.#all.filter((one) => one !== gone);
    if (!keepsLink) this.#context.links.remove(gone.link);
  }

  forgetSilent(afterMs: number): void {
    if (this.#all.length === 0) return;
    const now = this.#context.clock.time();
    for (const each of this.#all) if (now - each.link.heardAt > afterMs) this.remove(each);
  }

  /** The one that is worth least: it never sealed a packet, failed most often, or is one of many that did neither. */
  #least(): Acquaintance {
    const worth = (one: Acquaintance): number =>
      +one.link.confirmed * 4 + +one.isKept * 8 - +one.isRefused * 8 - Math.min(one.failures + one.timesLed, 3);
    const least = Math.min(...this.#all.map(worth));
    const candidates = this.#all.filter((one) => worth(one) === least);
    // Any of them, as in a lottery: were it the oldest, a flood would have everyone out before it can seal a packet.
    return candidates[(Math.imul(this.#order, LOTTERY) >>> 16) % candidates.length]!;
  }
}

/** True for what a machine says that coordinates. */
export const proposes = (report: MeetReport | undefined): boolean => report !== undefined && report.entries.length > 0;

/** Its next packet is one of play. */
export const plays = ({ link: { queue } }: Acquaintance): boolean => isOfPlay(queue.peek());

/** True if an entry of a roster says of a machine what it says of itself. */
export const isEntryOf = ({ link, report }: Acquaintance, entry: RosterEntry): boolean =>
  report !== undefined && isSameEntry(entry, { ...report, node: link.node });

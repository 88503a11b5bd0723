import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import type { Seat } from '../seat.js';

/** A seat whose owner says nothing for this long after somebody else claims it is given up. */
const CLAIM_MS = 2000;
/** What a page sent before it was loaded anew may come this much later than the new page's claim. */
const LATE_MS = 100;

/** A machine that has proved to be the owner of a seat's ticket. */
interface Claim {
  readonly link: Link;
  readonly since: number;
}

export interface ClaimsParts {
  /** When the seat's machine was heard last. */
  readonly heardAt: (seat: Seat) => number;
  readonly isOut: (seat: Seat) => boolean;
  /** True while the machine at a link is there. */
  readonly isThere: (link: Link) => boolean;
  /** The seat's machine has been silent since somebody else came in its place. */
  readonly giveUp: (seat: Seat) => void;
  /** The seat's machine lives: the claim may be that of a tab that was opened twice. */
  readonly refuse: (link: Link) => void;
}

/** Who comes in the place of a seat's machine: with its ticket, or from its address without one. */
export class Claims<F extends FieldSpecs> {
  readonly #claims = new Map<Seat, Claim>();
  /** Seats from whose address another machine said hello, and when: their page may have been loaded anew. */
  readonly #suspicions = new Map<Seat, number>();

  readonly #context: MatchContext<F>;
  readonly #parts: ClaimsParts;

  constructor(context: MatchContext<F>, parts: ClaimsParts) {
    this.#context = context;
    this.#parts = parts;
  }

  linkOf(seat: Seat): Link | undefined {
    return this.#claims.get(seat)?.link;
  }

  /** The machine at a link has proved to be the seat's owner. */
  add(seat: Seat, link: Link): void {
    if (this.linkOf(seat) !== link) this.#claims.set(seat, { link, since: this.#context.clock.time() });
  }

  remove(seat: Seat): void {
    this.#claims.delete(seat);
  }

  /** Another machine, without a ticket, is where the seat's machine was. */
  suspect(seat: Seat, link: Link): void {
    const isClaimed = [...this.#claims.values()].some((claim) => claim.link === link);
    if (!isClaimed && !this.#suspicions.has(seat)) this.#suspicions.set(seat, this.#context.clock.time());
  }

  /** Once a turn: claims to seats whose owners live are refused, seats whose owners do not answer are given up. */
  settle(): void {
    if (this.#claims.size + this.#suspicions.size === 0) return;
    for (const [seat, { link, since }] of this.#claims) {
      if (!this.#parts.isThere(link)) this.remove(seat);
      else if (!this.#parts.isOut(seat) && !this.#isSilent(seat, since)) {
        this.#parts.refuse(link);
        this.remove(seat);
      } else if (!this.#parts.isOut(seat)) this.#giveUp(seat, since);
    }
    for (const [seat, since] of this.#suspicions) {
      if (!this.#isSilent(seat, since) || this.#giveUp(seat, since)) this.#suspicions.delete(seat);
    }
  }

  #isSilent(seat: Seat, since: number): boolean {
    return this.#parts.heardAt(seat) <= since + LATE_MS;
  }

  /** True if the seat's machine has had its time to be heard. */
  #giveUp(seat: Seat, since: number): boolean {
    if (this.#context.clock.time() - since < CLAIM_MS) return false;
    this.#parts.giveUp(seat);
    return true;
  }
}

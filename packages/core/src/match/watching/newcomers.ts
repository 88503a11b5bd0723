import type { FieldSpecs } from '../../state/fields.js';
import type { Frame } from '../../base/frame.js';
import { CLAIM, GONE, HOST, INVITES, MEET, PULL, RUNNING } from '../../wire/messages.js';
import type { Key } from '../../wire/sip-hash.js';
import type { MatchContext } from '../context.js';
import type { RejectReason } from '../events.js';
import type { Link } from '../link/link.js';
import { nextPacket } from '../link/next-packet.js';
import type { Acquaintance, Acquaintances } from '../meeting/acquaintances.js';
import { introduce, type Hello, type Introduction } from '../meeting/hello.js';
import type { Identity } from '../meeting/identity.js';
import { KeyExchange } from '../meeting/key-exchange.js';
import { getMeet, reportFor, sendMeet, type MeetReport } from '../meeting/meet-report.js';
import { findMismatch, fits } from '../meeting/mismatch.js';
import { readStrangers } from '../meeting/read-strangers.js';
import { flagOf, Refusals, type Named } from '../meeting/refusals.js';
import type { Roster } from '../meeting/roster.js';
import { isSameKey, proofOf, verifierFor } from '../meeting/ticket.js';
import type { ReturningClaims } from '../membership/returning.js';
import type { Membership } from '../membership/membership.js';
import type { Seat, SeatLinks } from '../seat.js';
import { getQuestion } from '../state-transfer.js';
import type { PeerId } from '../transport.js';
import type { SpectatorHost } from './spectator-host.js';

/** Spectators that one machine takes in. Owners of a ticket are not counted: a place is kept for them. */
export const WATCHERS_MAX = 8;
/** A seat whose owner says nothing for this long after somebody else claims it is given up. */
const CLAIM_MS = 2000;

/** Addresses remembered of machines that were turned away. */
const REFUSED_MAX = 256;

/** What a page sent before it was loaded anew may come this much later than the new page's claim. */
const LATE_MS = 100;

/** A machine that has proved to be the owner of a seat's ticket. */
interface Claim {
  readonly link: Link;
  readonly since: number;
}

export interface NewcomersParts<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly seatLinks: SeatLinks;
  readonly roster: Roster;
  readonly membership: () => Membership<F>;
  readonly host: () => SpectatorHost<F>;
  readonly identity: Identity;
  readonly acquaintances: Acquaintances<F>;
  /** By seat: by what we know its owner again. */
  readonly verifiers: (Key | undefined)[];
}

/** Who comes to a running match: spectators, owners of a seat on their way back, and machines that are turned away. */
export class Newcomers<F extends FieldSpecs> implements ReturningClaims {
  readonly #keys: KeyExchange<F>;
  readonly #introduction: Introduction;
  readonly #refusals: Refusals<F>;
  readonly #claims = new Map<Seat, Claim>();
  /** Seats from whose address another machine said hello, and when: their page may have been loaded anew. */
  readonly #suspicions = new Map<Seat, number>();
  /** Nodes of seats that another machine of the same name has asked to enter: mostly their owner, loaded anew. */
  readonly #returners = new Set<number>();
  /** Addresses whose machines were turned away. */
  readonly #refused = new Set<PeerId>();
  /** Links that a seat's machine has had, by seat. */
  readonly #turns: number[];
  // Made once: a closure for each turn would be garbage.
  readonly #takeHello = (hello: Hello, from: PeerId): void => this.#readHello(hello, from);
  readonly #takeKey = (from: PeerId): void => this.#readKey(from);

  readonly #context: MatchContext<F>;
  readonly #parts: NewcomersParts<F>;

  constructor(context: MatchContext<F>, parts: NewcomersParts<F>) {
    this.#context = context;
    this.#parts = parts;

    const { identity, roster, seats } = parts;
    const flags = RUNNING | (context.settings.host ? HOST : 0);
    this.#keys = new KeyExchange(context, identity);
    this.#introduction = introduce(context.settings, identity, identity.ticket);
    const standing = { flags, token: roster.token };
    this.#refusals = new Refusals(
      context,
      this.#introduction,
      () => standing,
      () => 0,
    );
    this.#turns = seats.map(() => 1);
  }

  linkOf(seat: Seat): Link | undefined {
    return this.#claims.get(seat)?.link;
  }

  levelAt(seat: Seat): Frame {
    return this.#parts.host().levelAt(seat);
  }

  done(seat: Seat): void {
    const claim = this.#claims.get(seat);
    this.#claims.delete(seat);
    this.#turns[seat.index]!++;
    if (!claim) return;
    this.#parts.host().dismiss(claim.link);
    const acquaintance = this.#acquaintanceOf(claim.link);
    if (acquaintance) this.#parts.acquaintances.remove(acquaintance, true);
  }

  /** Reads what strangers and acquaintances have sent. */
  receive(): void {
    readStrangers(this.#context, this.#takeHello, this.#takeKey);
    for (const one of this.#parts.acquaintances.all) {
      while (nextPacket(one.link)) this.#read(one);
    }
  }

  /** Once a turn: claims to seats whose owners live are refused, seats whose owners do not answer are given up. */
  settle(): void {
    if (this.#parts.acquaintances.all.length + this.#claims.size + this.#suspicions.size === 0) return;
    this.#parts.acquaintances.forgetSilent(this.#context.settings.dropAfterMs);
    for (const [seat, claim] of this.#claims) {
      if (!this.#acquaintanceOf(claim.link)) this.#claims.delete(seat);
      else if (!this.#parts.membership().isOut(seat)) this.#probe(seat, claim);
    }
    for (const [seat, since] of this.#suspicions) {
      if (this.#hasSpokenSince(seat, since)) this.#suspicions.delete(seat);
      else if (this.#giveUpAfter(seat, since)) this.#suspicions.delete(seat);
    }
  }

  #acquaintanceOf(link: Link): Acquaintance | undefined {
    return this.#parts.acquaintances.all.find((one) => one.link === link);
  }

  #readHello(hello: Hello, from: PeerId): void {
    if (hello.node === this.#parts.identity.node || hello.refuses) return;
    const known = this.#parts.acquaintances.at(from);
    const isLinked = known?.link.node === hello.node && known.link.confirmed;
    const link = isLinked ? known.link : undefined;
    const mismatch = findMismatch(this.#introduction, hello, this.#context.settings);
    // A spectator that is linked was let in or turned away by what it said of itself over its link.
    const why = mismatch || (isLinked && hello.players === 0) ? undefined : this.#whyNot(hello);
    const isRefused = mismatch !== undefined || why !== undefined;
    if (isRefused && this.#refused.size < REFUSED_MAX) this.#refused.add(from);
    else if (!isRefused && !isLinked) this.#refused.delete(from);
    if (mismatch) {
      if (!this.#refusals.mismatch(hello, from, mismatch)) return;
      if (link) this.#report(link);
    } else if (why && !this.#refuse(hello, from, 'full', why, link)) return;
    // Whoever is turned away has a link all the same: what is not said under its seal ends nothing.
    if (isLinked || why === '') return;
    const turn = this.#turnOf(hello.node);
    if (turn > 0) this.#returners.add(hello.node);
    this.#keys.offer(from, hello, turn);
  }

  /** Why a machine is turned away; '' for one that is not to be answered, undefined for one that may come in. */
  #whyNot(hello: Hello): string | undefined {
    const { seats, roster } = this.#parts;
    const { onDrop, rejoinGraceMs } = this.#context.settings;
    const isHolder = hello.ticketToken === roster.token;
    const home = seats.find(({ node }) => isHolder && hello.ticketNode === (node | 0));
    if (home) {
      const mayReturn = this.#parts.membership().budgets.mayReturn(home);
      if (!mayReturn) return 'this machine has come back as often as it may';
      return onDrop === 'end' && !rejoinGraceMs ? 'a match with these options lets nobody back in' : undefined;
    }
    if (hello.players === 0) {
      const isFull = this.#parts.host().watchers >= WATCHERS_MAX;
      return isFull ? `${WATCHERS_MAX} spectators watch already` : undefined;
    }
    const member = seats.find(({ node }) => node === hello.node);
    if (member) return this.#parts.membership().isOut(member) ? 'the match has gone on without it' : '';
    return 'the match runs already';
  }

  #turnOf(node: number): number {
    const seat = this.#parts.seats.find((each) => each.node === node);
    return seat ? this.#turns[seat.index]! : 0;
  }

  #readKey(from: PeerId): void {
    const one = this.#keys.accept(from, this.#parts.acquaintances, (node) => {
      const turn = this.#turnOf(node);
      // A late half of a machine that plays already: its link stands.
      return turn > 0 && !this.#returners.has(node) ? undefined : turn;
    });
    if (one) one.isRefused = this.#refused.has(from);
  }

  /** False if the plain answer has to wait. What is said over a link does not: there are few of those. */
  #refuse(to: Named, address: PeerId, reason: RejectReason, detail: string, link: Link | undefined): boolean {
    if (link) this.#report(link, { flags: flagOf(reason) });
    return this.#refusals.refuse(to, address, reason, detail);
  }

  #report(link: Link, change: Partial<MeetReport> = {}): void {
    const { identity } = this.#parts;
    const own = reportFor(this.#context.settings, identity, this.#introduction, link.node);
    sendMeet(this.#context.outbox, link, { ...own, ...change });
  }

  #read(from: Acquaintance): void {
    const { reader, kind } = from.link.queue;
    const type = kind & 15;
    if (type === MEET) {
      const report = getMeet(reader);
      if (!report) return this.#context.links.drop();
      if (report.flags & GONE) {
        this.#parts.host().dismiss(from.link);
        return this.#parts.acquaintances.remove(from);
      }
      from.report = report;
      from.reportedAt = this.#context.clock.time();
      if (report.players > 0) this.#suspect(from);
      else if (fits(this.#introduction, report, this.#context.settings)) this.#welcome(from, undefined);
    } else if (type === CLAIM) this.#readClaim(from);
    else if (type === PULL) {
      const question = getQuestion(reader);
      if (question) this.#parts.host().answer(from.link, question);
      else this.#context.links.drop();
    } else this.#context.links.drop();
  }

  #seatAt(address: PeerId): Seat | undefined {
    const { seats, self, seatLinks } = this.#parts;
    return seats.find((seat) => seat !== self && seatLinks.address(seat) === address);
  }

  /** Another machine, without a ticket, is where a seat's machine was: its page may have been loaded anew. */
  #suspect({ link }: Acquaintance): void {
    const seat = this.#seatAt(link.address);
    const isClaimed = [...this.#claims.values()].some((claim) => claim.link === link);
    if (seat && !isClaimed && !this.#suspicions.has(seat)) this.#suspicions.set(seat, this.#context.clock.time());
  }

  #readClaim(from: Acquaintance): void {
    const { reader } = from.link.queue;
    const node = reader.get();
    const seat = this.#parts.seats.find((each) => each.node === node);
    const proof = { low: reader.get() | 0, high: reader.get() | 0 };
    const verifier = seat && this.#parts.verifiers[seat.index];
    if (!reader.isRead() || !verifier || !isSameKey(proof, proofOf(verifier, from.link.key))) {
      return this.#context.links.drop();
    }
    const claim = this.#claims.get(seat);
    if (claim?.link !== from.link) this.#claims.set(seat, { link: from.link, since: this.#context.clock.time() });
    this.#welcome(from, seat);
  }

  /** Tells a machine which match runs here, and lets it follow. */
  #welcome(one: Acquaintance, seat: Seat | undefined): void {
    const { link, report } = one;
    const { roster, self, identity } = this.#parts;
    const host = this.#parts.host();
    if (!seat && !host.follows(link) && host.watchers >= WATCHERS_MAX) {
      const named = { node: link.node, nonce: report?.nonce ?? 0 };
      one.isRefused = true;
      this.#refuse(named, link.address, 'full', `${WATCHERS_MAX} spectators watch already`, link);
      return;
    }
    host.admit(link, seat);
    one.isKept = true;
    const { nonce, players, delay } = self;
    this.#report(link, {
      ...{ flags: INVITES, nonce, players, delay },
      verifier: verifierFor(identity.ticket.secret, seat?.node ?? link.node),
      ...{ token: roster.token, entries: roster.entries, seat: self.index, out: this.#parts.membership().own.out },
    });
  }

  #hasSpokenSince(seat: Seat, since: number): boolean {
    return (this.#parts.seatLinks.of(seat)?.heardAt ?? 0) > since + LATE_MS;
  }

  /** A seat whose owner says anything is taken. The claim may be that of a tab that was opened twice. */
  #probe(seat: Seat, { link, since }: Claim): void {
    if (!this.#hasSpokenSince(seat, since)) {
      this.#giveUpAfter(seat, since);
      return;
    }
    const acquaintance = this.#acquaintanceOf(link)!; // settle() has looked for it.
    const named = { node: link.node, nonce: acquaintance.report?.nonce ?? 0 };
    this.#refuse(named, link.address, 'taken', 'the seat of this ticket is taken: another page plays there', link);
    this.#claims.delete(seat);
    this.#parts.host().dismiss(link);
    this.#parts.acquaintances.remove(acquaintance);
  }

  #giveUpAfter(seat: Seat, since: number): boolean {
    if (this.#context.clock.time() - since < CLAIM_MS) return false;
    this.#parts.membership().accusations.noteGone(seat, 'left');
    return true;
  }
}

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
import { Claims } from './claims.js';
import { WATCHERS_MAX, type SpectatorHost } from './spectator-host.js';
import { whyNot } from './why-not.js';

/** Addresses remembered of machines that were turned away. */
const REFUSED_MAX = 256;

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
  readonly #claims: Claims<F>;
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
    this.#claims = new Claims(context, {
      heardAt: (seat) => parts.seatLinks.of(seat)?.heardAt ?? 0,
      isOut: (seat) => parts.membership().isOut(seat),
      isThere: (link) => this.#acquaintanceOf(link) !== undefined,
      giveUp: (seat) => parts.membership().accusations.noteGone(seat, 'left'),
      refuse: (link) => this.#refuseClaim(link),
    });
  }

  linkOf(seat: Seat): Link | undefined {
    return this.#claims.linkOf(seat);
  }

  levelAt(seat: Seat): Frame {
    return this.#parts.host().levelAt(seat);
  }

  done(seat: Seat): void {
    const link = this.#claims.linkOf(seat);
    this.#claims.remove(seat);
    this.#turns[seat.index]!++;
    if (!link) return;
    this.#parts.host().dismiss(link);
    const acquaintance = this.#acquaintanceOf(link);
    if (acquaintance) this.#parts.acquaintances.remove(acquaintance, true);
  }

  /** Reads what strangers and acquaintances have sent. */
  receive(): void {
    if (this.#context.links.strangers.peek() < 0 && this.#parts.acquaintances.all.length === 0) return;
    readStrangers(this.#context, this.#takeHello, this.#takeKey);
    for (const one of this.#parts.acquaintances.all) {
      while (nextPacket(one.link)) this.#read(one);
    }
  }

  /** Once a turn: lets go of those that are silent, and looks into claims to seats. */
  settle(): void {
    this.#parts.acquaintances.forgetSilent(this.#context.settings.dropAfterMs);
    this.#claims.settle();
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
    const why =
      mismatch || (isLinked && hello.players === 0) ? undefined : whyNot(hello, this.#context.settings, this.#parts);
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
      const seat = report.players > 0 ? this.#seatAt(from.link.address) : undefined;
      if (seat) this.#claims.suspect(seat, from.link);
      if (report.players === 0 && fits(this.#introduction, report, this.#context.settings))
        this.#welcome(from, undefined);
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

  #readClaim(from: Acquaintance): void {
    const { reader } = from.link.queue;
    const node = reader.get();
    const seat = this.#parts.seats.find((each) => each.node === node);
    const proof = { low: reader.get() | 0, high: reader.get() | 0 };
    const verifier = seat && this.#parts.verifiers[seat.index];
    if (!reader.isRead() || !verifier || !isSameKey(proof, proofOf(verifier, from.link.key))) {
      return this.#context.links.drop();
    }
    this.#claims.add(seat, from.link);
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

  #refuseClaim(link: Link): void {
    const acquaintance = this.#acquaintanceOf(link)!; // Claims has asked whether it is there.
    const named = { node: link.node, nonce: acquaintance.report?.nonce ?? 0 };
    this.#refuse(named, link.address, 'taken', 'the seat of this ticket is taken: another page plays there', link);
    this.#parts.host().dismiss(link);
    this.#parts.acquaintances.remove(acquaintance);
  }
}

import type { FieldSpecs } from '../../state/fields.js';
import type { Frame } from '../../base/frame.js';
import { CLAIM, GONE, HELLO, HOST, INVITES, KEY, MEET, PULL, RUNNING } from '../../wire/messages.js';
import type { Key } from '../../wire/sip-hash.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import { nextPacket } from '../link/next-packet.js';
import { HEARD_MS, type Acquaintance, type Acquaintances } from '../meeting/acquaintances.js';
import { getHello, introduce, type Hello, type Introduction } from '../meeting/hello.js';
import type { Identity } from '../meeting/identity.js';
import { KeyExchange } from '../meeting/key-exchange.js';
import { getMeet, sendMeet } from '../meeting/meet-report.js';
import { findMismatch } from '../meeting/mismatch.js';
import { Refusals } from '../meeting/refusals.js';
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
  /** Nodes of seats whose owner, of the same name, asked to come back. */
  readonly #returners = new Set<number>();
  /** Links that a seat's machine has had, by seat. */
  readonly #turns: number[];

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
    this.#readStrangers();
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

  #readStrangers(): void {
    const { strangers } = this.#context.links;
    while (strangers.next()) {
      const { reader, sender, kind } = strangers;
      if ((kind & 15) === HELLO) {
        const hello = getHello(reader);
        if (hello) this.#readHello(hello, sender);
        else this.#context.links.drop();
      } else if ((kind & 15) === KEY) this.#readKey(sender);
    }
  }

  #readHello(hello: Hello, from: PeerId): void {
    if (hello.node === this.#parts.identity.node || hello.refuses) return;
    const mismatch = findMismatch(this.#introduction, hello, this.#context.settings);
    if (mismatch) return this.#refusals.mismatch(hello, from, mismatch);
    const known = this.#parts.acquaintances.at(from);
    const isLinked = known?.link.node === hello.node && known.link.confirmed;
    // A spectator that is linked was let in or turned away by what it said of itself over its link.
    const why = isLinked && hello.players === 0 ? undefined : this.#whyNot(hello);
    if (why === undefined && !isLinked) {
      if (this.#turnOf(hello.node) > 0) this.#returners.add(hello.node);
      this.#keys.offer(from, hello, this.#turnOf(hello.node));
    }
    if (why) this.#refusals.refuse(hello, from, 'full', why);
    // A new machine at a seat's address: a key for it shows whether it is really there.
    if (why && !isLinked && this.#seatAt(from)) this.#keys.offer(from, hello, 0);
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
    const other = this.#keys.read(this.#context.links.strangers.reader);
    if (!other) return this.#context.links.drop();
    const turn = this.#turnOf(other.node);
    // A late half of a machine that plays already: its link stands.
    if (turn > 0 && !this.#returners.has(other.node)) return;
    const key = this.#keys.keyOf(from, other, turn);
    const known = this.#parts.acquaintances.at(from);
    // Anybody may send a KEY that names this address: a link that is heard is not given up for it.
    if (known && this.#isHeard(known.link) && (known.link.confirmed || isSameKey(known.link.key, key))) return;
    this.#keys.offer(from, other, turn);
    this.#parts.acquaintances.add(this.#keys.open(from, other.node, key));
  }

  #isHeard(link: Link): boolean {
    return this.#context.clock.time() - link.heardAt < HEARD_MS;
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
      if (report.players === 0) this.#welcome(from, undefined);
      else this.#suspect(from);
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
    const { link } = one;
    const { roster, self, identity } = this.#parts;
    if (!seat && !this.#parts.host().follows(link) && this.#parts.host().watchers >= WATCHERS_MAX) {
      const report = this.#acquaintanceOf(link)?.report;
      const nonce = report?.nonce ?? 0;
      return this.#refusals.refuse(
        { node: link.node, nonce },
        link.address,
        'full',
        `${WATCHERS_MAX} spectators watch already`,
      );
    }
    this.#parts.host().admit(link, seat);
    one.isKept = true;
    const { nonce, players, delay } = self;
    sendMeet(this.#context.outbox, link, {
      flags: INVITES,
      host: this.#context.settings.host,
      nonce,
      players,
      delay,
      verifier: verifierFor(identity.ticket.secret, seat?.node ?? link.node),
      met: [],
      token: roster.token,
      entries: roster.entries,
      seat: self.index,
      out: this.#parts.membership().own.out,
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
    this.#refusals.refuse(named, link.address, 'taken', 'the seat of this ticket is taken: another page plays there');
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

import type { FieldSpecs } from '../../state/fields.js';
import { FULL, GONE, HOST, INVITES, MEET, TAKEN } from '../../wire/messages.js';
import { SEATS_MAX } from '../../wire/limits.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import { isOfPlay, nextPacket } from '../link/next-packet.js';
import type { PeerId } from '../transport.js';
import { Acquaintances, FORGET_MS, type Acquaintance } from './acquaintances.js';
import { sendClaim } from './claim.js';
import { Coordination } from './coordination.js';
import { introduce, putHello, type Hello, type Introduction } from './hello.js';
import type { Identity } from './identity.js';
import { Invitations, type Invitation } from './invitations.js';
import { KeyExchange } from './key-exchange.js';
import { getMeet, MET_MAX, reportFor, sendMeet } from './meet-report.js';
import { findMismatch, fits } from './mismatch.js';
import { readStrangers } from './read-strangers.js';
import { Refusals } from './refusals.js';
import type { Agreement } from './roster.js';

/** How often a machine says hello. Half the channels measured lost the first five messages. */
const HELLO_MS = 100;
/** At first it does so in every turn, so that whoever is there already is heard at once, even on a bad line. */
const FIRST_HELLO_MS = 15;
const FIRST_HELLOS = 15;
/** The same for one that follows a match. */
const GREET_MS = 500;
/** A roster that is proposed or backed is said again at this pace, until all have it. */
const URGENT_MS = 50;

/** What comes of a meeting: a match to begin, or one that runs and that we may follow. */
export type MeetingOutcome =
  | { readonly kind: 'begin'; readonly agreement: Agreement }
  | { readonly kind: 'follow'; readonly invitation: Invitation };

/** A machine that is there before the match, for people to see. */
export interface PresentMachine {
  readonly peer: PeerId;
  /** Players there; 0 is a spectator. */
  readonly players: number;
}

type TakeOther = (from: Acquaintance, type: number, isNewest: boolean) => void;

/** Before the match: who is there, and who sits where. */
export class Meeting<F extends FieldSpecs> {
  readonly acquaintances: Acquaintances<F>;
  readonly #keys: KeyExchange<F>;
  readonly #refusals: Refusals<F>;
  readonly #introduction: Introduction;
  readonly #coordination: Coordination<F>;
  readonly #invitations: Invitations<F>;
  readonly #bornAt: number;
  #hellos = 0;
  #helloAt = -HELLO_MS;
  #metAt = -1;
  /** Token of the roster that was proposed last. */
  #proposed: number | undefined;

  readonly #context: MatchContext<F>;
  readonly #identity: Identity;
  readonly #end: (reason: EndReason) => void;

  constructor(context: MatchContext<F>, identity: Identity, end: (reason: EndReason) => void) {
    this.#context = context;
    this.#identity = identity;
    this.#end = end;

    const { settings, clock } = context;
    const { node, nonce, ticket } = identity;
    this.#bornAt = clock.time();
    this.#introduction = introduce(settings, identity, ticket);
    const own = { node, nonce, players: settings.players, delay: settings.inputDelay };
    this.#keys = new KeyExchange(context, identity);
    this.acquaintances = new Acquaintances(context);
    const coordination = (this.#coordination = new Coordination(context, own, this.acquaintances));
    this.#refusals = new Refusals(
      context,
      this.#introduction,
      () => this.#standing(),
      () => this.#age(),
      (token) => coordination.hasBacked(token),
    );
    this.#invitations = new Invitations(context, this.acquaintances);
  }

  /** True once another machine is there. */
  get hasMet(): boolean {
    return this.#metAt >= 0;
  }

  /** Machines that are there. */
  get present(): readonly PresentMachine[] {
    return this.acquaintances.all.flatMap(({ link, report }) =>
      report ? [{ peer: link.address, players: report.players }] : [],
    );
  }

  /**
   * Reads what has come. Returns the agreement if another seat of our roster has begun to play. `takeOther` reads
   * packets of other types than MEET, from behind their header.
   */
  receive(takeOther?: TakeOther): Agreement | undefined {
    readStrangers(
      this.#context,
      (hello, from) => this.#readHello(hello, from),
      (from) => this.#readKey(from),
    );
    const isFree = (type: number): boolean => takeOther !== undefined || !isOfPlay(type);
    for (const one of this.acquaintances.all) this.#read(one, isFree, takeOther);
    // A packet of play is left where it is: the match that it belongs to begins now, and reads it.
    const agreement = this.#coordination.begun();
    if (!agreement) for (const one of this.acquaintances.all) this.#read(one, () => true, takeOther);
    return agreement;
  }

  /** Once a turn, after receive(). */
  turn(): MeetingOutcome | undefined {
    this.acquaintances.forgetSilent(FORGET_MS);
    const agreement = this.#context.settings.players > 0 ? this.#coordination.turn() : undefined;
    if (agreement) return { kind: 'begin', agreement };
    const invitation = this.#invitations.accept(this.#identity.ticket);
    if (invitation) return { kind: 'follow', invitation };
    this.#wait();
    const first = this.#hellos < FIRST_HELLOS ? FIRST_HELLO_MS : HELLO_MS;
    const { proposal } = this.#coordination;
    // A new roster goes out at once: the time that it takes to be backed tells how far away the others are.
    if (proposal && proposal.token !== this.#proposed) this.#speak(0);
    else this.#speak(proposal ? URGENT_MS : first);
    this.#proposed = proposal?.token;
    return undefined;
  }

  /** Once a turn of one that follows a match: any of its players may have to serve it one day. */
  greet(): void {
    this.acquaintances.forgetSilent(this.#context.settings.dropAfterMs);
    this.#speak(GREET_MS);
  }

  /** True if those who are there have no seat for us, and have said so for a while. */
  isTurnedAway(): boolean {
    return this.#refusals.isFinal((peer) => this.acquaintances.at(peer)?.turnsAway ?? false);
  }

  /** A match that we followed has shown nothing: others may be there. */
  giveUpOn(token: number): void {
    this.#invitations.ignore(token);
  }

  /** Tells everyone who is there that we have left. */
  farewell(): void {
    for (const one of this.acquaintances.all) this.#meet(one, GONE);
  }

  #age(): number {
    return Math.floor((this.#context.clock.time() - this.#bornAt) / 100);
  }

  #standing(): { flags: number; token: number } {
    return { flags: this.#context.settings.host ? HOST : 0, token: 0 };
  }

  #readHello(hello: Hello, from: PeerId): void {
    if (hello.node === this.#identity.node) return;
    this.#refusals.hear(hello.node);
    const known = this.acquaintances.at(from)?.link;
    const isLinked = known?.node === hello.node && known.confirmed;
    const mismatch = findMismatch(this.#introduction, hello, this.#context.settings);
    if (mismatch) {
      if (!this.#refusals.mismatch(hello, from, mismatch)) return;
    } else if (hello.refuses === this.#identity.node) this.#refusals.take(hello, from);
    if (!isLinked && !hello.refuses) this.#keys.offer(from, hello, 0);
  }

  #readKey(from: PeerId): void {
    const one = this.#keys.accept(from, this.acquaintances, () => 0);
    if (!one) return;
    this.#refusals.hear(one.link.node);
    this.#meet(one);
  }

  #read(from: Acquaintance, isFree: (type: number) => boolean, takeOther: TakeOther | undefined): void {
    const { queue } = from.link;
    for (let type = queue.peek(); type >= 0 && isFree(type); type = queue.peek()) {
      nextPacket(from.link);
      if (type === MEET) this.#readMeet(from);
      else takeOther?.(from, type, queue.isNewest);
    }
  }

  #readMeet(from: Acquaintance): void {
    const { settings, links, clock } = this.#context;
    const report = getMeet(from.link.queue.reader);
    if (!report) return links.drop();
    if (report.flags & GONE) return this.acquaintances.remove(from);
    // A late one says how things stood before.
    if (!from.link.queue.isNewest) return;
    from.turnsAway = (report.flags & (FULL | TAKEN)) > 0 || !fits(this.#introduction, report, settings);
    from.report = from.turnsAway ? undefined : report;
    from.reportedAt = clock.time();
    if (report.flags & INVITES || !settings.players) return;
    // Every other member has to know that we back it.
    if (this.#coordination.consider(from)) for (const one of this.acquaintances.all) this.#meet(one);
  }

  /** Waiting for people and agreeing with them are two waits. An empty room waits without end. */
  #wait(): void {
    const now = this.#context.clock.time();
    this.#turnAway();
    if (this.#coordination.applicants().length > 0) this.#refusals.reset();
    else if (this.isTurnedAway()) return this.#end('rejected');
    if (this.acquaintances.all.every(({ turnsAway }) => turnsAway)) this.#metAt = -1;
    else if (this.#metAt < 0) this.#metAt = now;
    const isEmpty = this.#metAt >= 0 && now - this.#metAt > this.#context.settings.roomTimeoutMs;
    if (this.#coordination.isLate || isEmpty) this.#end('timeout');
  }

  /** Says so at once to machines that will find no seat here, however long they wait. */
  #turnAway(): void {
    for (const { link, report } of this.#coordination.misfits()) {
      const named = { node: link.node, nonce: report?.nonce ?? 0 };
      this.#refusals.refuse(named, link.address, 'full', `no seats left: at most ${SEATS_MAX} machines play`);
    }
  }

  #speak(pace: number): void {
    const now = this.#context.clock.time();
    if (now - this.#helloAt < pace) return;
    this.#helloAt = now;
    this.#hellos++;
    const { outbox } = this.#context;
    const own = { ...this.#introduction, ...this.#standing(), age: this.#age() };
    putHello(outbox.out, { ...own, refuses: 0, echo: 0 });
    outbox.sendPlain(undefined);
    for (const one of this.acquaintances.all) this.#meet(one);
  }

  #meet(to: Acquaintance, flags = this.#coordination.misfits().includes(to) ? FULL : 0): void {
    const { proposal, token } = this.#coordination;
    const { outbox, settings, clock } = this.#context;
    const now = clock.time();
    const met = this.acquaintances.all.filter((one) => one.link.confirmed && now - one.link.heardAt < FORGET_MS);
    sendMeet(outbox, to.link, {
      ...reportFor(settings, this.#identity, this.#introduction, to.link.node),
      ...{ flags, token, entries: proposal?.entries ?? [] },
      met: met.map((one) => one.link.node).slice(0, MET_MAX),
    });
    if (this.#identity.ticket.token) sendClaim(outbox, to.link, this.#identity.ticket);
  }
}

import type { FieldSpecs } from '../../state/fields.js';
import { FULL, RUNNING, TAKEN } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { RejectReason } from '../events.js';
import type { PeerId } from '../transport.js';
import { putHello, type Hello, type Introduction } from './hello.js';
import type { Mismatch } from './mismatch.js';

/** Refused machines remembered: each is told of once, however often it asks. */
const TOLD_MAX = 64;
/** Machines that are answered in one turn: the others ask again. */
const ANSWERS = 2;
/** A machine heard within this time of our coming was in the room before us. Ages that others claim prove nothing. */
const BEFORE_MS = 250;
/** Machines whose ages differ by less came at the same time; tenths of a second. */
const SAME_AGE = 10;
/** From the first refusal to the end: time for a machine that would let us in to be heard. */
const PATIENCE_MS = 1000;
/** A refusal not repeated for this long counts no more: longer than two hellos of a machine that follows a match. */
const STALE_MS = 1300;

/** Whom a refusal is meant for. */
export type Named = Pick<Hello, 'node' | 'nonce'>;

interface Refusal {
  readonly since: number;
  at: number;
  /** It was here before us, as far as we ourselves can tell. */
  readonly isElder: boolean;
  /** The match for which it turned us away, or 0. */
  readonly token: number;
  /** It speaks another version of the protocol: no link with it says anything under a seal. */
  readonly isForeign: boolean;
}

/** The flag that says why there is no seat; 0 where the two cannot play together, which each sees for itself. */
export const flagOf = (reason: RejectReason): number => (reason === 'full' ? FULL : reason === 'taken' ? TAKEN : 0);

/**
 * Who turns whom away, and whether that ends our joining. A hello that refuses is told at once and ends nothing, since
 * anyone can send it: it counts while the machine at its address says the same under the seal of its link with us.
 */
export class Refusals<F extends FieldSpecs> {
  readonly #told = new Set<string>();
  readonly #refusals = new Map<PeerId, Refusal>();
  readonly #firstHeard = new Map<number, number>();
  #answers = 0;
  #answeredAt = -1;

  readonly #context: MatchContext<F>;
  readonly #introduction: Introduction;
  readonly #standing: () => { readonly flags: number; readonly token: number };
  readonly #age: () => number;
  readonly #hasBacked: (token: number) => boolean;

  constructor(
    context: MatchContext<F>,
    introduction: Introduction,
    /** Flags and token of what we say of ourselves now. */
    standing: () => { readonly flags: number; readonly token: number },
    age: () => number,
    /** True for the roster that we backed last. */
    hasBacked: (token: number) => boolean = () => false,
  ) {
    this.#context = context;
    this.#introduction = introduction;
    this.#standing = standing;
    this.#age = age;
    this.#hasBacked = hasBacked;
  }

  /** Notes when a machine was first heard, in ms since we came. */
  hear(node: number): void {
    if (this.#firstHeard.size < TOLD_MAX && !this.#firstHeard.has(node)) {
      this.#firstHeard.set(node, this.#context.clock.time());
    }
  }

  /** Turns a machine away: says so to it each time it asks, and tells of it once. False if that has to wait. */
  refuse(other: Named, to: PeerId, reason: RejectReason, detail: string): boolean {
    if (!this.#say(other, to, flagOf(reason))) return false;
    this.#tell(other.node, { peer: to, who: 'peer', reason }, () => detail);
    return true;
  }

  /** We and the other cannot play together: both say so, and both tell of it. Whoever came later ends. As refuse(). */
  mismatch(other: Hello, from: PeerId, { reason, detail }: Mismatch): boolean {
    if (!this.#say(other, from, 0)) return false;
    const isJunior = this.#isJunior(other);
    this.#tell(other.node, { peer: from, who: isJunior ? 'self' : 'peer', reason }, detail);
    if (isJunior) this.#note(from, this.#isElder(other), 0, reason === 'protocol');
    return true;
  }

  /** A hello turns us away: for want of a seat, or because our seat is taken. */
  take(other: Hello, from: PeerId): void {
    if (other.echo !== this.#introduction.nonce || !(other.flags & (FULL | TAKEN))) return;
    const isTaken = (other.flags & TAKEN) > 0;
    const detail = isTaken ? 'the seat of this ticket is taken: another page plays there' : 'no seats left';
    this.#tell(other.node, { peer: from, who: 'self', reason: isTaken ? 'taken' : 'full' }, () => detail);
    const token = other.flags & RUNNING ? other.token : 0;
    // A match of which we were to be a part has begun and gone on without us.
    this.#note(from, this.#isElder(other) || this.#hasBacked(token), token, false);
  }

  /**
   * True if our joining is over: for a while somebody who was here before us has turned us away, or two machines of one
   * match have. `isSealed`: whether the machine at an address says so under its seal, too. One that speaks another
   * version of the protocol cannot.
   */
  isFinal(isSealed: (peer: PeerId) => boolean): boolean {
    const now = this.#context.clock.time();
    for (const [peer, { at }] of this.#refusals) if (now - at > STALE_MS) this.#refusals.delete(peer);
    const due = [...this.#refusals].flatMap(([peer, refusal]) =>
      now - refusal.since >= PATIENCE_MS && (refusal.isForeign || isSealed(peer)) ? [refusal] : [],
    );
    return due.some(
      (one) => one.isElder || (one.token && due.some((other) => other !== one && other.token === one.token)),
    );
  }

  /** Somebody is there who may let us in: the waiting begins anew. */
  reset(): void {
    this.#refusals.clear();
  }

  /** False if it was too much for this turn. */
  #say({ node, nonce }: Named, to: PeerId, extra: number): boolean {
    const now = this.#context.clock.time();
    if (now !== this.#answeredAt) this.#answers = 0;
    this.#answeredAt = now;
    if (this.#answers++ >= ANSWERS) return false;
    const { flags, token } = this.#standing();
    const { outbox } = this.#context;
    const own = { ...this.#introduction, flags: flags | extra, token, age: this.#age() };
    putHello(outbox.out, { ...own, refuses: node, echo: nonce });
    outbox.sendPlain(to);
    return true;
  }

  #tell(
    node: number,
    about: { peer: PeerId; who: 'self' | 'peer'; reason: RejectReason },
    describe: () => string,
  ): void {
    const key = `${node} ${about.who}`;
    if (this.#told.has(key) || this.#told.size >= TOLD_MAX) return;
    this.#told.add(key);
    this.#context.events.emit('reject', { ...about, detail: describe() });
  }

  #note(from: PeerId, isElder: boolean, token: number, isForeign: boolean): void {
    const now = this.#context.clock.time();
    const known = this.#refusals.get(from);
    if (known && now - known.at <= STALE_MS) known.at = now;
    else if (known || this.#refusals.size < TOLD_MAX) {
      this.#refusals.set(from, { since: now, at: now, isElder, token, isForeign });
    }
  }

  /** By our own observation. A host was always here first. */
  #isElder({ node }: Hello): boolean {
    return !this.#context.settings.host && (this.#firstHeard.get(node) ?? Infinity) <= BEFORE_MS;
  }

  /** True if we came after the other, or at the same time and with the higher node. */
  #isJunior(other: Hello): boolean {
    const running = this.#standing().flags & RUNNING;
    if (running || !this.#isElder(other)) return false;
    if (other.flags & RUNNING) return true;
    const ahead = other.age - this.#age();
    return Math.abs(ahead) < SAME_AGE ? other.node < this.#introduction.node : ahead > 0;
  }
}

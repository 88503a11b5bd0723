import { NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import { FOLLOW, LISTEN, READY, SNAPSHOT, WATCH } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import { InputSections } from '../input-sections.js';
import type { Link } from '../link/link.js';
import type { Settings } from '../options.js';
import type { Progress } from '../progress.js';
import type { Seat } from '../seat.js';
import { takeSnapshot } from '../snapshot.js';
import { StateGiver, type Question } from '../state-transfer.js';
import { makeWatchHeader, type WatchHeaderParts } from './watch-header.js';
import { putWatchHeader } from './watch-packet.js';

/** Inputs are kept for so many frames less than there are slots: those that are still on their way take some. */
const SLOTS_APART = 124;
/** A snapshot is taken anew for one who asks after this long, unless someone still loads it. */
const SNAPSHOT_MS = 2000;
/** A snapshot that nobody asked for in this time is not being loaded. */
const IN_USE_MS = 1000;
/** Frames of all seats that go out together, and packets to one follower a tick. */
const STRIP = 16;
const PACKETS_A_TICK = 4;
/** How often a follower that another machine serves is told a checksum. */
const CHECK_MS = 500;
/** The first time is this long after it was let in: by then it knows which match it follows. */
const FIRST_CHECK_MS = 100;

/** Spectators that one machine takes in. Owners of a ticket are not counted: a place is kept for them. */
export const WATCHERS_MAX = 8;
type Kept = Pick<Settings<FieldSpecs>, 'inputSlots' | 'hz'>;

const behindMax = ({ inputSlots }: Pick<Kept, 'inputSlots'>): number => inputSlots - SLOTS_APART;

/** A state that takes longer to load is of no use: the inputs after it are not kept any more. */
export const loadMs = ({ inputSlots, hz }: Kept): number => (0.8 * 1000 * behindMax({ inputSlots })) / hz;

/** A machine that follows the match: it watches, or is on its way back to its seat. */
interface Follower {
  /** The seat whose owner it has proved to be, or undefined. */
  readonly seat: Seat | undefined;
  /** It holds all inputs up to here; Infinity until it has a state to start from. */
  acked: Frame;
  heardAt: number;
  /** We serve it; otherwise it only hears our checksums. */
  isOurs: boolean;
  /** It was told of as a spectator. */
  isJoined: boolean;
  isReady: boolean;
  checkedAt: number;
}

export interface SpectatorHostParts<F extends FieldSpecs> extends WatchHeaderParts<F> {
  readonly progress: Progress;
}

/** What a player's machine does for those who follow the match. It never waits for them. */
export class SpectatorHost<F extends FieldSpecs> {
  readonly #followers = new Map<Link, Follower>();
  readonly #sections: InputSections<F>;
  readonly #giver: StateGiver<F>;
  /** Frames that a follower may be behind: older inputs are not kept. */
  readonly #behindMax: number;
  #certain: Frame = NULL_FRAME;
  #snapshot:
    { readonly bytes: Uint8Array; readonly frame: Frame; readonly view: number; readonly takenAt: number } | undefined;
  #snapshotUsedAt = 0;

  readonly #context: MatchContext<F>;
  readonly #parts: SpectatorHostParts<F>;

  constructor(context: MatchContext<F>, parts: SpectatorHostParts<F>) {
    this.#context = context;
    this.#parts = parts;

    this.#sections = new InputSections(context.settings, context.parts, context.outbox.out);
    this.#giver = new StateGiver(context);
    this.#behindMax = behindMax(context.settings);
  }

  get watchers(): number {
    let count = 0;
    for (const { seat } of this.#followers.values()) if (!seat) count++;
    return count;
  }

  follows(link: Link): boolean {
    return this.#followers.has(link);
  }

  /** The frame up to which the owner of a seat holds all inputs, once it asks to be let in; else NULL_FRAME. */
  levelAt(seat: Seat): Frame {
    for (const follower of this.#followers.values()) {
      if (follower.seat === seat && follower.isReady) return follower.acked;
    }
    return NULL_FRAME;
  }

  /** A machine may follow the match from now on. */
  admit(link: Link, seat: Seat | undefined): void {
    if (this.#followers.has(link)) return;
    const heardAt = this.#context.clock.time();
    const fresh = { isOurs: false, isJoined: false, isReady: false };
    const checkedAt = heardAt - CHECK_MS + FIRST_CHECK_MS;
    this.#followers.set(link, { seat, acked: Infinity, heardAt, checkedAt, ...fresh });
  }

  dismiss(link: Link): void {
    this.#followers.delete(link);
    this.#giver.forget(link);
  }

  /** A follower's PULL. */
  answer(link: Link, question: Question): void {
    const follower = this.#followers.get(link);
    if (!follower) return this.#context.links.drop();
    const now = this.#context.clock.time();
    follower.heardAt = now;
    if (question.kind === SNAPSHOT) this.#giveSnapshot(link, question);
    else if (this.#certain - question.frame <= this.#behindMax) {
      follower.acked = Math.min(question.frame, this.#certain);
      follower.isOurs = question.kind === FOLLOW || question.kind === READY;
      // Whoever announces a return has to know of it, whether it serves the machine or not.
      follower.isReady = question.kind === READY || (question.kind === LISTEN && question.first > 0);
      this.#tellJoined(link, follower);
    }
  }

  /** Sends to those we serve, and lets go of those that are silent. Once a turn. */
  serve(): void {
    if (this.#followers.size === 0) return;
    // What only some machines hold may still be cut away if those leave; no follower is shown it.
    const { membership, progress } = this.#parts;
    this.#certain = progress.heldByAll(membership.live, membership.playing, progress.reached());
    this.#giver.serve();
    const now = this.#context.clock.time();
    for (const [link, follower] of this.#followers) {
      const isBehind = this.#certain - follower.acked > this.#behindMax;
      if (now - follower.heardAt > this.#context.settings.dropAfterMs || isBehind) this.#letGo(link, follower);
      else if (follower.isOurs && this.#holds(follower.acked + 1)) this.#sendInputs(link, follower);
      else if (now - follower.checkedAt > CHECK_MS) {
        follower.checkedAt = now;
        this.#begin(link);
        this.#context.outbox.sendSealed(link);
      }
    }
  }

  #tellJoined(link: Link, follower: Follower): void {
    if (follower.isJoined || follower.seat) return;
    follower.isJoined = true;
    const detail = { peer: link.address, handles: [], frame: follower.acked };
    this.#context.events.emit('join', { ...detail, role: 'spectator', rejoined: false });
  }

  #letGo(link: Link, { seat, isJoined, acked }: Follower): void {
    this.dismiss(link);
    if (seat || !isJoined) return;
    this.#context.events.emit('drop', { peer: link.address, handles: [], lastFrame: acked, reason: 'timeout' });
  }

  /** A machine that came back in the meantime does not hold what was before. */
  #holds(frame: Frame): boolean {
    const { inputs } = this.#context.parts;
    if (frame > this.#certain) return true;
    for (let player = 0; player < this.#context.settings.game.numPlayers; player++) {
      if (inputs.realAt(player, frame) < 0) return false;
    }
    return true;
  }

  #giveSnapshot(link: Link, question: Question): void {
    const { session } = this.#context.parts;
    // A machine that is back itself and has not simulated yet has no state to give.
    if (this.#certain < 0 || !session.depth()) return;
    const now = this.#context.clock.time();
    const kept = this.#snapshot;
    const isInUse = now - this.#snapshotUsedAt < IN_USE_MS;
    const isOld = kept && now - kept.takenAt > (isInUse ? loadMs(this.#context.settings) : SNAPSHOT_MS);
    // A snapshot of an earlier view would let a machine take packets for its own that were meant for another.
    if (!kept || kept.view !== this.#parts.membership.own.view || (isOld && question.frame !== kept.frame)) {
      // On a long line the ring no longer holds what all have acknowledged: then the oldest that it holds is given.
      const frame = Math.max(this.#certain, session.frame() - session.depth());
      const { view, out } = this.#parts.membership.own;
      this.#snapshot = { bytes: takeSnapshot(this.#context, { view, out }, frame), frame, view, takenAt: now };
    }
    const { frame, bytes } = this.#snapshot!; // Made just above if there was none.
    this.#snapshotUsedAt = now;
    if (frame <= this.#certain) this.#giver.give(link, question, frame, bytes);
  }

  #begin(link: Link): void {
    this.#context.outbox.startSealed(link, WATCH);
    putWatchHeader(this.#context.outbox.out, this.#parts.seats, makeWatchHeader(this.#parts, this.#certain));
  }

  /** Frame by frame, not seat by seat: what one seat has to tell must not keep the others' from ever being sent. */
  #sendInputs(link: Link, { acked }: Follower): void {
    const { outbox } = this.#context;
    const last = this.#certain;
    let packets = 1;
    let isFresh = true;
    this.#begin(link);
    for (let start = acked + 1; start <= last && packets <= PACKETS_A_TICK; start += STRIP) {
      const end = Math.min(start + STRIP, last + 1);
      for (const seat of this.#parts.seats) {
        for (let frame = start; frame < end;) {
          const written = this.#sections.put(seat, last, frame, end);
          // A row that a packet of its own has no room for never goes out: its seat was not refused when it met us.
          if (written === 0 && isFresh) return;
          frame += written;
          isFresh = frame < end;
          if (!isFresh) break;
          outbox.sendSealed(link);
          packets++;
          this.#begin(link);
        }
      }
    }
    outbox.sendSealed(link);
  }
}

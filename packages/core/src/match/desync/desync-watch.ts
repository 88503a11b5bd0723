import { checksumWords } from '../../base/checksum.js';
import { NULL_FRAME, type Frame } from '../../base/frame.js';
import { DESYNC } from '../../base/trace-kinds.js';
import type { FieldSpecs } from '../../state/fields.js';
import { firstDifference } from '../../state/first-difference.js';
import { SEATS_MAX } from '../../wire/limits.js';
import { EVIDENCE } from '../../wire/messages.js';
import type { PacketReader, PacketWriter } from '../../wire/packet.js';
import type { MatchContext } from '../context.js';
import type { EndReason, MatchEvents } from '../events.js';
import type { Link } from '../link/link.js';
import type { Membership } from '../membership/membership.js';
import type { Seat, SeatLinks } from '../seat.js';
import { StateDownload, StateGiver, type Question } from '../state-transfer.js';
import { Evidence } from './evidence.js';
import { findOdd } from './verdict.js';

/** Checksums kept of each seat, so that one a round trip late still finds its partner: 0.5 s at interval 1. */
const SUMS_KEPT = 32;
/** A checksum rides in every eighth packet until the next one is due: three or four times at the default interval. */
const SUMMED_EVERY = 8;
/** Frames for which states are kept as evidence: the other checksum comes up to a round trip and a window late. */
const EVIDENCE_FRAMES = 40;
/** A difference is reported after this long, whatever is not known of it by then. */
const SHOW_MS = 3000;
/** A match that ends for a desync goes on showing its state until it was not asked for it for this long. */
const LINGER_MS = 1000;

/** A difference that is being looked into. */
interface Case<F extends FieldSpecs> {
  readonly other: Seat;
  readonly since: number;
  readonly frame: Frame;
  readonly local: number;
  remote: number;
  readonly ours: Uint8Array<ArrayBuffer> | undefined;
  readonly download: StateDownload<F>;
  diff?: NonNullable<MatchEvents['desync']['diff']>;
  isShown: boolean;
}

export interface DesyncParts<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly seatLinks: SeatLinks;
  readonly membership: Membership<F>;
  /** In the checksums, so that two matches of one game never agree by chance. */
  readonly token: number;
  readonly end: (reason: EndReason) => void;
}

/** Checks every desyncInterval frames that all machines are in the same state. Tells `desync`. */
export class DesyncWatch<F extends FieldSpecs> {
  readonly #interval: number;
  // A row for each seat, ours among them; a slot for each frame checked.
  readonly #frames = new Int32Array(SEATS_MAX * SUMS_KEPT).fill(NULL_FRAME);
  readonly #sums = new Int32Array(SEATS_MAX * SUMS_KEPT);
  readonly #evidence: Evidence;
  readonly #giver: StateGiver<F>;
  /** Mask of the seats whose difference was told. Nobody else's question or lie can use that up. */
  #told = 0;
  #case: Case<F> | undefined;
  /** The case told last: the other side may still need our state of its frame. */
  #lastCase: Case<F> | undefined;
  #due: Frame;
  #latest: Frame = NULL_FRAME;
  /** The match ends once nobody has asked for our state since this time; -1 while it does not end. */
  #lingersSince = -1;

  readonly #context: MatchContext<F>;
  readonly #parts: DesyncParts<F>;

  constructor(context: MatchContext<F>, parts: DesyncParts<F>) {
    this.#context = context;
    this.#parts = parts;

    const { desyncInterval, transport } = context.settings;
    this.#interval = desyncInterval;
    this.#due = desyncInterval || Infinity;
    const isWatched = desyncInterval > 0 && transport !== undefined;
    const states = isWatched ? Math.min(SUMS_KEPT, Math.ceil(EVIDENCE_FRAMES / desyncInterval) + 1) : 0;
    this.#evidence = new Evidence(states, context.parts.ring.live.length, desyncInterval);
    this.#giver = new StateGiver(context);
  }

  /** The newest frame that was checked, or NULL_FRAME; and its checksum as an int32. */
  get latest(): Frame {
    return this.#latest;
  }

  get latestSum(): number {
    return this.#sums[this.#slot(this.#parts.self, this.#latest)]!;
  }

  /** Takes the checksums of frames that are confirmed and simulated by now. After resimulation only. */
  confirm(through: Frame): void {
    const { session, ring } = this.#context.parts;
    const words = ring.live.length;
    for (; this.#due <= through; this.#due += this.#interval) {
      if (this.#due < session.frame() - session.depth()) continue;
      const slot = this.#slot(this.#parts.self, this.#due);
      const from = ring.wordsAt(session.frame() - 1 - this.#due);
      this.#frames[slot] = this.#latest = this.#due;
      this.#sums[slot] = checksumWords(ring.words, from, words, this.#parts.token);
      this.#evidence.keep(this.#due, ring.words, from);
      const { live } = this.#parts.membership;
      for (let i = 0; i < live.length; i++) this.#compare(live[i]!, this.#due);
    }
  }

  /** True if the packet of this sequence number carries a checksum. */
  isDue(sequence: number): boolean {
    return this.#latest >= 0 && (this.#interval < SUMMED_EVERY || sequence % SUMMED_EVERY === 0);
  }

  put(out: PacketWriter, frame: Frame): void {
    out.putSigned(frame - this.#latest);
    out.putSigned(this.latestSum);
  }

  /** Reads what put() wrote, in a packet that names `frame`. */
  hear(from: Seat, frame: Frame, reader: PacketReader): void {
    const at = frame - reader.getSigned();
    const sum = reader.getSigned();
    if (reader.sound) this.#take(from, at, sum);
  }

  /** Another seat asks for our state of a frame at which it found a difference; its question carries its checksum. */
  answer(from: Seat, link: Link, question: Question): void {
    this.#take(from, question.frame, question.checksum);
    // Both sides look into the earliest frame that either found: a later one is not answered.
    if (this.#case?.other === from && this.#case.frame < question.frame) return;
    const evidence = this.#case ?? this.#lastCase;
    const state = evidence?.frame === question.frame ? evidence.ours : this.#evidence.of(question.frame);
    if (!state) return;
    if (this.#lingersSince >= 0) this.#lingersSince = this.#context.clock.time();
    this.#giver.give(link, question, question.frame, state);
  }

  /** Reads a CHUNK of another machine's state, after its kind. */
  readChunk(from: Seat, link: Link): void {
    const open = this.#case;
    if (!open || open.other !== from || !open.ours || !open.download.take(link)) return;
    const { ring } = this.#context.parts;
    const theirs = ring.views(open.download.bytes.buffer, 0);
    const found = firstDifference(ring.views(open.ours.buffer, 0), theirs);
    open.remote = checksumWords(
      new Uint32Array(open.download.bytes.buffer),
      0,
      open.ours.length / 4,
      this.#parts.token,
    );
    if (found) open.diff = found;
    open.isShown = true;
  }

  /** Asks for the rest of a state, and tells what is known. Once a turn. */
  settle(): void {
    this.#giver.serve();
    if (this.#case) this.#inquire(this.#case);
    const isShown = this.#lingersSince >= 0 && this.#context.clock.time() - this.#lingersSince > LINGER_MS;
    if (isShown) this.#parts.end('desync');
  }

  /** A machine that came back: checksums from before may be of inputs that nobody else has. */
  forget(seat: Seat): void {
    this.#frames.fill(NULL_FRAME, seat.index * SUMS_KEPT, (seat.index + 1) * SUMS_KEPT);
    this.#told &= ~seat.bit;
  }

  /** True once a difference was told that ends the match. */
  get isEnding(): boolean {
    return this.#lingersSince >= 0;
  }

  #slot(seat: Seat, frame: Frame): number {
    return seat.index * SUMS_KEPT + ((frame / this.#interval) % SUMS_KEPT);
  }

  #sumOf(seat: Seat, frame: Frame): number | undefined {
    const slot = this.#slot(seat, frame);
    return this.#frames[slot] === frame ? this.#sums[slot] : undefined;
  }

  #take(from: Seat, frame: Frame, sum: number): void {
    // Nobody has checked a frame that cannot be confirmed yet.
    const latest = this.#context.parts.session.frame() + EVIDENCE_FRAMES;
    if (!this.#interval || frame < 0 || frame > latest || frame % this.#interval !== 0) return;
    const slot = this.#slot(from, frame);
    this.#frames[slot] = frame;
    this.#sums[slot] = sum;
    this.#compare(from, frame);
  }

  #compare(other: Seat, frame: Frame): void {
    const ours = this.#sumOf(this.#parts.self, frame);
    const theirs = this.#sumOf(other, frame);
    // @lesson compare.equal
    if (ours === undefined || theirs === undefined || ours === theirs || this.#told & other.bit) return;
    // Both sides look into the earliest frame that either found.
    if (this.#case && (this.#case.other !== other || this.#case.frame <= frame)) return;
    const { settings, clock, parts } = this.#context;
    settings.trace?.(DESYNC, frame, other.first, theirs);
    this.#case = {
      other,
      since: this.#case?.since ?? clock.time(),
      frame,
      local: ours,
      remote: theirs,
      ours: this.#evidence.of(frame),
      download: new StateDownload(this.#context, EVIDENCE, parts.ring.handle.stride, frame),
      isShown: false,
    };
  }

  #inquire(open: Case<F>): void {
    const { clock } = this.#context;
    const { live } = this.#parts.membership;
    const isLate = clock.time() - open.since > SHOW_MS || !live.includes(open.other);
    const seats = [this.#parts.self, ...live];
    const odd = findOdd(seats.map((seat) => this.#sumOf(seat, open.frame)));
    const isSettled = (open.isShown || !open.ours) && odd !== 'open';
    if (isSettled || isLate) return this.#tell(open, odd === 'open' || odd === 'unknown' ? undefined : seats[odd]);
    const link = this.#parts.seatLinks.of(open.other);
    if (link && !open.isShown) open.download.ask(link, open.local);
  }

  #tell(told: Case<F>, oddSeat: Seat | undefined): void {
    const { events, settings, clock } = this.#context;
    const { other, frame, local, remote, diff } = told;
    this.#case = undefined;
    this.#lastCase = told;
    this.#told |= other.bit;
    const odd = oddSeat === undefined ? 'unknown' : oddSeat === this.#parts.self ? 'self' : 'peer';
    const peer = this.#parts.seatLinks.address(odd === 'peer' ? oddSeat! : other); // 'peer' has a seat.
    const sums = { local: local >>> 0, remote: remote >>> 0 };
    events.emit('desync', { frame, peer, ...sums, odd, ...(diff && { diff }) });
    // Not at once: who is gone shows nothing, and the other side could not name the field.
    if (settings.onDesync === 'end') this.#lingersSince = clock.time();
    for (const seat of this.#parts.membership.live) this.#compare(seat, frame);
  }
}

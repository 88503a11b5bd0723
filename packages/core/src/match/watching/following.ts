import { NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import { CHUNK, ENTER, FOLLOW, LISTEN, READY, SNAPSHOT, WATCH } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import type { Link } from '../link/link.js';
import type { Acquaintance } from '../meeting/acquaintances.js';
import type { Invitation } from '../meeting/invitations.js';
import type { Meeting } from '../meeting/meeting.js';
import type { MembershipStart } from '../membership/membership.js';
import { seatsOf, type Seat } from '../seat.js';
import { snapshotBytes, useSnapshot } from '../snapshot.js';
import { NO_PIECES, putQuestion, StateDownload } from '../state-transfer.js';
import { Checks } from './checks.js';
import { Entries } from './entries.js';
import { loadMs } from './spectator-host.js';
import type { PeerId } from '../transport.js';
import { ServerChoice } from './server-choice.js';
import { WatchEvents } from './watch-events.js';
import { getWatchHeader } from './watch-packet.js';
import { AHEAD_MAX, WatchedInputs } from './watched-inputs.js';

/** Further behind than this many frames, one that follows runs faster, by so many frames a tick. */
const LATE_FRAMES = 10;
const CATCH_UP = 4;
/** How often those that serve us are told what we hold. */
const TELL_MS = 100;
/** A state that is there waits for so long for another machine's word on how far the match is. */
const WORD_MS = 300;
/** Frame numbers end here for a machine that follows: it could not go on from a later one. */
const never = (): Frame => 0x7fff_ffff - 2 * AHEAD_MAX;

/** A match seen from outside: by one that watches, or that is on the way back to its seat. */
export class Following<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  /** Our own seat, or undefined for a spectator. */
  readonly self: Seat | undefined;
  readonly #inputs: WatchedInputs<F>;
  readonly #events: WatchEvents<F>;
  readonly #checks: Checks<F>;
  #download: StateDownload<F>;
  /** When all of it had come, or -1. */
  #wholeAt = -1;
  #isLoaded = false;
  #isLate = false;
  readonly #server: ServerChoice<F>;
  readonly #startedAt: number;
  #toldAt = -TELL_MS;
  #certain: Frame = NULL_FRAME;
  /** By seat: where it was heard last, or ''. */
  readonly #addresses: PeerId[];
  readonly #entries: Entries | undefined;

  readonly #context: MatchContext<F>;
  readonly #meeting: Meeting<F>;
  readonly invitation: Invitation;
  readonly #end: (reason: EndReason) => void;

  constructor(
    context: MatchContext<F>,
    meeting: Meeting<F>,
    invitation: Invitation,
    ownNode: number | undefined,
    end: (reason: EndReason) => void,
  ) {
    this.#context = context;
    this.#meeting = meeting;
    this.invitation = invitation;
    this.#end = end;

    this.seats = seatsOf(invitation.entries);
    this.self = this.seats.find(({ node }) => node === ownNode);
    this.#inputs = new WatchedInputs(context, this.seats);
    this.#events = new WatchEvents(context, this.seats, this.self, (seat) => this.#addresses[seat.index]!);
    this.#checks = new Checks(context, {
      seats: this.seats,
      self: this.self,
      token: invitation.token,
      addressOf: (seat) => this.#addresses[seat.index]!,
      isOut: (seat) => this.#events.isOut(seat),
      end,
    });
    this.#download = this.#newDownload();
    this.#entries = this.self && new Entries(this.seats, this.self);
    this.#addresses = this.seats.map((seat) => this.#linkOf(seat)?.address ?? '');
    this.#startedAt = context.clock.time();
    this.#server = new ServerChoice(context, this.seats, (seat) => this.#linkOf(seat));
  }

  /** True once there is a state to show. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get isPaused(): boolean {
    return this.#events.isPaused;
  }

  /** Bytes of the state that are here, and in all. */
  get loading(): { readonly received: number; readonly size: number } {
    return { received: this.#download.received, size: this.#download.bytes.length };
  }

  /** The links of the seats, as far as they have told of this match. */
  linksOfSeats(): readonly (Link | undefined)[] {
    return this.seats.map((seat) => this.#linkOf(seat));
  }

  /** Reads what has come. */
  receive(): void {
    this.#meeting.receive((from, type, isNewest) => this.#read(from, type, isNewest));
  }

  /** Once a turn: asks for what is missing, looks for another machine to serve us, compares checksums. */
  turn(): void {
    const now = this.#context.clock.time();
    const { dropAfterMs, notifyAfterMs } = this.#context.settings;
    this.#meeting.greet();
    if (this.self && this.#meeting.isTurnedAway()) return this.#end('rejected');
    const loadMax = loadMs(this.#context.settings);
    if (this.#server.silentMs > dropAfterMs) return this.#end('dropped');
    if (!this.#isLoaded && now - this.#startedAt > loadMax) return this.#failToLoad();
    const isSilent = Math.min(this.#server.silentMs, this.#server.chosenMs) > notifyAfterMs;
    // While a state is loaded, nobody has more than half of the time.
    const isSlow = !this.#isLoaded && this.#server.chosenMs > loadMax / 2;
    if (isSilent || isSlow || this.#download.isHopeless) this.#rotate();
    if (this.#wholeAt >= 0) this.#begin();
    if (this.#isLoaded) this.#tell();
    else if (this.#wholeAt < 0 && this.#server.link) this.#download.ask(this.#server.link);
    this.#checks.settle();
  }

  /** When more than half of those who play let us into our seat: from which frame on, and who plays. */
  entry(): MembershipStart | undefined {
    return this.#entries?.agreed();
  }

  /** Simulates what is certain: up to four frames. True if there was any. */
  step(): boolean {
    const { session, inputs } = this.#context.parts;
    const known = inputs.confirmed() + 1 - session.frame();
    const behind = this.#certain - session.frame();
    // Until it is level, not until it is a little less late.
    this.#isLate = behind > LATE_FRAMES || (this.#isLate && behind > 1);
    for (let left = Math.min(known, this.#isLate ? CATCH_UP : 1); left > 0; left--) session.step();
    return known > 0;
  }

  #linkOf(seat: Seat): Link | undefined {
    const { token } = this.invitation;
    const { all } = this.#meeting.acquaintances;
    return all.find(({ report }) => report?.seat === seat.index && report.token === token)?.link;
  }

  #newDownload(): StateDownload<F> {
    return new StateDownload(this.#context, SNAPSHOT, snapshotBytes(this.#context));
  }

  #restart(): void {
    this.#download = this.#newDownload();
    this.#wholeAt = -1;
  }

  #failToLoad(): void {
    const { received, size } = this.loading;
    const ms = this.#context.clock.time() - this.#startedAt;
    const detail = `the state has ${size} bytes, of which ${received} came in ${ms} ms`;
    const peer = this.#server.link?.address ?? '';
    this.#context.events.emit('reject', { peer, who: 'self', reason: 'timeout', detail });
    this.#end('timeout');
  }

  #rotate(): void {
    if (this.#server.rotate() && !this.#isLoaded) this.#restart();
  }

  /** Tells the one that serves us what we hold, and the others that we are there. */
  #tell(): void {
    const now = this.#context.clock.time();
    if (now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    const { session, inputs } = this.#context.parts;
    // No server keeps us from our seat by calling more certain than there is.
    const certain = this.#server.elsewhere < 0 ? this.#certain : Math.min(this.#certain, this.#server.elsewhere);
    const isLevel = this.self && certain - session.frame() < LATE_FRAMES;
    const frame = inputs.confirmed();
    for (const seat of this.seats) {
      const link = this.#linkOf(seat);
      if (!link) continue;
      const isServer = this.#server.isServer(seat);
      // Whoever announces our return has to know that we are level, whether it serves us or not.
      const kind = isServer ? (isLevel ? READY : FOLLOW) : LISTEN;
      putQuestion(this.#context, link, { ...NO_PIECES, kind, frame, first: +!!isLevel });
    }
  }

  #read(from: Acquaintance, type: number, isNewest: boolean): void {
    const seat = this.seats.find((each) => this.#linkOf(each) === from.link);
    if (!seat) return this.#context.links.drop();
    this.#addresses[seat.index] = from.link.address;
    if (type === WATCH) this.#readWatch(seat, from.link, isNewest);
    else if (type === CHUNK && this.#server.isServer(seat) && !this.#isLoaded) this.#readChunk(from.link);
    else if (type === ENTER && this.#isLoaded) {
      this.#entries?.read(seat, from.link.queue.reader, this.#context.parts.session.frame() + AHEAD_MAX);
    }
  }

  #readChunk(link: Link): void {
    if (link.queue.reader.get() !== SNAPSHOT) return;
    const { received, frame } = this.#download;
    const isWhole = this.#download.take(link);
    if (this.#download.received !== received || this.#download.frame !== frame) this.#server.noteServed();
    if (isWhole) this.#wholeAt = this.#context.clock.time();
  }

  /** Takes the state that is there, once another machine has said how far the match is, or has had time to. */
  #begin(): void {
    const isWordDue = this.#server.elsewhere < 0 && this.linksOfSeats().filter((link) => link).length > 1;
    if (isWordDue && this.#context.clock.time() - this.#wholeAt < WORD_MS) return;
    const { frame, bytes } = this.#download;
    // A frame that is far ahead of what another machine calls certain, or the last that there is, cannot be.
    const latest = this.#server.elsewhere < 0 ? never() : Math.min(this.#server.elsewhere + 4 * AHEAD_MAX, never());
    if (frame > latest) {
      this.#restart();
      return this.#rotate();
    }
    this.#wholeAt = -1;
    this.#events.begin(useSnapshot(this.#context, frame, bytes, this.self?.first ?? 0).out);
    this.#certain = frame;
    this.#isLoaded = true;
  }

  #readWatch(seat: Seat, { queue: { reader } }: Link, isNewest: boolean): void {
    const header = getWatchHeader(reader, this.seats);
    if (!header) return this.#context.links.drop();
    const { checkedFrame, checksum } = header;
    const isNear = checkedFrame >= 0 && checkedFrame <= this.#certain + AHEAD_MAX;
    if (isNear) this.#checks.note(seat, checkedFrame, checksum);
    if (!this.#server.isServer(seat)) return this.#server.hearElsewhere(Math.min(header.certain, never()));
    if (!this.#isLoaded) return;
    const { inputs } = this.#context.parts;
    const before = inputs.confirmed();
    // A late packet says how things stood before.
    if (isNewest) this.#events.take(header);
    // However far ahead it claims to be, what we can know of is near.
    if (isNewest) this.#certain = Math.min(header.certain, inputs.confirmed() + 2 * AHEAD_MAX);
    this.#inputs.read(reader, header.certain);
    this.#server.noteWatch(inputs.confirmed(), inputs.confirmed() > before);
  }
}

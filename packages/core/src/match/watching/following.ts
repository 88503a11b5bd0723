import { checksumWords } from '../../base/checksum.js';
import { NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import { CHUNK, ENTER, FOLLOW, LISTEN, READY, SNAPSHOT, WATCH } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import { InputSections, type TakeRow } from '../input-sections.js';
import type { Link } from '../link/link.js';
import type { Acquaintance } from '../meeting/acquaintances.js';
import type { Invitation } from '../meeting/invitations.js';
import type { Meeting } from '../meeting/meeting.js';
import type { MembershipStart } from '../membership/membership.js';
import { seatsOf, type Seat } from '../seat.js';
import { snapshotBytes, useSnapshot } from '../snapshot.js';
import { NOTHING_THERE, putQuestion, StateDownload } from '../state-transfer.js';
import { loadMs } from './spectator-host.js';
import type { PeerId } from '../transport.js';
import { WatchEvents } from './watch-events.js';
import { getWatchHeader, type WatchHeader } from './watch-packet.js';

/** Frames that we may be behind what we have inputs for: fewer than are kept. */
const AHEAD_MAX = 600;
/** Further behind than this many frames, one that follows runs faster, by so many frames a tick. */
const LATE_FRAMES = 10;
const CATCH_UP = 4;
/** How often those that serve us are told what we hold. */
const TELL_MS = 100;
/** Checksums of one machine that wait for us to come to their frame. */
const CHECKS_MAX = 8;
/** A server that shows nothing new, while others are this much further, holds back. */
const HELD_BACK_FRAMES = 120;

interface Check {
  readonly seat: Seat;
  readonly frame: Frame;
  readonly checksum: number;
}

/** A match seen from outside: by one that watches, or that is on the way back to its seat. */
export class Following<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  /** Our own seat, or undefined for a spectator. */
  readonly self: Seat | undefined;
  readonly #sections: InputSections<F>;
  readonly #events: WatchEvents<F>;
  readonly #input: Uint32Array;
  #download: StateDownload<F>;
  #isLoaded = false;
  #isLate = false;
  /** Whom we asked to serve us, and when it last did. Nobody else's word counts for inputs and state. */
  #server = 0;
  #servedAt: number;
  #rotatedAt: number;
  readonly #startedAt: number;
  #toldAt = -TELL_MS;
  #certain: Frame = NULL_FRAME;
  /** The highest certain frame that another machine than the server told. */
  #elsewhere: Frame = NULL_FRAME;
  /** By seat: where it was heard last, or ''. */
  readonly #addresses: PeerId[];
  #checks: Check[] = [];
  /** Mask of the seats whose difference was told. */
  #told = 0;
  #owner: Seat | undefined;
  readonly #entries: (MembershipStart | undefined)[];

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
    this.#sections = new InputSections(context.settings, context.parts, context.outbox.out);
    this.#events = new WatchEvents(context, this.seats, this.self, (seat) => this.#addresses[seat.index]!);
    this.#input = new Uint32Array(context.settings.inputWords);
    this.#download = this.#newDownload();
    this.#entries = this.seats.map(() => undefined);
    this.#addresses = this.seats.map((seat) => this.#linkOf(seat)?.address ?? '');
    this.#servedAt = this.#rotatedAt = this.#startedAt = context.clock.time();
    this.#server = this.seats.findIndex((seat) => this.#linkOf(seat));
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

  reportOf(seat: Seat): Acquaintance | undefined {
    return this.#meeting.acquaintances.all.find(
      ({ report }) => report?.seat === seat.index && report.token === this.invitation.token,
    );
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
    if (now - this.#servedAt > dropAfterMs) return this.#end('dropped');
    if (!this.#isLoaded && now - this.#startedAt > loadMs(this.#context.settings)) return this.#failToLoad();
    const isSilent = now - Math.max(this.#servedAt, this.#rotatedAt) > notifyAfterMs;
    // While a state is loaded, nobody has more than half of the time.
    const isSlow = !this.#isLoaded && now - this.#rotatedAt > loadMs(this.#context.settings) / 2;
    if (isSilent || isSlow || this.#download.isHopeless) this.#rotate();
    const server = this.#linkOf(this.seats[this.#server]);
    if (!this.#isLoaded) {
      if (server) this.#download.ask(server);
    } else this.#tell();
    this.#compare();
  }

  /** When more than half of those who play let us into our seat: from which frame on, and who plays. */
  entry(): MembershipStart | undefined {
    const told = this.#entries.filter((entry) => entry !== undefined);
    return told.find(({ out, enteredAt }) => {
      const players = this.seats.filter((seat) => seat !== this.self && !(out & seat.bit));
      const alike = told.filter((other) => other.out === out && other.enteredAt === enteredAt);
      return alike.length * 2 > players.length;
    });
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

  #linkOf(seat: Seat | undefined): Link | undefined {
    return seat && this.reportOf(seat)?.link;
  }

  #newDownload(): StateDownload<F> {
    return new StateDownload(this.#context, SNAPSHOT, snapshotBytes(this.#context));
  }

  #failToLoad(): void {
    const { received, size } = this.loading;
    const ms = this.#context.clock.time() - this.#startedAt;
    const detail = `the state has ${size} bytes, of which ${received} came in ${ms} ms`;
    const peer = this.#linkOf(this.seats[this.#server])?.address ?? '';
    this.#context.events.emit('reject', { peer, who: 'self', reason: 'timeout', detail });
    this.#end('timeout');
  }

  #rotate(): void {
    this.#rotatedAt = this.#context.clock.time();
    for (let i = 1; i <= this.seats.length; i++) {
      const next = (this.#server + i) % this.seats.length;
      if (!this.#linkOf(this.seats[next])) continue;
      if (next !== this.#server && !this.#isLoaded) this.#download = this.#newDownload();
      this.#server = next;
      return;
    }
  }

  /** Tells the one that serves us what we hold, and the others that we are there. */
  #tell(): void {
    const now = this.#context.clock.time();
    if (now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    const { session, inputs } = this.#context.parts;
    const isLevel = this.self && this.#certain - session.frame() < LATE_FRAMES;
    const frame = inputs.confirmed();
    for (const seat of this.seats) {
      const link = this.#linkOf(seat);
      if (!link) continue;
      const isServer = seat.index === this.#server;
      // Whoever announces our return has to know that we are level, whether it serves us or not.
      const kind = isServer ? (isLevel ? READY : FOLLOW) : LISTEN;
      putQuestion(this.#context, link, {
        kind,
        frame,
        first: +!!isLevel,
        there: NOTHING_THERE,
        wanted: 0,
        checksum: 0,
      });
    }
  }

  #read(from: Acquaintance, type: number, isNewest: boolean): void {
    const seat = this.seats.find((each) => this.#linkOf(each) === from.link);
    if (!seat) return this.#context.links.drop();
    this.#addresses[seat.index] = from.link.address;
    if (type === WATCH) this.#readWatch(seat, from.link, isNewest);
    else if (type === CHUNK && seat.index === this.#server && !this.#isLoaded) this.#readChunk(from.link);
    else if (type === ENTER) this.#readEnter(seat, from.link);
  }

  #readEnter(seat: Seat, { queue: { reader } }: Link): void {
    const [enteredAt, view, out] = [reader.get(), reader.get() & 7, reader.get() & 15];
    const latest = this.#context.parts.session.frame() + AHEAD_MAX;
    if (!this.self || !this.#isLoaded || !reader.isRead() || out & this.self.bit || enteredAt > latest) return;
    this.#entries[seat.index] = { view, out, enteredAt };
  }

  #readChunk(link: Link): void {
    if (link.queue.reader.get() !== SNAPSHOT) return;
    const { received, frame } = this.#download;
    const isWhole = this.#download.take(link);
    const isProgress = this.#download.received !== received || this.#download.frame !== frame;
    if (isProgress) this.#servedAt = this.#context.clock.time();
    if (!isWhole) return;
    // A frame that is far ahead of what another machine calls certain, or the last that there is, cannot be.
    const latest = this.#elsewhere < 0 ? NEVER : Math.min(this.#elsewhere + 4 * AHEAD_MAX, NEVER);
    if (this.#download.frame > latest) {
      this.#download = this.#newDownload();
      return this.#rotate();
    }
    const { frame: after, bytes } = this.#download;
    this.#events.begin(useSnapshot(this.#context, after, bytes, this.self?.first ?? 0).out);
    this.#certain = this.#download.frame;
    this.#isLoaded = true;
  }

  #readWatch(seat: Seat, { queue: { reader } }: Link, isNewest: boolean): void {
    const header = getWatchHeader(reader, this.seats);
    if (!header) return this.#context.links.drop();
    this.#note(seat, header);
    if (seat.index !== this.#server) {
      this.#elsewhere = Math.max(this.#elsewhere, Math.min(header.certain, NEVER));
      return;
    }
    if (!this.#isLoaded) return;
    const { inputs } = this.#context.parts;
    const before = inputs.confirmed();
    // A late packet says how things stood before.
    if (isNewest) this.#events.take(header);
    // However far ahead it claims to be, what we can know of is near.
    if (isNewest) this.#certain = Math.min(header.certain, inputs.confirmed() + 2 * AHEAD_MAX);
    while (reader.sound && reader.at < reader.end) {
      this.#owner = this.seats[reader.get()];
      if (!this.#owner || !reader.sound) break;
      this.#sections.get(reader, this.#owner, header.certain, this.#takeRow);
    }
    if (!reader.sound) this.#context.links.drop();
    const isHeldBack = inputs.confirmed() + HELD_BACK_FRAMES < this.#elsewhere;
    if (inputs.confirmed() > before || !isHeldBack) this.#servedAt = this.#context.clock.time();
  }

  readonly #takeRow: TakeRow = (frame, row) => {
    const { inputs, session } = this.#context.parts;
    const owner = this.#owner!; // Set by the reader of the section.
    if (frame !== inputs.confirmedOf(owner.first) + 1 || frame > session.frame() + AHEAD_MAX) return;
    const input = this.#input;
    for (let player = 0; player < owner.players; player++) {
      for (let word = 0; word < input.length; word++) input[word] = row[player * input.length + word]!;
      // Nothing is guessed here, so nothing can be contradicted.
      inputs.write(owner.first + player, frame, input);
    }
  };

  #note(seat: Seat, { checkedFrame, checksum }: WatchHeader): void {
    if (checkedFrame < 0 || checkedFrame > this.#certain + AHEAD_MAX) return;
    if (this.#checks.some((check) => check.seat === seat && check.frame === checkedFrame)) return;
    const own = this.#checks.filter((check) => check.seat === seat);
    if (own.length >= CHECKS_MAX) this.#checks.splice(this.#checks.indexOf(own[0]!), 1);
    this.#checks.push({ seat, frame: checkedFrame, checksum });
  }

  /** Compares our state with what the machines say of theirs, as soon as we have come to the frame. */
  #compare(): void {
    const { session, ring, inputs } = this.#context.parts;
    const through = Math.min(inputs.confirmed(), session.frame() - 1);
    const due = this.#checks.filter(({ frame }) => frame <= through);
    if (due.length === 0) return;
    this.#checks = this.#checks.filter(({ frame }) => frame > through);
    for (const { seat, frame, checksum } of due) {
      if (frame < session.frame() - session.depth() || this.#told & seat.bit) continue;
      const from = ring.wordsAt(session.frame() - 1 - frame);
      const local = checksumWords(ring.words, from, ring.live.length, this.invitation.token);
      if (local === checksum) continue;
      this.#told |= seat.bit;
      const peer = this.#linkOf(seat)?.address ?? '';
      this.#context.events.emit('desync', {
        frame,
        peer,
        local: local >>> 0,
        remote: checksum >>> 0,
        odd: 'unknown',
      });
      if (this.#context.settings.onDesync === 'end') this.#end('desync');
    }
  }
}

/** Frame numbers end here for a machine that follows: it could not go on from a later one. */
const NEVER = 0x7fff_ffff - 2 * AHEAD_MAX;

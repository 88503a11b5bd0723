import type { Frame } from '../base/frame.js';
import { ACK, SEND } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { SEATS_MAX } from '../wire/limits.js';
import { BYE, ENTER, FINISHED, HIDDEN, PAUSED, REPORTS, RETURNS, SUMMED } from '../wire/messages.js';
import type { PacketReader } from '../wire/packet.js';
import type { MatchContext } from './context.js';
import type { DesyncWatch } from './desync/desync-watch.js';
import { InputSections, type TakeRow } from './input-sections.js';
import type { Link } from './link/link.js';
import type { Membership } from './membership/membership.js';
import type { Relay } from './membership/relay.js';
import type { Pauses } from './pauses.js';
import type { Progress } from './progress.js';
import type { SeatReports } from './seat-reports.js';
import type { Seat, SeatLinks } from './seat.js';
import type { TimeSync } from './time-sync.js';

/** What keeps time rides in every eighth packet: eight times a second, five bytes. */
const TIMED_MASK = 7;
/** Sections of one packet are noted in a mask: numbers of seats, and of seats that return. */
const SECTION_NUMBERS = 2 * RETURNS;

export interface PlayPacketsParts<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly seatLinks: SeatLinks;
  readonly reports: SeatReports;
  readonly progress: Progress;
  readonly membership: Membership<F>;
  readonly relay: Relay;
  readonly pauses: Pauses;
  readonly desync: DesyncWatch<F>;
  readonly timeSync: TimeSync;
}

/** PLAY and BYE: inputs, acks and reports between seats. docs/wire-format.md has the table. */
export class PlayPackets<F extends FieldSpecs> {
  readonly #sections: InputSections<F>;
  readonly #acks = new Int32Array(SEATS_MAX);
  readonly #input: Uint32Array;
  readonly #takeRow: TakeRow = (frame, row) => this.#receiveRow(frame, row);
  /** Whose inputs #receiveRow stores. */
  #owner: Seat;

  readonly #context: MatchContext<F>;
  readonly #parts: PlayPacketsParts<F>;

  constructor(context: MatchContext<F>, parts: PlayPacketsParts<F>) {
    this.#context = context;
    this.#parts = parts;

    this.#sections = new InputSections(context.settings, context.parts, context.outbox.out);
    this.#input = new Uint32Array(context.settings.inputWords);
    this.#owner = parts.self;
  }

  /** One packet to each other seat that may hear us. */
  sendAll(type: number): void {
    const { seats, self, seatLinks, membership } = this.#parts;
    for (let i = 0; i < seats.length; i++) {
      const to = seats[i]!;
      const link = to === self ? undefined : seatLinks.of(to);
      if (link && membership.mayHear(to)) this.#send(to, link, type);
    }
  }

  /** Reads the body of a PLAY or BYE of a seat; the reader stands behind the header. */
  read(from: Seat, link: Link): void {
    const parts = this.#parts;
    const context = this.#context;
    const { queue } = link;
    const { reader, kind } = queue;
    const { session } = context.parts;
    const { isNewest } = queue;
    this.#readReports(from, reader, (kind & REPORTS) > 0, isNewest);
    // Half a frame number is enough: no machine that plays is 9 minutes ahead of another.
    const frame = session.frame() + (((reader.getShort() - session.frame()) << 16) >> 16);
    for (let i = 0; i < parts.seats.length; i++) {
      if (i !== from.index) this.#acks[i] = frame - reader.getSigned();
    }
    if (!reader.sound) return context.links.drop();
    link.stats.countIn(queue.length);
    this.#takeAcks(from);
    if ((queue.bytes[queue.start + 5]! & TIMED_MASK) === 0) link.stats.getTimes(reader, queue.arrived);
    if (isNewest) {
      parts.reports.of(from).frame = frame;
      parts.timeSync.sample(link, frame);
      this.#takeFlags(from, kind);
    }
    if (kind & SUMMED) parts.desync.hear(from, frame, reader);
    this.#readSections(from, reader, frame, isNewest);
  }

  #send(to: Seat, link: Link, type: number): void {
    const { seats, self, membership, progress, pauses, desync, relay } = this.#parts;
    const { outbox, clock, settings, parts } = this.#context;
    const { out } = outbox;
    const frame = parts.session.frame();
    // A machine that is back has to know when its inputs began to count, until one of them comes.
    if (membership.vacancies.enteredAt(to) > progress.heldOf(to))
      this.#sendEnter(link, membership.vacancies.enteredAt(to));
    outbox.startSealed(link, type | ((type & 15) === BYE ? 0 : pauses.ownFlags) | (membership.isWhole() ? 0 : REPORTS));
    const sequence = out.bytes[5]!;
    if (!membership.isWhole()) this.#putReports();
    // @lesson send.header
    out.putShort(frame);
    for (let i = 0; i < seats.length; i++) if (i !== self.index) out.putSigned(frame - membership.holds(seats[i]!));
    if ((sequence & TIMED_MASK) === 0) link.stats.putTimes(out, clock);
    if (desync.isDue(sequence)) {
      out.bytes[4]! |= SUMMED;
      desync.put(out, frame);
    }
    // @lesson send.presses
    this.#putSections(to, frame);
    // @lesson send.tell
    settings.trace?.(SEND, progress.heldOf(self), to.first, out.at);
    const packet = outbox.sendSealed(link);
    if (relay.isNeeded(to)) relay.carry(to, packet);
  }

  #sendEnter(link: Link, frame: Frame): void {
    const { outbox } = this.#context;
    const { view, out } = this.#parts.membership.own;
    outbox.startSealed(link, ENTER);
    for (const value of [frame, view, out]) outbox.out.put(value);
    outbox.sendSealed(link);
  }

  #putReports(): void {
    const { out: writer } = this.#context.outbox;
    const { view, out, accuses, deaf, closing } = this.#parts.membership.own;
    writer.putByte(view);
    writer.putByte(out | (accuses << 4));
    writer.putByte(deaf | (closing << 4));
  }

  #putSections(to: Seat, frame: Frame): void {
    const { out } = this.#context.outbox;
    const { seats, self, membership, reports, progress } = this.#parts;
    const { returning, returnsAt } = membership.own;
    const { acked, held } = reports.of(to);
    if (returning >= 0) {
      out.put(RETURNS + returning);
      out.putSigned(frame - returnsAt);
    }
    this.#sections.put(self, frame, acked + 1, progress.heldOf(self) + 1);
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      if (!membership.lending.lends(seat, to)) continue;
      this.#sections.put(seat, frame, held[i]! + 1, progress.heldOf(seat) + 1);
    }
  }

  /** The membership that a packet reports; without the flag all seats play. */
  #readReports(from: Seat, reader: PacketReader, flagged: boolean, isNewest: boolean): void {
    const view = flagged ? reader.getByte() : 0;
    const wanted = flagged ? reader.getByte() : 0;
    const heard = flagged ? reader.getByte() : 0;
    if (!isNewest || !reader.sound) return;
    const report = this.#parts.reports.of(from);
    report.view = view & 7;
    report.out = wanted & 15;
    report.accuses = wanted >> 4;
    report.deaf = heard & 15;
    report.closing = heard >> 4;
    report.returning = -1;
  }

  #takeAcks(from: Seat): void {
    const { seats, self, reports, progress } = this.#parts;
    const report = reports.of(from);
    for (let i = 0; i < seats.length; i++) {
      if (i === from.index) continue;
      report.held[i] = Math.max(report.held[i]!, Math.min(this.#acks[i]!, progress.claimable(seats[i]!)));
    }
    const acked = Math.min(this.#acks[self.index]!, progress.heldOf(self));
    if (acked <= report.acked) return;
    this.#context.settings.trace?.(ACK, acked, from.first, acked - report.acked);
    report.acked = acked;
  }

  #takeFlags(from: Seat, kind: number): void {
    const report = this.#parts.reports.of(from);
    const isBye = (kind & 15) === BYE;
    report.left = isBye && !(kind & FINISHED);
    report.finished ||= isBye && (kind & FINISHED) > 0;
    if (!isBye) report.pausing = kind & (PAUSED | HIDDEN);
  }

  #readSections(from: Seat, reader: PacketReader, base: Frame, isNewest: boolean): void {
    const { seats, membership, reports } = this.#parts;
    let told = 0;
    while (reader.sound && reader.at < reader.end) {
      const number = reader.get();
      const seat = seats[number % RETURNS];
      // One section a number: a packet's work is bounded by its seats.
      if (!seat || number >= SECTION_NUMBERS || told & (1 << number)) {
        reader.sound = false;
        break;
      }
      told |= 1 << number;
      if (number >= RETURNS) {
        const at = base - reader.getSigned();
        if (!isNewest || !reader.sound || seat === this.#parts.self) continue;
        reports.of(from).returning = seat.index;
        reports.of(from).returnsAt = at;
        continue;
      }
      this.#owner = seat;
      // What may not be taken is read all the same: the next section begins after it.
      const wanted = this.#parts.progress.heldOf(seat) + 1;
      this.#sections.get(
        reader,
        seat,
        base,
        wanted,
        membership.lending.mayTake(seat, from) ? this.#takeRow : ignoreRow,
      );
    }
    if (!reader.sound) this.#context.links.drop();
  }

  #receiveRow(frame: Frame, row: Uint32Array): void {
    const { session } = this.#context.parts;
    const input = this.#input;
    const owner = this.#owner;
    // @lesson take.next
    // The next frame alone, and no further ahead than the session keeps: what is left out comes again, not being acked.
    if (frame !== this.#parts.progress.heldOf(owner) + 1 || frame > session.frame() + session.capacity) return;
    for (let player = 0; player < owner.players; player++) {
      for (let word = 0; word < input.length; word++) input[word] = row[player * input.length + word]!;
      // @lesson take.receive
      this.#context.parts.queueInput(owner.first + player, frame, input);
    }
  }
}

const ignoreRow: TakeRow = () => undefined;

import type { Frame } from '../base/frame.js';
import { ACK, SEND } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow, getRows, putRows, rowBytesMax } from '../wire/input-rows.js';
import { BYE, FINISHED, HIDDEN, MASKED, PAUSED, RETURNS, SUMMED } from '../wire/messages.js';
import { OUTSIDE_AHEAD_MAX, SECTION_MAX, TELL_MS, TIMED_EVERY } from './figures.js';
import { ACCUSED_AT, BYTES_IN, HEARD_AT, PACKETS_IN, PAUSED_AT, SEATS_MAX } from './gauges.js';
import type { Seat } from './seat.js';
import { heldOf, isLive, type Table } from './table.js';

/** PLAY and BYE: inputs, acks and gossip between the machines of a running match. docs/wire-format.md has the table. */
export interface Play {
  /** One packet to each other machine. */
  sendAll(type: number): void;
  /**
   * Writes a section: one seat's inputs of frames start … end-1, as many as fit. `base` is the frame that the packet
   * names. Returns how many.
   */
  section(seat: Seat, base: Frame, start: Frame, end: Frame): number;
  /** Reads sections to the end of the packet. */
  sections(from: Seat, base: Frame): void;
  /** Reads a PLAY or BYE that carries the match's seal. */
  read(): void;
}

/** True if the packet of this sequence number carries what keeps time. */
const isTimed = (sequence: number): boolean => sequence % TIMED_EVERY === 0;

export function createPlay<F extends FieldSpecs>(table: Table<F>): Play {
  const { settings, post, out, inbox, reader, session, inputs } = table;
  const { inputWords } = settings;
  const row = new Uint32Array(settings.game.numPlayers * inputWords);
  const one = new Uint32Array(inputWords);
  const acks = new Int32Array(SEATS_MAX);
  /** Whose inputs `take` stores. */
  let owner: Seat | undefined;

  /**
   * Stores one row, if it is the very next frame and the session has room for it: what is left out comes again, as it
   * is not acked.
   */
  const take = (frame: Frame): void => {
    if (
      !owner ||
      // @lesson take.next
      frame !== heldOf(table, owner) + 1 ||
      frame > session.frame() + (table.outside ? OUTSIDE_AHEAD_MAX : session.capacity)
    )
      return;
    for (let player = 0; player < owner.players; player++) {
      for (let word = 0; word < inputWords; word++) one[word] = row[player * inputWords + word]!;
      // From outside nothing is guessed, so nothing can be contradicted.
      if (table.outside) inputs.write(owner.first + player, frame, one);
      // @lesson take.receive
      else session.queueRemoteInput(owner.first + player, frame, one);
    }
  };

  const section = (seat: Seat, base: Frame, start: Frame, end: Frame): number => {
    if (start >= end || out.at + rowBytesMax(seat.players * inputWords) + 8 > settings.limit) return 0;
    out.put(seat.index);
    out.putSigned(base - start);
    const count = out.at++;
    return (out.bytes[count] = putRows(
      out,
      inputs,
      inputWords,
      seat.first,
      seat.players,
      start,
      Math.min(end, start + SECTION_MAX),
      settings.limit,
    ));
  };

  const sections = (from: Seat, base: Frame): void => {
    while (reader.sound && reader.at < reader.end) {
      const number = reader.get();
      const start = base - reader.getSigned();
      const seat = table.seats[number % RETURNS];
      if (!seat || !reader.sound) break;
      if (number >= RETURNS) table.drops.hearReturn(from, seat, start);
      else {
        // Its own inputs, or those of one that we have stopped accepting from directly; from outside we take everyone's
        // from whoever serves us.
        owner = table.outside || seat === from || table.suspects & seat.bit ? seat : undefined;
        // A packet so old that the row before it is no longer kept has nothing new in it.
        if (inputs.realAt(seat.first, start - 1) < 0) owner = undefined;
        copyRow(inputs, inputWords, seat.first, seat.players, start - 1, row);
        getRows(reader, row, seat.players * inputWords, start, reader.getByte(), take);
      }
    }
    if (!reader.sound) inbox.dropped++;
  };

  const send = (to: Seat, type: number): void => {
    const { self } = table;
    const frame = session.frame();
    const sequence = to.sequenceOut;
    to.sequenceOut = (sequence + 1) & 255;
    const timed = isTimed(sequence);
    const summed = table.desync.due(sequence);
    const masks = table.dropped | (table.suspects << 4);
    out.start(type | table.pausing | (masks ? MASKED : 0) | (summed ? SUMMED : 0));
    out.bytes[out.at++] = self.index | (to.index << 2) | (table.view << 4) | (table.drops.isSplit() ? 128 : 0);
    if (masks) out.bytes[out.at++] = masks;
    out.bytes[out.at++] = sequence;
    // @lesson send.header
    out.putShort(frame);
    for (const seat of table.seats) {
      if (seat !== self) out.putSigned(frame - heldOf(table, seat));
    }
    if (timed) table.time.put(to);
    if (summed) table.desync.put();
    if (table.returnsAt >= 0) {
      out.put(RETURNS + table.returning.index);
      out.putSigned(frame - table.returnsAt);
    }
    if (to.fillTo >= 0 && to.acked <= to.fillTo) {
      out.put(RETURNS + to.index);
      out.putSigned(frame - to.fillTo - 1);
    }
    // @lesson send.presses
    section(self, frame, to.acked + 1, heldOf(table, self) + 1);
    // What a machine that left has sent to us and not to everyone.
    for (const seat of table.seats) {
      if (table.suspects & to.suspects & seat.bit)
        section(seat, frame, to.held[seat.index]! + 1, heldOf(table, seat) + 1);
    }
    // @lesson send.tell
    settings.trace?.(SEND, heldOf(table, self), to.first, out.at);
    post.send(to.peer, table.token, to);
  };

  return {
    section,
    sections,
    sendAll(type) {
      for (const seat of table.seats) {
        // One that we have stopped accepting from may still hear us: then it learns that it is out.
        if (seat !== table.self && (!(table.dropped & seat.bit) || post.time() - seat.gauges[ACCUSED_AT]! < TELL_MS))
          send(seat, type);
      }
    },
    read() {
      const { kind } = inbox;
      const { self, seats } = table;
      const route = reader.getByte();
      const masks = kind & MASKED ? reader.getByte() : 0;
      const sequence = reader.getByte();
      const from = seats[route & 3];
      // Half a frame number is enough: no machine that plays is 9 minutes ahead of another.
      const frame = session.frame() + (((reader.getShort() - session.frame()) << 16) >> 16);
      for (let i = 0; i < seats.length; i++) if (i !== (route & 3)) acks[i] = frame - reader.getSigned();
      // A naive transport may hand us what was meant for another.
      if (!reader.sound || !from || ((route >> 2) & 3) !== self.index || !isLive(table, from)) {
        inbox.dropped++;
        // Of a suspect one thing counts: whom it accuses.
        if (from && table.suspects & from.bit) from.suspects |= masks >> 4;
        return;
      }
      const view = (route >> 4) & 7;
      if (!table.drops.sameView(from, view, masks & 15)) {
        // One that closed before it heard of a drop never will hear of it.
        if ((kind & 15) === BYE && ((table.view - view) & 7) === 1) table.drops.suspect(from, 'left');
        return;
      }
      const now = post.time();
      // The sequence number, which wraps, only tells packets of one frame apart: those of a machine that stalls or
      // pauses.
      const newest = frame > from.frame || (frame === from.frame && ((sequence - from.sequenceIn) & 255) < 128);
      // Mispredicting a machine's address would cost a stall, so only its newest packet moves it.
      if (newest) from.peer = inbox.peer;
      if (newest) table.time.count(from, sequence);
      from.gauges[BYTES_IN]! += inbox.length;
      from.gauges[PACKETS_IN]!++;
      from.gauges[HEARD_AT] = now;
      if (from.interrupted) {
        from.interrupted = false;
        post.emit('resume', { peer: from.peer });
      }
      for (let i = 0; i < seats.length; i++) if (i !== from.index) from.held[i] = Math.max(from.held[i]!, acks[i]!);
      const acked = Math.min(acks[self.index]!, heldOf(table, self));
      if (acked > from.acked) {
        settings.trace?.(ACK, acked, from.first, acked - from.acked);
        from.acked = acked;
      }
      from.frame = Math.max(from.frame, frame);
      if (isTimed(sequence)) table.time.get(from);
      if (newest) table.time.sample(from, frame);
      if (kind & SUMMED) table.desync.get(from, frame);
      sections(from, frame);
      table.drops.hear(from, masks >> 4, route > 127);
      const pausing = kind & (PAUSED | HIDDEN);
      if ((kind & 15) === BYE) {
        if (kind & FINISHED) from.done = true;
        else table.drops.suspect(from, 'left');
      } else if (newest && pausing !== from.pausing) {
        if (!from.pausing) {
          from.gauges[PAUSED_AT] = now;
          post.emit('pause', { by: from.peer, reason: pausing & HIDDEN ? 'hidden' : 'user' });
        } else if (!pausing) post.emit('unpause', { by: from.peer });
        from.pausing = pausing;
      }
    },
  };
}

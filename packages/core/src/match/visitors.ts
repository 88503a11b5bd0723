import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { EVIDENCE, FOLLOW, READY, SNAPSHOT, SPECTATOR, WATCH } from '../wire/messages.js';
import { BEHIND_MAX, PACKETS_MAX, RETURN_AHEAD, SNAPSHOT_MS, STRIP, VISITORS_MAX } from './figures.js';
import type { Candidate } from './hello.js';
import type { Seat } from './seat.js';
import { takeSnapshot } from './snapshot.js';
import { heldByAll, isLive, isLowest, type Table } from './table.js';
import type { PeerId } from './transport.js';

interface Visitor {
  peer: PeerId;
  /** The seat its ticket is for. */
  readonly seat: Seat | undefined;
  /** It holds all inputs up to here. */
  acked: Frame;
  heardAt: number;
  /** We are the one that serves it. */
  ours: boolean;
  ready: boolean;
}

/** Those who watch, and those on their way back: what a player's machine does for them. */
export interface Visitors {
  /** A machine without a seat said hello to a running match: true if it may come in. */
  welcome(other: Candidate): boolean;
  /** Reads a PULL. */
  read(): void;
  /** Sends to those we serve; lets in those that are level. */
  tick(through: Frame): void;
}

export function createVisitors<F extends FieldSpecs>(table: Table<F>): Visitors {
  const { settings, post, out, inbox, reader, session, inputs } = table;
  const visitors = new Map<number, Visitor>();
  const guests = new Map<number, Candidate>();
  let kept: Uint8Array | undefined;
  let keptFrame = NULL_FRAME;
  let keptAt = 0;
  let keptView = 0;
  let certain = NULL_FRAME;

  const seatOf = (other: Candidate): Seat | undefined =>
    other.ticketToken === table.token ? table.seats.find((seat) => (seat.node | 0) === other.ticketNode) : undefined;

  /** One that came back in the meantime does not hold what was before. */
  const holds = (frame: Frame): boolean => {
    for (let player = 0; player < settings.game.numPlayers; player++) if (frame <= certain && inputs.realAt(player, frame) < 0) return false;
    return true;
  };

  const begin = (): void => {
    out.start(WATCH);
    out.put(table.view);
    out.put(table.dropped);
    out.putSigned(certain);
  };

  const letIn = (seat: Seat, acked: Frame): void => {
    // It must hold every real input of those who are out, its own old ones among them, and all that was filled for those who are back: once it is
    // let in nobody sends it those any more.
    for (const other of table.seats) if (acked < (table.dropped & other.bit ? other.cut : other.fillTo)) return;
    if (!(table.dropped & seat.bit) || table.suspects || !isLowest(table)) return;
    table.drops.announce(seat, session.frame() + RETURN_AHEAD);
  };

  return {
    welcome(other) {
      const seat = seatOf(other);
      if (!(other.flags & SPECTATOR) && !seat) return false;
      if (seat && !settings.onDrop && !settings.rejoinGraceMs) return false;
      if (guests.size < VISITORS_MAX || guests.has(other.node)) guests.set(other.node, other);
      return true;
    },
    read() {
      const node = reader.getWord() >>> 0;
      const kind = reader.get();
      const server = reader.get();
      const frame = reader.getSigned();
      const offset = reader.get();
      const now = post.time();
      if (!reader.isRead()) {
        inbox.dropped++;
        return;
      }
      if (kind === EVIDENCE) {
        const asker = table.seats.find((seat) => seat.node === node);
        const bytes = asker && table.desync.evidence(frame, asker);
        if (bytes) table.transfer.give(kind, frame, bytes, offset, inbox.peer);
        return;
      }
      const guest = guests.get(node);
      if (!guest) return;
      const ours = server === table.self.index;
      if (kind === SNAPSHOT) {
        if (!ours || certain < 0) return;
        // One that is back itself and has not simulated yet has no state to give.
        if (!session.depth()) return;
        // A snapshot of an earlier view would let a machine take packets for its own that were meant for the one that had its seat since.
        if (!kept || keptView !== table.view || (frame !== keptFrame && now - keptAt > SNAPSHOT_MS)) {
          keptView = table.view;
          // On a long line the ring no longer holds what the others have acknowledged; what we hold is not cut away while we are here.
          keptFrame = Math.max(certain, session.frame() - session.depth());
          kept = takeSnapshot(table, keptFrame);
          keptAt = now;
        }
        table.transfer.give(kind, keptFrame, kept, frame === keptFrame ? offset : 0, inbox.peer);
      } else if (kind === FOLLOW || kind === READY) {
        let visitor = visitors.get(node);
        if (!visitor) {
          if (certain - frame > BEHIND_MAX) return;
          visitor = { peer: inbox.peer, seat: seatOf(guest), acked: frame, heardAt: now, ours, ready: false };
          visitors.set(node, visitor);
          if (!visitor.seat) post.emit('join', { peer: inbox.peer, role: 'spectator', handles: [], frame, rejoined: false });
        }
        visitor.peer = inbox.peer;
        visitor.acked = Math.max(visitor.acked, Math.min(frame, certain));
        visitor.heardAt = now;
        visitor.ours = ours;
        visitor.ready = kind === READY;
        if (visitor.seat && table.dropped & visitor.seat.bit) {
          visitor.seat.acked = visitor.acked;
          visitor.seat.peer = inbox.peer;
        }
      }
    },
    tick(through) {
      // What only some machines hold may still be cut away if those leave; no visitor is shown it.
      certain = heldByAll(table, through);
      for (const [node, visitor] of visitors) {
        const { seat } = visitor;
        const late = post.time() - visitor.heardAt > settings.dropAfterMs || certain - visitor.acked > BEHIND_MAX;
        if (late || (seat && isLive(table, seat))) {
          visitors.delete(node);
          guests.delete(node);
          if (!seat) post.emit('drop', { peer: visitor.peer, handles: [], lastFrame: visitor.acked, reason: 'timeout' });
          continue;
        }
        if (seat && visitor.ready) letIn(seat, visitor.acked);
        if (!visitor.ours || !holds(visitor.acked + 1)) continue;
        begin();
        // Frame by frame, not seat by seat: what one seat has to tell must not keep the others' from ever being sent.
        let packets = 0;
        for (let start = visitor.acked + 1; start <= certain && packets < PACKETS_MAX; start += STRIP) {
          for (const other of table.seats) {
            const end = Math.min(start + STRIP, certain + 1);
            for (let frame = start; frame < end; ) {
              frame += table.play.section(other, certain, frame, end);
              if (frame === end) break;
              post.send(visitor.peer, table.token);
              packets++;
              begin();
            }
          }
        }
        post.send(visitor.peer, table.token);
      }
    },
  };
}

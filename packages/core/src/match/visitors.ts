import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { EVIDENCE, READY, SNAPSHOT, WATCH } from '../wire/messages.js';
import { BEHIND_MAX, PACKETS_MAX, RELOADED_MS, RETURN_AHEAD, SNAPSHOT_MS, STRIP, VISITORS_MAX } from './figures.js';
import { HEARD_AT, RECEIVED } from './gauges.js';
import type { Candidate } from './hello.js';
import type { Seat } from './seat.js';
import { takeSnapshot } from './snapshot.js';
import { heldByAll, isLive, isLowest, reached, type Table } from './table.js';
import type { PeerId } from './transport.js';

interface Visitor {
  peer: PeerId;
  /** The seat its ticket is for. */
  readonly seat: Seat | undefined;
  /** It holds all inputs up to here; until it has a state to start from, that is not asked. */
  acked: Frame;
  heardAt: number;
  /** What it asked for last: FOLLOW or READY once it has a state. */
  kind: number;
  /** We are the one that serves it. */
  ours: boolean;
}

/** Those who watch, and those on their way back: what a player's machine does for them. */
export interface Visitors {
  /** A machine said hello to a running match. */
  meet(other: Candidate): void;
  /** Reads a PULL. */
  read(): void;
  /** Sends to those we serve; lets in those that are level. */
  tick(): void;
}

export function createVisitors<F extends FieldSpecs>(table: Table<F>): Visitors {
  const { settings, post, out, inbox, reader, session, inputs } = table;
  const visitors = new Map<number, Visitor>();
  let kept: Uint8Array | undefined;
  let keptFrame = NULL_FRAME;
  let keptAt = 0;
  let keptView = 0;
  let certain = NULL_FRAME;

  /** One that came back in the meantime does not hold what was before. */
  const holds = (frame: Frame): boolean => {
    for (let player = 0; player < settings.game.numPlayers; player++)
      if (frame <= certain && inputs.realAt(player, frame) < 0) return false;
    return true;
  };

  const begin = (): void => {
    out.start(WATCH);
    out.put(table.view);
    out.put(table.dropped);
    out.putSigned(certain);
  };

  const letIn = (seat: Seat, acked: Frame): void => {
    // It must hold every real input of those who are out, its own old ones among them, and all that was filled for
    // those who are back: once it is let in nobody sends it those any more.
    for (const other of table.seats) if (acked < (table.dropped & other.bit ? other.cut : other.fillTo)) return;
    if (!(table.dropped & seat.bit) || table.suspects || !isLowest(table)) return;
    table.drops.announce(seat, session.frame() + RETURN_AHEAD);
  };

  return {
    meet(other) {
      const { seats, token, outside } = table;
      const known = seats.find((seat) => seat.node === other.node);
      // With a ticket it is back: a `random` that begins alike after a reload gives it the number that it had.
      if (known && (outside || other.ticketToken !== token)) {
        // One that has not heard of the start yet may say so from a new address. From outside this is how we learn
        // them: everyone who plays invites.
        if (!known.gauges[RECEIVED]) known.peer = other.peer;
        if (!outside && table.dropped & known.bit)
          table.roster.refuse(other, 'full', 'the match has gone on without it');
        return;
      }
      if (outside) return;
      const home = seats.find((seat) => other.ticketToken === token && other.ticketNode === (seat.node | 0));
      for (const seat of seats) {
        if (!isLive(table, seat) || (seat !== home && seat.peer !== other.peer)) continue;
        // Reloaded, or back before we missed it; or else a hello of an earlier match that comes late while the seat is
        // well alive.
        if (post.time() - seat.gauges[HEARD_AT]! <= RELOADED_MS) return;
        table.drops.suspect(seat, 'left');
      }
      if (home ? settings.onDrop || settings.rejoinGraceMs : !other.players) {
        if (visitors.size < VISITORS_MAX && !visitors.has(other.node)) {
          visitors.set(other.node, {
            peer: other.peer,
            seat: home,
            acked: Infinity,
            heardAt: post.time(),
            kind: SNAPSHOT,
            ours: false,
          });
        }
        table.roster.invite(other.peer);
      } else table.roster.refuse(other, 'full', 'the match runs already');
    },
    read() {
      const node = reader.get();
      const kind = reader.get();
      const ours = reader.get() === table.self.index;
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
      const visitor = visitors.get(node);
      if (!visitor) return;
      visitor.heardAt = now;
      if (kind === SNAPSHOT) {
        // One that is back itself and has not simulated yet has no state to give.
        if (!ours || certain < 0 || !session.depth()) return;
        // A snapshot of an earlier view would let a machine take packets for its own that were meant for the one that
        // had its seat since.
        if (!kept || keptView !== table.view || (frame !== keptFrame && now - keptAt > SNAPSHOT_MS)) {
          keptView = table.view;
          // On a long line the ring no longer holds what all have acknowledged: then the oldest that it holds is given
          // once they have.
          keptFrame = Math.max(certain, session.frame() - session.depth());
          kept = takeSnapshot(table, keptFrame);
          keptAt = now;
        }
        if (keptFrame <= certain)
          table.transfer.give(kind, keptFrame, kept, frame === keptFrame ? offset : 0, inbox.peer);
      } else if (certain - frame <= BEHIND_MAX) {
        const { seat } = visitor;
        if (!seat && !visitor.kind)
          post.emit('join', { peer: inbox.peer, role: 'spectator', handles: [], frame, rejoined: false });
        Object.assign(visitor, { peer: inbox.peer, acked: Math.min(frame, certain), kind, ours });
        if (seat && table.dropped & seat.bit) Object.assign(seat, { peer: visitor.peer, acked: visitor.acked });
      }
    },
    tick() {
      // What only some machines hold may still be cut away if those leave; no visitor is shown it.
      certain = heldByAll(table, reached(table));
      for (const [node, visitor] of visitors) {
        const { seat } = visitor;
        const late = post.time() - visitor.heardAt > settings.dropAfterMs || certain - visitor.acked > BEHIND_MAX;
        if (late || (seat && isLive(table, seat))) {
          visitors.delete(node);
          if (!seat && visitor.kind)
            post.emit('drop', { peer: visitor.peer, handles: [], lastFrame: visitor.acked, reason: 'timeout' });
          continue;
        }
        if (seat && visitor.kind === READY) letIn(seat, visitor.acked);
        if (!visitor.ours || !holds(visitor.acked + 1)) continue;
        begin();
        // Frame by frame, not seat by seat: what one seat has to tell must not keep the others' from ever being sent.
        let packets = 0;
        for (let start = visitor.acked + 1; start <= certain && packets < PACKETS_MAX; start += STRIP) {
          for (const other of table.seats) {
            const end = Math.min(start + STRIP, certain + 1);
            for (let frame = start; frame < end;) {
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

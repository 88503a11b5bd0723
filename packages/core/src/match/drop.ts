import { FRAME_MAX, NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow } from '../wire/input-rows.js';
import type { DropReason } from './events.js';
import { MUTUAL_MS } from './figures.js';
import { ACCUSED_AT, GRACE_UNTIL, HEARD_AT, PAUSED_AT } from './gauges.js';
import { createSeat, type Seat } from './seat.js';
import { handlesOf, heldOf, isLive, isLowest, type Table } from './table.js';

/**
 * How the machines that remain agree that one is gone, and on its last input: the highest contiguous frame that any of
 * them holds.
 *
 * 1. Each stops accepting from the suspect, then reports what it holds of it (both ride in every PLAY).
 * 2. Who holds more relays it to who holds less.
 * 3. When all report the same frame, the drop is final: the view number rises. Nobody has to take back what it had
 * confirmed.
 */
export interface Drops {
  /** Stop accepting from a seat. */
  suspect(seat: Seat, reason: DropReason): void;
  /** The seats that `from` has stopped accepting from, and whether they are split. */
  hear(from: Seat, mask: number, split: boolean): void;
  /**
   * True if one of our suspects accuses a machine that we hear: the link between those two has failed, not a machine.
   */
  isSplit(): boolean;
  /** True if a packet of this view and dropped mask may be used. One of the next view tells that a drop is final. */
  sameView(from: Seat, view: number, dropped: number): boolean;
  /** We are back in our own seat: what we have not seen happen is as if we had. */
  enter(): void;
  /** A seat that is out is to come back: from `frame` on its inputs are its own. Final once every machine echoes it. */
  announce(seat: Seat, frame: Frame): void;
  hearReturn(from: Seat, seat: Seat, frame: Frame): void;
  /** Silence, time-outs, agreement, inputs for handles that nobody plays: once a tick or poll. */
  tick(): void;
}

export function createDrops<F extends FieldSpecs>(table: Table<F>): Drops {
  const { settings, post, session, inputs } = table;
  let split = false;
  /** What a handle that nobody plays is given: zeros unless onDrop is 'repeat'. */
  const filling = new Uint32Array(settings.inputWords);
  let suspectedAt = 0;
  /**
   * The last frame confirmed by all, and since when. No frame at first, not NULL_FRAME either: the wait for frame 0
   * counts from the start of the match.
   */
  let stuckAt = NaN;
  let stuckSince = 0;

  /** A new view: what was reported in the old one counts no more. */
  const turnOver = (dropped: number): void => {
    table.view = (table.view + 1) & 7;
    table.dropped = dropped;
    table.returnsAt = NULL_FRAME;
    split = false;
    for (const seat of table.seats) {
      seat.suspects = 0;
      seat.echo = NULL_FRAME;
      if (!(dropped & seat.bit)) seat.gauges[ACCUSED_AT] = 0;
      // A return that was announced and is not to be: the seat goes on as one that is out.
      else if (seat.fillTo >= 0) seat.fillTo = FRAME_MAX;
    }
  };

  /** What becomes of the handles of a seat that is out and not coming back soon. */
  const giveUp = (seat: Seat): void => {
    seat.gauges[GRACE_UNTIL] = 0;
    if (settings.onDrop) seat.fillTo = FRAME_MAX;
    else post.end(table.over < 0 ? 'dropped' : 'finished');
  };

  const isSplit = (): boolean => {
    if (!table.suspects || split) return split;
    for (const seat of table.seats)
      if (table.suspects & seat.bit && (seat.suspects & ~table.suspects || seat.reason === 'split')) return true;
    return false;
  };

  const finalize = (mask: number): void => {
    const apart = isSplit();
    table.suspects &= ~mask;
    for (const seat of table.seats) {
      // One that goes again before it had an input of its own is cut where that would have been: until there all fill
      // its frames alike.
      if (mask & seat.bit) seat.cut = Math.max(heldOf(table, seat), seat.fillTo);
    }
    turnOver(table.dropped | mask);
    for (const seat of table.seats) {
      if (!(mask & seat.bit)) continue;
      const lastFrame = seat.cut;
      seat.gauges[ACCUSED_AT] = post.time();
      post.emit('drop', {
        peer: seat.peer,
        handles: handlesOf(seat),
        lastFrame,
        reason: apart && seat.reason === 'timeout' ? 'split' : seat.reason,
      });
      if (settings.rejoinGraceMs && table.over < 0) {
        seat.fillTo = lastFrame;
        seat.gauges[GRACE_UNTIL] = post.time() + settings.rejoinGraceMs;
      } else giveUp(seat);
    }
  };

  const comeBack = (seat: Seat): void => {
    const frame = table.returnsAt;
    table.desync.forget(seat);
    turnOver(table.dropped & ~seat.bit);
    Object.assign(seat, createSeat(seat, seat.index, seat.first, seat.acked + 1, post.time()), { fillTo: seat.fillTo });
    post.emit('join', { peer: seat.peer, role: 'player', handles: handlesOf(seat), frame, rejoined: true });
  };

  const suspect = (seat: Seat, reason: DropReason): void => {
    if (!isLive(table, seat)) return;
    // It has seen what it needs of a desync that ends the match here as well.
    if (table.desync.fatal) return post.end('desync');
    table.suspects |= seat.bit;
    seat.reason = reason;
    suspectedAt = post.time();
  };

  /** One that another machine cannot hear and we can is not silent: their link has failed. */
  const reasonFor = (seat: Seat): DropReason =>
    post.time() - seat.gauges[HEARD_AT]! < settings.notifyAfterMs ? 'split' : 'timeout';

  /** True once every machine that remains has stopped accepting from the same ones and holds the same of them. */
  const agreed = (): boolean => {
    const { seats, suspects } = table;
    const same = (other: Seat): boolean =>
      other.suspects === suspects &&
      seats.every((gone) => !(suspects & gone.bit) || other.held[gone.index] === heldOf(table, gone));
    return seats.every((other) => !isLive(table, other) || same(other));
  };

  /** Confirms the inputs of handles that nobody plays, as far as each seat's fillTo and the session's window go. */
  const fill = (): void => {
    for (const seat of table.seats) {
      // What we hold of a suspect is being agreed on: one on its way back that is gone again must not be filled
      // meanwhile.
      if (table.suspects & seat.bit) continue;
      const through = Math.min(seat.fillTo, session.frame() + session.capacity);
      for (let player = seat.first; player < seat.first + seat.players; player++) {
        for (let frame = inputs.confirmedOf(player) + 1; frame <= through; frame++) {
          if (settings.onDrop > 1) copyRow(inputs, settings.inputWords, player, 1, frame - 1, filling);
          session.queueRemoteInput(player, frame, filling);
        }
      }
    }
  };

  return {
    suspect,
    isSplit,
    hear(from, mask, apart) {
      const { self, seats } = table;
      split ||= apart && mask === table.suspects;
      // Reports only grow within a view, so an old packet takes nothing back.
      from.suspects |= mask;
      if (!(mask & ~table.suspects)) return;
      if (mask & self.bit) {
        // Of two that cannot hear each other the higher leaves; the third sides with the lower.
        if (from.index < self.index || table.suspects & (self.bit - 1)) post.end('dropped');
        else suspect(from, 'split');
        return;
      }
      for (const seat of seats) {
        if (!(mask & seat.bit) || !isLive(table, seat)) continue;
        const accusedAt = seat.gauges[ACCUSED_AT]!;
        if (from.index < seat.index) suspect(seat, reasonFor(seat));
        else if (!accusedAt) seat.gauges[ACCUSED_AT] = post.time();
        else if (post.time() - accusedAt > MUTUAL_MS) suspect(seat, reasonFor(seat));
      }
    },
    sameView(from, view, dropped) {
      const { self } = table;
      if (table.outside) {
        // Our own bit is gone from the mask of a later view: we are back in. In an earlier view it was not there yet.
        if (dropped & self.bit || !(table.dropped & self.bit) || ((view - table.view) & 7) > 3) return false;
        table.view = view;
        table.dropped = dropped;
        table.outside = false;
        return true;
      }
      if (view === table.view) return dropped === table.dropped;
      if (view !== ((table.view + 1) & 7)) return false;
      const mask = dropped & ~table.dropped;
      if (mask & self.bit) post.end('dropped');
      // It found all agreed, so it had our report that we hold the same: what we hold is the cut. Likewise with our
      // echo.
      else if (mask && !(mask & ~table.suspects)) {
        finalize(mask);
        return true;
      } else if (!mask && table.returnsAt >= 0 && dropped === (table.dropped & ~table.returning.bit)) {
        comeBack(table.returning);
        return true;
      }
      return false;
    },
    enter() {
      for (const seat of table.seats) {
        if (!(table.dropped & seat.bit)) continue;
        seat.cut = heldOf(table, seat);
        if (settings.onDrop) seat.fillTo = FRAME_MAX;
      }
    },
    announce(seat, frame) {
      if (table.returnsAt >= 0) return;
      table.returning = seat;
      table.returnsAt = frame;
      seat.fillTo = frame - 1;
    },
    hearReturn(from, seat, frame) {
      if (seat === table.self) {
        if (seat.fillTo >= 0) return;
        seat.fillTo = frame - 1;
        for (const other of table.seats) other.acked = Math.max(other.acked, frame - 1);
        return;
      }
      from.echo = frame;
      if (
        table.dropped & seat.bit &&
        table.returnsAt < 0 &&
        from.index < table.self.index &&
        frame > heldOf(table, seat)
      )
        this.announce(seat, frame);
    },
    tick() {
      const now = post.time();
      const confirmed = inputs.confirmed();
      if (table.paused || confirmed !== stuckAt || heldOf(table, table.self) === confirmed) {
        stuckAt = confirmed;
        stuckSince = now;
      }
      for (const seat of table.seats) {
        const { gauges, pausing } = seat;
        const until = gauges[GRACE_UNTIL]!;
        // Not while it is being let in: some have promised its frames to it, and others would give them away.
        if (until && now > until && table.returnsAt < 0) giveUp(seat);
        if (!isLive(table, seat)) continue;
        const silent = now - gauges[HEARD_AT]!;
        // One that talks and sends no inputs would be waited for for ever.
        const stuck = now - stuckSince > settings.pauseTimeoutMs && heldOf(table, seat) === confirmed;
        if (stuck || (pausing ? now - gauges[PAUSED_AT]! > settings.pauseTimeoutMs : silent > settings.dropAfterMs))
          suspect(seat, 'timeout');
        // One that cannot come to agree with us is one that we cannot play on with.
        else if (table.suspects && now - suspectedAt > settings.dropAfterMs && seat.suspects !== table.suspects)
          suspect(seat, 'split');
        else if (silent > settings.notifyAfterMs && !seat.interrupted) {
          seat.interrupted = true;
          post.emit('interrupt', { peer: seat.peer, silentMs: silent });
        }
      }
      if (table.suspects) {
        if (agreed()) finalize(table.suspects);
      } else if (
        table.returnsAt >= 0 &&
        isLowest(table) &&
        table.seats.every((seat) => !isLive(table, seat) || seat.echo === table.returnsAt)
      ) {
        comeBack(table.returning);
      }
      fill();
    },
  };
}

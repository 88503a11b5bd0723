import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import {
  AHEAD_WEIGHT,
  DEAD_BAND,
  DRIFT_MAX,
  DRIFT_PER_SECOND,
  DRIFT_SECONDS,
  LOSS_WINDOW,
  RATE_MAX,
  RATE_MS,
  RATE_PER_FRAME,
  RTT_MAX,
  RTT_WEIGHT,
} from './figures.js';
import { AHEAD, BYTES_IN, EXPECTED, JITTER, RATES, RECEIVED, RTT, STAMP, STAMPED_AT, THEIR_AHEAD } from './gauges.js';
import type { Seat } from './seat.js';
import { isLive, type Table } from './table.js';

/** What is known of the line to one other machine. */
export interface PeerStats {
  /** Smoothed. */
  rttMs: number;
  jitterMs: number;
  /** Of its packets to us, 0 … 1, over some 256. */
  lossRatio: number;
  /** Payload, over the last second. */
  bytesInPerSec: number;
  bytesOutPerSec: number;
  packetsInPerSec: number;
  /** Smoothed, with half the round trip taken off: above 0 it is behind us. */
  framesAhead: number;
  /** The last of our frames that it holds. */
  ackedFrame: Frame;
}

/** The round trip to each machine, and who is ahead of whom. */
export interface TimeSync {
  /** Notes when this tick began. */
  tick(): void;
  /**
   * Writes and reads what keeps time: how far ahead the sender feels, in eighths of a frame, its clock, and our own as
   * it last came.
   */
  put(to: Seat): void;
  get(from: Seat): void;
  /** Counts a packet for the loss. */
  count(from: Seat, sequence: number): void;
  /** A new packet says that its sender stood at `frame`. */
  sample(from: Seat, frame: number): void;
  pacing(): number;
  stats(seat: Seat): PeerStats;
}

export function createTimeSync<F extends FieldSpecs>(table: Table<F>): TimeSync {
  const { settings, post, out, inbox, reader, session } = table;
  const perMs = settings.hz / 1000;
  /**
   * The frame due at the last tick, when that was, when the rates were last taken, the drift, and our lead over the
   * machine furthest behind.
   */
  const last = new Float64Array(5);

  return {
    tick() {
      let lead = -Infinity;
      for (const seat of table.seats)
        if (isLive(table, seat)) lead = Math.max(lead, (seat.gauges[AHEAD]! - seat.gauges[THEIR_AHEAD]!) / 2);
      last[4] = lead = lead > -Infinity ? lead : 0;
      // A lead of a frame or more comes from the start, a stall or a silence, and says nothing about clocks; nor does
      // the tenth of one that phases make.
      const learnt = Math.abs(lead) < 1 && Math.abs(lead) > 0.1 ? (lead * DRIFT_PER_SECOND) / settings.hz : 0;
      // Forgotten within 20 s: a drift that all machines have learnt alike shows in no lead, so nothing else would pull
      // it back.
      last[3] = Math.max(-DRIFT_MAX, Math.min(DRIFT_MAX, last[3]! * (1 - 1 / (DRIFT_SECONDS * settings.hz)) + learnt));
      last[0] = session.frame();
      last[1] = post.clock[1]!;
      const elapsed = post.time() - last[2]!;
      if (elapsed < RATE_MS) return;
      last[2] = post.time();
      // By index: code that runs once a second is not compiled, and there a for-of costs an iterator each time.
      for (let i = 0; i < table.seats.length; i++) {
        const { gauges } = table.seats[i]!;
        for (let row = 0; row < 3; row++) {
          gauges[RATES + row] = (gauges[BYTES_IN + row]! * RATE_MS) / elapsed;
          gauges[BYTES_IN + row] = 0;
        }
      }
    },
    put({ gauges }) {
      const now = post.clock[1]!;
      out.putSigned(Math.round(gauges[AHEAD]! * 8) | 0);
      out.putShort(now & 0xffff);
      // Its stamp, grown by how long we kept it; 0 when there is none yet.
      const held = now - gauges[STAMPED_AT]!;
      out.putShort(gauges[STAMPED_AT]! && held >= 0 && held < RTT_MAX ? (gauges[STAMP]! + held) & 0xffff || 1 : 0);
    },
    get({ gauges }) {
      const time = inbox.arrived[0]!;
      gauges[THEIR_AHEAD] = reader.getSigned() / 8;
      gauges[STAMP] = reader.getShort();
      gauges[STAMPED_AT] = time;
      const echo = reader.getShort();
      if (!echo) return;
      // After a clock has jumped, what comes out of this is nonsense and most likely large.
      const rtt = ((time & 0xffff) - echo) & 0xffff;
      if (rtt > RTT_MAX) return;
      const step = rtt - gauges[RTT]!;
      const weight = gauges[RTT] ? RTT_WEIGHT : 1;
      gauges[RTT]! += step * weight;
      if (weight < 1) gauges[JITTER]! += (Math.abs(step) - gauges[JITTER]!) * RTT_WEIGHT;
    },
    count(from, sequence) {
      const { gauges } = from;
      const gap = (sequence - from.sequenceIn) & 255;
      // The first that comes tells nothing of those before, which were for the one that had its seat; nor does a count
      // that began anew.
      gauges[EXPECTED]! += gauges[RECEIVED] && gap < 128 ? gap : 1;
      gauges[RECEIVED]!++;
      from.sequenceIn = sequence;
      if (gauges[EXPECTED]! > LOSS_WINDOW) {
        gauges[EXPECTED]! /= 2;
        gauges[RECEIVED]! /= 2;
      }
    },
    sample({ gauges }, frame) {
      const arrived = inbox.arrived[0]!;
      // Between two ticks time runs on, but a machine that stalls stands still.
      const own = last[0]! + Math.min(Math.max((arrived - last[1]!) * perMs, -1), 1);
      const step = own - (frame + (gauges[RTT]! / 2) * perMs) - gauges[AHEAD]!;
      // A clock that gave NaN or Infinity says nothing; once taken in, neither would ever leave.
      if (!(Math.abs(step) < Infinity)) return;
      gauges[AHEAD]! += step * AHEAD_WEIGHT;
    },
    pacing() {
      const change = last[4]! * RATE_PER_FRAME + last[3]!;
      return Math.abs(change) < DEAD_BAND ? 1 : 1 - Math.max(-RATE_MAX, Math.min(RATE_MAX, change));
    },
    stats: ({ gauges, acked }) => ({
      rttMs: gauges[RTT]!,
      jitterMs: gauges[JITTER]!,
      lossRatio: gauges[EXPECTED] ? Math.max(0, 1 - gauges[RECEIVED]! / gauges[EXPECTED]!) : 0,
      bytesInPerSec: gauges[RATES]!,
      bytesOutPerSec: gauges[RATES + 1]!,
      packetsInPerSec: gauges[RATES + 2]!,
      framesAhead: gauges[AHEAD]!,
      ackedFrame: acked,
    }),
  };
}

import type { Frame } from '../../base/frame.js';
import type { PacketReader, PacketWriter } from '../../wire/packet.js';
import { NOW, type MatchClock } from '../match-clock.js';
import type { SequenceBuffer } from './sequence-buffer.js';

/** What is known of the line to one other machine. */
export interface PeerStats {
  /** Smoothed. */
  rttMs: number;
  jitterMs: number;
  /** Of its packets to us, 0 … 1, over some 256. A late packet and a doubled one are no loss. */
  lossRatio: number;
  /** Payload, over the last second. */
  bytesInPerSec: number;
  bytesOutPerSec: number;
  packetsInPerSec: number;
  /** Smoothed, with half the round trip taken off: above 0 it is behind us. */
  framesAhead: number;
  /** The last of our frames that it holds. */
  ackedFrame: Frame;
  /** 'direct', or 'relayed' while its packets reach us through another machine. */
  path: 'direct' | 'relayed';
}

/** No round trip of a link that can be played on is longer. */
const RTT_MAX_MS = 4096;
/** Weight of a new sample of the round trip (TCP's: RFC 6298). */
const RTT_WEIGHT = 0.125;
/** Weight of a new sample of the advantage: an eighth of a second of memory. More makes the correction chase itself. */
const AHEAD_WEIGHT = 0.125;
/** The advantage goes over the wire in eighths of a frame. */
const AHEAD_STEPS = 8;

// Rows of the figures: doubles stand in an array, because a double in a property is boxed at each change.
const RTT = 0;
const JITTER = 1;
/** How many frames we are ahead of it, as we measure and as it does. */
const AHEAD = 2;
const THEIR_AHEAD = 3;
/** Its newest time stamp, and when that came. */
const STAMP = 4;
const STAMPED_AT = 5;
/** In the second now running: bytes in, bytes out, packets in; then a second's worth of each from the one before. */
const BYTES_IN = 6;
const BYTES_OUT = 7;
const PACKETS_IN = 8;
const RATES = 9;
const FIGURES = 12;

/** The measurements of one link. */
export interface LinkStats {
  /** Smoothed, in ms. */
  rttMs(): number;
  countIn(bytes: number): void;
  countOut(bytes: number): void;
  /** Closes a second that took `elapsed` ms. */
  rotate(elapsed: number): void;
  /** Writes how far ahead we feel, our clock, and the other clock's newest stamp grown by the time we kept it. */
  putTimes(out: PacketWriter, clock: MatchClock): void;
  /** Reads what putTimes wrote, in a packet that came at arrived[0]. */
  getTimes(reader: PacketReader, arrived: Float64Array): void;
  /** A new packet: its sender stood at `theirs` half a round trip before we stood at ours[0], in frames. */
  sampleAhead(ours: Float64Array, theirs: Frame): void;
  /** How far ahead we are, by what both sides measured, into out[0]. */
  lead(out: Float64Array): void;
  show(acked: Frame, relayed: boolean): PeerStats;
}

export function createLinkStats(received: SequenceBuffer, framesPerMs: number): LinkStats {
  const figures = new Float64Array(FIGURES);
  return {
    rttMs: () => figures[RTT]!,
    countIn(bytes) {
      figures[BYTES_IN]! += bytes;
      figures[PACKETS_IN]!++;
    },
    countOut(bytes) {
      figures[BYTES_OUT]! += bytes;
    },
    rotate(elapsed) {
      for (let row = 0; row < 3; row++) {
        figures[RATES + row] = (figures[BYTES_IN + row]! * 1000) / elapsed;
        figures[BYTES_IN + row] = 0;
      }
    },
    putTimes(out, { exact }) {
      const now = exact[NOW]!;
      out.putSigned(Math.round(figures[AHEAD]! * AHEAD_STEPS) | 0);
      out.putShort(now & 0xffff);
      // 0 stands for "no stamp yet".
      const kept = now - figures[STAMPED_AT]!;
      const fresh = figures[STAMPED_AT]! > 0 && kept >= 0 && kept < RTT_MAX_MS;
      out.putShort(fresh ? (figures[STAMP]! + kept) & 0xffff || 1 : 0);
    },
    getTimes(reader, arrived) {
      const came = arrived[0]!;
      figures[THEIR_AHEAD] = reader.getSigned() / AHEAD_STEPS;
      figures[STAMP] = reader.getShort();
      figures[STAMPED_AT] = came;
      const echo = reader.getShort();
      if (!echo) return;
      // After a clock has jumped, what comes out of this is nonsense and most likely large.
      const rtt = ((came & 0xffff) - echo) & 0xffff;
      if (rtt > RTT_MAX_MS) return;
      const step = rtt - figures[RTT]!;
      const weight = figures[RTT] ? RTT_WEIGHT : 1;
      figures[RTT]! += step * weight;
      if (weight < 1) figures[JITTER]! += (Math.abs(step) - figures[JITTER]!) * RTT_WEIGHT;
    },
    sampleAhead(ours, theirs) {
      const step = ours[0]! - (theirs + (figures[RTT]! / 2) * framesPerMs) - figures[AHEAD]!;
      // A clock that gave NaN or Infinity says nothing; once taken in, neither would ever leave.
      if (Math.abs(step) < Infinity) figures[AHEAD]! += step * AHEAD_WEIGHT;
    },
    lead(out) {
      out[0] = (figures[AHEAD]! - figures[THEIR_AHEAD]!) / 2;
    },
    show: (acked, relayed) => ({
      rttMs: figures[RTT]!,
      jitterMs: figures[JITTER]!,
      lossRatio: received.lossRatio(),
      bytesInPerSec: figures[RATES]!,
      bytesOutPerSec: figures[RATES + 1]!,
      packetsInPerSec: figures[RATES + 2]!,
      framesAhead: figures[AHEAD]!,
      ackedFrame: acked,
      path: relayed ? 'relayed' : 'direct',
    }),
  };
}

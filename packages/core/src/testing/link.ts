import type { ResolvedProfile } from './link-profile.js';
import { mix } from './mix.js';

/** Packets of one link, or of all. sent + duplicated = delivered + lost + inFlight, always. */
export interface TrafficStats {
  /** Packets put on a link: a broadcast to three peers counts three. */
  sent: number;
  /** Packets that reached an open transport. */
  delivered: number;
  /** Lost at random, in a burst, in a full queue, to a partition, or with nobody at their address. */
  lost: number;
  /** Second copies made. */
  duplicated: number;
  /** Packets on their way now. */
  inFlight: number;
  /** Payload bytes of the packets sent, copies not counted. */
  bytes: number;
}

export function createTrafficStats(): TrafficStats {
  return { sent: 0, delivered: 0, lost: 0, duplicated: 0, inFlight: 0, bytes: 0 };
}

/** A packet held back is overtaken by one to three others at 60 packets a second: one frame to three, in ms. */
const HOLD_MIN_MS = 17;
const HOLD_MAX_MS = 66;

/** The queue in front of a link holds this much of its bandwidth, in ms. */
const QUEUE_MS = 1000;

/** Draws are in [0, 2^31): what V8 keeps unboxed everywhere. */
const DRAW_END = 0x8000_0000;

/** One direction between two machines: what it does to each packet, from its own random stream. */
export class Link {
  readonly stats: TrafficStats = createTrafficStats();
  /** While set, nothing is taken and what is on its way is lost. */
  cut = false;
  profile: ResolvedProfile;
  /** xorshift32 state, never 0. */
  readonly #random: Int32Array;
  readonly #draws = new Int32Array(7);
  /**
   * When the queue in front of the link will have drained, ms. In an array, because a fractional number in a field may
   * be boxed anew.
   */
  readonly #drained = new Float64Array(1);
  #inBurst = false;

  /**
   * @param seed uint32. A stream of its own for each link, so that one more machine in the room does not change what
   *   happens between the others.
   */
  constructor(seed: number, profile: ResolvedProfile) {
    this.profile = profile;
    // Mixed: xorshift32 seeded with a small number begins with numbers near 0, and every link would lose its first
    // packets.
    this.#random = new Int32Array([mix(seed) || 1]);
  }

  /**
   * Sends one packet of `bytes` payload bytes at `clock[0]` ms.
   *
   * @param due receives the arrival time of each copy, ms
   * @returns how many copies arrive: 0, 1 or 2
   */
  transit(bytes: number, clock: Float64Array, due: Float64Array): 0 | 1 | 2 {
    const { latencyMs, jitterMs, loss, duplicate, reorder, enterBurst, exitBurst, bytesPerSec } = this.profile;
    const draws = this.#draw();
    const lost = draws[0]! < loss * DRAW_END;
    const turn = draws[1]! < (this.#inBurst ? exitBurst : enterBurst) * DRAW_END;
    if (turn) this.#inBurst = !this.#inBurst;

    const now = clock[0]!;
    let leaves = now;
    if (bytesPerSec !== Infinity) {
      const start = Math.max(now, this.#drained[0]!);
      leaves = start + (bytes * 1000) / bytesPerSec;
      // One that finds the queue empty passes whatever its size: else a packet of more than a second could never pass.
      if (start > now && leaves - now > QUEUE_MS) return 0;
      this.#drained[0] = leaves;
    }
    // Lost behind the queue: a packet that is lost on the way has used its share of the bandwidth.
    if (this.cut || this.#inBurst || lost) return 0;
    const held = draws[2]! < reorder * DRAW_END;
    const holdMs = held ? HOLD_MIN_MS + (draws[3]! / DRAW_END) * (HOLD_MAX_MS - HOLD_MIN_MS) : 0;
    const doubled = draws[5]! < duplicate * DRAW_END;
    // Both copies in one loop and no function for it: a fraction that a function returns is boxed when it is called too
    // seldom to be inlined.
    for (let copy = 0; copy < 2; copy++) {
      const jitter = (draws[4 + 2 * copy]! / (DRAW_END / 2) - 1) * jitterMs;
      due[copy] = leaves + Math.max(0, latencyMs + jitter) + (copy === 0 ? holdMs : 0);
    }
    return doubled ? 2 : 1;
  }

  /**
   * Seven integers in [0, DRAW_END). Every packet draws them all, so that a profile with more loss loses the same
   * packets and some more: two runs that differ in one figure stay comparable. xorshift32 as in nextPRNG, but in place:
   * a uint32 that a function returns is boxed when the call is not inlined.
   */
  #draw(): Int32Array {
    let x = this.#random[0]!;
    for (let i = 0; i < 7; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      this.#draws[i] = x >>> 1;
    }
    this.#random[0] = x;
    return this.#draws;
  }
}

// A blind test: three rounds, each under another netcode, and nobody says which.
import { NETCODES, type Netcode } from './netcode.js';

/** Three of them, each once. */
export type BlindOrder = readonly [Netcode, Netcode, Netcode];

export interface BlindTest {
  readonly order: BlindOrder;
  /** The round that is on, 0 … 2; 3 once all are over. */
  readonly round: number;
  /** Ticks left of it. */
  readonly left: number;
  /** One tick of play has passed. True if a round has ended with it. */
  tick(): boolean;
}

/** 20 s at 60 Hz: a fight or two, and short enough for somebody to play all three. */
export const ROUND_TICKS = 1200;

export function createBlindTest(order: BlindOrder, ticksPerRound = ROUND_TICKS): BlindTest {
  let round = 0;
  let left = ticksPerRound;
  return {
    order,
    get round() {
      return round;
    },
    get left() {
      return left;
    },
    tick() {
      if (round === order.length) return false;
      left -= 1;
      if (left > 0) return false;
      round += 1;
      left = round === order.length ? 0 : ticksPerRound;
      return true;
    },
  };
}

/** One of the six orders, each as likely. `random` gives a uint32. */
export function shuffled(random: () => number): BlindOrder {
  const [a, b, c] = NETCODES;
  const orders: readonly BlindOrder[] = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  // 2^32 is no multiple of 6; that some orders are one part in 700 million likelier is nobody's concern.
  return orders[random() % orders.length] ?? NETCODES;
}

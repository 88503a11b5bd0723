// Rolls back: the PRNG, whose whole memory is one cell of the state.
import { RNG, read, type State } from './layout.js';

/** What a seed of 0 becomes, since xorshift never leaves 0. The golden ratio's bits, as good as any odd number. */
const SEED_FOR_ZERO = 0x9e3779b9;

/** @param seed any integer; only its low 32 bits count. */
export function seedRandom(state: State, seed: number): void {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  state[RNG] = mixed | 0 || SEED_FOR_ZERO | 0;
}

/** xorshift32, shifts 13, 17, 5 (Marsaglia 2003). int32, never 0. */
export function drawRandom(state: State): number {
  let x = read(state, RNG);
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  state[RNG] = x;
  return x;
}

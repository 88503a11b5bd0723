/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

/** mulberry32 (Ettinger): small, and good enough to decide which packets are lost. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A uint32. */
export const word = (random: Random): number => Math.floor(random() * 0x1_0000_0000);

/** An integer in [min, max]. */
export const between = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

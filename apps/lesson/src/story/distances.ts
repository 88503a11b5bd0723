/** How far away your friend is, by the ticks that a key takes, from one on. */
export const DISTANCES: readonly string[] = [
  'next door',
  'in the same town',
  'in the same country',
  'on the same continent',
  'across an ocean',
  'on the other side of the world',
];

/** In words, as they stand beside a slider. */
export function distanceWords(lag: number): string {
  return DISTANCES[lag - 1] ?? `${lag} moments away`;
}

export const moments = (count: number): string => (count === 1 ? '1 moment' : `${count} moments`);

// The lines that a visitor alone can choose from.
import type { LineProfile } from './line.js';

export interface LineKind {
  /** In an address: `&line=ID`. */
  readonly id: string;
  readonly name: string;
  /** The same where there is little room. */
  readonly short: string;
  readonly profile: LineProfile;
}

/** One way each; there and back is what people call ping. */
export const LINE_KINDS: readonly [LineKind, LineKind, LineKind, LineKind] = [
  { id: 'next-door', name: 'Next door', short: 'Near', profile: { latencyMs: 4, jitterMs: 2 } },
  { id: 'country', name: 'Same country', short: 'Country', profile: { latencyMs: 18, jitterMs: 4, loss: 0.003 } },
  { id: 'ocean', name: 'Across an ocean', short: 'Ocean', profile: { latencyMs: 75, jitterMs: 8, loss: 0.01 } },
  {
    id: 'train',
    name: 'Train wifi',
    short: 'Train',
    // Gaps of four packets on average, twice a second.
    profile: { latencyMs: 55, jitterMs: 35, loss: 0.02, gaps: { enter: 0.02, exit: 0.25 } },
  },
];

/** What is played where nobody has chosen: far enough for rollbacks, even enough not to notice them. */
export const DEFAULT_LINE: LineKind = LINE_KINDS[2];

export function lineKindOf(id: string): LineKind | undefined {
  return LINE_KINDS.find((kind) => kind.id === id);
}

import { SEQUENCES } from '../../wire/limits.js';

/** Sequence numbers remembered, a power of two: four seconds of packets. A packet older than all of them is refused. */
const WINDOW = 256;
/** A packet that did not come by the time that this many later ones did is lost: a second of them. */
const LATE = 64;
/** The loss is that of about this many packets. */
const LOSS_PACKETS = 256;

/** How a packet stands to those that came before it. */
export type Arrival = 'newest' | 'late' | 'refused';

/**
 * Which packets of a link have come. Each counts once: a late one is no loss, a doubled one is refused. A sequence
 * buffer as in reliable.io.
 */
export interface SequenceBuffer {
  /** Takes a packet in: 'newest' of all so far, 'late' but not seen before, or 'refused': seen before, or too old. */
  accept(sequence: number): Arrival;
  /** How often the numbers had begun anew when this one was sent, by the newest that came. */
  wrapsOf(sequence: number): number;
  /** The share of packets that did not come, 0 … 1. */
  lossRatio(): number;
}

/** A sequence number on the circle of them, whose size is a power of two. */
const onCircle = (number: number): number => number & (SEQUENCES - 1);

/** The distance from `from` to `to` around the circle of sequence numbers: negative if `to` is the older one. */
const distance = (from: number, to: number): number => {
  const ahead = onCircle(to - from);
  return ahead < SEQUENCES / 2 ? ahead : ahead - SEQUENCES;
};

export function createSequenceBuffer(): SequenceBuffer {
  const seen = new Uint8Array(WINDOW);
  let newest = -1;
  /** Wraps of the newest. */
  let wraps = 0;
  /** Packets that were due, and those of them that came. Halved together, so that old ones weigh less and less. */
  let expected = 0;
  let came = 0;
  /** Numbers below this one were never sent to us: loss counts from the first packet that came. */
  let counted = 0;

  const judge = (sequence: number): void => {
    if (counted > 0) {
      counted--;
      return;
    }
    expected++;
    came += seen[sequence & (WINDOW - 1)]!;
    if (expected < LOSS_PACKETS) return;
    expected >>= 1;
    came = (came + 1) >> 1;
  };

  const advance = (to: number): void => {
    const steps = Math.min(distance(newest, to), WINDOW);
    // Of a longer silence only the last window is judged: its packets were all lost.
    for (let step = steps - 1; step >= 0; step--) {
      const sequence = onCircle(to - step);
      judge(onCircle(sequence - LATE));
      seen[sequence & (WINDOW - 1)] = 0;
    }
    if (to < newest) wraps++;
    newest = to;
  };

  return {
    accept(sequence) {
      if (newest < 0) {
        newest = sequence;
        counted = LATE;
        seen[sequence & (WINDOW - 1)] = 1;
        return 'newest';
      }
      const ahead = distance(newest, sequence);
      if (ahead > 0) {
        advance(sequence);
        seen[sequence & (WINDOW - 1)] = 1;
        return 'newest';
      }
      if (ahead <= -WINDOW || seen[sequence & (WINDOW - 1)]) return 'refused';
      seen[sequence & (WINDOW - 1)] = 1;
      return 'late';
    },
    wrapsOf(sequence) {
      if (newest < 0) return 0;
      const full = newest + distance(newest, sequence);
      return Math.max(0, wraps + Math.floor(full / SEQUENCES));
    },
    lossRatio: () => (expected ? Math.max(0, 1 - came / expected) : 0),
  };
}

// Compares the two machines' checksums of every frame that both have confirmed.
import { NULL_FRAME } from '@lite-rollback/core';

export interface Agreement {
  /** The latest frame compared, and both checksums of it. */
  readonly frame: number;
  readonly checksums: readonly [number, number];
  /** Frames compared, and those of them that were equal. */
  readonly compared: number;
  readonly equal: number;
  /**
   * Compares what has become comparable. Call it after every tick: a match keeps no more states than it may have to
   * redo.
   */
  update(): void;
}

/**
 * Frames that one machine's checksums wait for the other's: more than the two can be apart, each window and the longest
 * delay counted.
 */
const KEPT = 64;

/** What it asks of a match. */
export interface Compared {
  readonly session: { frame(): number; confirmedFrame(): number; checksumAt(frame: number): number };
}

export function createAgreement(matches: readonly [Compared, Compared]): Agreement {
  const kept = matches.map((match) => ({ match, checksums: new Uint32Array(KEPT), next: 0 }));
  let frame: number = NULL_FRAME;
  let compared = 0;
  let equal = 0;
  const of = (side: number, at: number): number => kept[side]?.checksums[at % KEPT] ?? 0;

  return {
    get frame() {
      return frame;
    },
    get checksums() {
      return [of(0, Math.max(0, frame)), of(1, Math.max(0, frame))] as const;
    },
    get compared() {
      return compared;
    },
    get equal() {
      return equal;
    },
    update() {
      // A machine forgets states that the other may not have reached: each checksum is taken as soon as it is final.
      for (const one of kept) {
        const { session } = one.match;
        const newest = Math.min(session.confirmedFrame(), session.frame() - 1);
        for (; one.next <= newest; one.next++) one.checksums[one.next % KEPT] = session.checksumAt(one.next);
      }
      for (const newest = Math.min(...kept.map(({ next }) => next - 1)); frame < newest;) {
        frame += 1;
        compared += 1;
        if (of(0, frame) === of(1, frame)) equal += 1;
      }
    },
  };
}

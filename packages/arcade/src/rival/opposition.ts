// The other side of a match, where it is in this page: what the cabinet asks of it.
import type { FieldSpecs, Match, MatchOptions, Transport } from '@lite-rollback/core';

export interface Opposition {
  /** This machine's end of the line. */
  readonly transport: Transport;
  /** What a match at this end is made with. */
  readonly matchOptions: Pick<MatchOptions<FieldSpecs>, 'now' | 'inputDelay' | 'maxPrediction'>;
  /** The match at the far end; null before there is one. */
  readonly farMatch: Match<FieldSpecs> | null;
  /** How many of this machine's seats a person has, from the first on. Rivals play the others. */
  readonly people: number;
  /** A match has been made here: the far machine makes its own, and the two find each other before this returns. */
  meet(near: Match<FieldSpecs>): void;
  /** Time passes: on the line, and at the far machine. */
  beat(nowMs: number): void;
  /** Asked before each tick of this machine: whether it has to wait for the far one. */
  stalls(): boolean;
  /** Before and after each tick of this machine. */
  beforeTick(): void;
  afterTick(): void;
  /** The picture of this machine has been drawn. */
  afterDraw(): void;
  close(): void;
}

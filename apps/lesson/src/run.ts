// What a recorded run is: data only, made by record.ts and read by everything that shows it.
import type { Frame, PlayerHandle, TRACE } from '@lite-rollback/core';
import type { Press, Settings } from './settings.js';

/** One cell for each player. */
export type Cells = readonly [number, number];

/** TRACE's kinds by their names. */
export type MomentKind = Lowercase<keyof typeof TRACE>;

/**
 * One call of the trace of P1's match. `frame`, `player` and `value` are as it made it: TRACE says what they are with
 * each kind.
 */
export interface Moment {
  readonly kind: MomentKind;
  readonly frame: Frame;
  readonly player: PlayerHandle;
  readonly value: number;
  /** What P2's press for `frame` was last guessed to be; undefined for a frame that never ran on a guess. */
  readonly guess: number | undefined;
}

/** A frame as P1's machine has it after a tick. */
export interface Row {
  readonly frame: Frame;
  /** What it was last simulated with: P1's press, P2's press or the guess of it. */
  readonly presses: readonly [Press, Press];
  /** True when P2's press is the real one. */
  readonly confirmed: boolean;
  readonly cells: Cells;
  /** Times simulated. */
  readonly runs: number;
  /** Results that a rollback replaced by others, oldest first. */
  readonly replaced: readonly Cells[];
  /** The wall frame of the rollback that replaced the last of them; -1 while there is none. */
  readonly replacedAt: number;
  /** Of the state after it, on this machine. */
  readonly checksum: number;
  /** The same on P2's machine, or undefined while that has not simulated it with both real presses. */
  readonly theirChecksum: number | undefined;
}

/** The report. Every figure is the match's own, taken from its session and its counters. */
export interface Figures {
  /** Frames simulated, each counted once. */
  readonly frames: number;
  /** Ticks since both machines started, stalled ones and the last wait included. */
  readonly wallFrames: number;
  /** Times that a wrong guess was found. */
  readonly rollbacks: number;
  /** Frames simulated again, over all rollbacks. */
  readonly resimulated: number;
  /** Frames of the longest rollback. */
  readonly largest: number;
  /** Ticks in which the machine waited at its window. */
  readonly stalls: number;
  /** The last frame with every frame up to it simulated on real presses; -1 before the first. */
  readonly confirmedThrough: Frame;
  /** States kept that a rollback may still return to: one for each frame that rests on a guess. */
  readonly saved: number;
  /** States in the ring, whether still needed or not. */
  readonly inRing: number;
}

/** P1's machine after one tick. */
export interface WallFrame {
  /** 0 for the first tick. */
  readonly wall: number;
  /**
   * All that the trace told in this tick and is about a frame of the run, but for P1's own presses being confirmed
   * (they are as they are made) and acks.
   */
  readonly moments: readonly Moment[];
  /** By frame, from 0 to the newest simulated. */
  readonly rows: readonly Row[];
  /** The frame that was due and waited; NULL_FRAME in a tick that did not stall. */
  readonly stalledAt: Frame;
  /** Ticks that each frame has waited so far, by frame. */
  readonly waits: readonly number[];
  readonly figures: Figures;
}

/**
 * When P2's machine took P2's press for a frame and when P1's machine read it, as wall frames. -1 for a startup frame,
 * which needs no press.
 */
export interface Flight {
  readonly madeAt: number;
  readonly landedAt: number;
}

export interface Run {
  readonly settings: Settings;
  readonly walls: readonly WallFrame[];
  /** By frame. */
  readonly flights: readonly Flight[];
  /** By frame: the wall frame in which P1's machine took P1's press for it; -1 for a startup frame. */
  readonly pressedAt: readonly number[];
  /** States that the ring holds at the most. */
  readonly capacity: number;
  /** Those of the last wall frame. */
  readonly report: Figures;
}

// What a game says of the opponents that it brings for a visitor alone.
import type { FieldSpecs, FieldViews, Frame, PlayerHandle } from '@lite-rollback/core';

/** What a rival knows of itself. */
export interface RivalSelf {
  /** The player that it plays. */
  readonly handle: PlayerHandle;
  /** The frame that its input is for. */
  readonly frame: Frame;
  /** So many frames before `frame` is the one that it sees: its reaction time, and the frames until its keys count. */
  readonly age: number;
  /**
   * What it has pressed for frame `frame - ago`, for `ago` from 1 to `age - 1`: hands know what they did, though the
   * eyes have yet to see it. 0 outside of that.
   */
  pressed(ago: number): number;
  /** A number in [0, 1) for the integer `n`: the same for the same seed and handle, whenever it is asked. */
  whim(n: number): number;
}

/**
 * The input of one player, from what its own machine showed one reaction time ago. A pure function: the same picture and
 * the same self give the same input. `seen` is to be read, never written, and is valid during the call alone.
 */
export type RivalHands<F extends FieldSpecs> = (seen: FieldViews<F>, self: RivalSelf) => number;

/** An opponent for a visitor alone. */
export interface Rival<F extends FieldSpecs> {
  /** In an address: `?mode=alone&rival=ID`. Letters, digits and hyphens. */
  readonly id: string;
  /** As people read it: "Rusher". */
  readonly name: string;
  /** Rivals of one name differ in their level: "1", "2", "3", or "easy". Left out where there is one. */
  readonly level?: string;
  /** From what its machine shows to its hands, ms, 0 … 1000. People take 180 to 300; default 240. */
  readonly reactionMs?: number;
  readonly hands: RivalHands<F>;
}

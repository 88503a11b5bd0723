import type { Frame, PlayerHandle } from '../base/frame.js';
import type { Game } from '../match/game.js';
import type { FieldSpecs } from '../state/fields.js';
import { layoutDigest } from '../state/layout-digest.js';

// A replay. v: whole number as LEB128 varint; s: the same of a signed one, zigzag first; u32: little-endian.
// docs/replay-format.md says more.
//
// offset    size
// 0         u8 × 4     'LRBR'
// 4         u8         version, 1
// 5         u32        length of the whole replay in bytes
// 9         v, v × …   game id: its length, its UTF-16 code units
// …         u32        layout digest
// …         v          numPlayers
// …         v          inputWords
// …         v          hz × 1000, rounded
// …         u32        seed
// …         v          startFrame
// …         v          frames
// …         v × …      input delay of each player at the match's start
// …         v          cuts, then for each:  v player, s last frame of its own inputs − startFrame
// …         v, u8 × …  only if startFrame > 0: stride, and the snapshot after frame startFrame − 1
// …         …          blocks of 60 frames, the last one shorter. In each:
//                        for each player, for each of its words: the column in block.ts
//                        u32  checksum of the state after the block's last frame
// length-4  u32        checksum of all before it

export const MAGIC = [0x4c, 0x52, 0x42, 0x52] as const;
export const VERSION = 1;
export const LENGTH_AT = 5;
export const BODY_AT = 9;
/** Bytes of a checksum. */
export const SUM_BYTES = 4;
/** A second at 60 Hz: a checksum costs 4 bytes, and a block's first rows repeat what was held. */
export const BLOCK_FRAMES = 60;

/**
 * Most cuts in one replay; a recorder leaves out what comes after. Real matches have one or two: a bound on what a file
 * can make us hold.
 */
export const CUTS_MAX = 1024;

/** A player whose machine was dropped while the recorder ran. */
export interface ReplayCut {
  readonly player: PlayerHandle;
  /** The last frame with an input of its own; later ones hold what onDrop decided. */
  readonly lastFrame: Frame;
}

/** What a replay says of its match. */
export interface ReplayHeader {
  /** What game.init was given, a uint32. */
  readonly seed: number;
  /** The first frame inside. */
  readonly startFrame: Frame;
  /** How many. */
  readonly frames: number;
  /** By player, frames of input delay at the match's start. */
  readonly delays: readonly number[];
  readonly cuts: readonly ReplayCut[];
}

/** What a game must have alike to play a replay. */
export interface ReplayTerms {
  readonly id: string;
  readonly layout: number;
  readonly numPlayers: number;
  readonly inputWords: number;
  readonly milliHz: number;
}

export const termsOf = <F extends FieldSpecs>({
  id,
  fields,
  numPlayers,
  inputWords = 1,
  hz = 60,
}: Game<F>): ReplayTerms => ({
  id,
  layout: layoutDigest(fields),
  numPlayers,
  inputWords,
  milliHz: Math.round(hz * 1000),
});

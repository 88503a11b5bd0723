import type { Frame, PlayerHandle, ReplayCut, ReplayErrorCode } from '@lite-rollback/core';

/** A replay as one side of the match hands it in. */
export interface Upload {
  /** Who hands it in: 'ann', or an account's number. Different for each side. */
  readonly by: string;
  /** The handles that this side played. */
  readonly players: readonly PlayerHandle[];
  /** What `recorder.bytes()` gave there. Trusted in nothing. */
  readonly bytes: Uint8Array;
}

/**
 * Why a replay is not played at all. Beside core's codes: more bytes or frames than the limits allow; a beginning in
 * mid-match, where it would have to be believed who was winning; the game itself threw.
 */
export type RefusalCode = ReplayErrorCode | 'too-large' | 'too-long' | 'starts-late' | 'game-threw';

/** What came of one replay. Messages are sentences for a log; a program reads the other members. */
export type Finding =
  | {
      /** Every checksum in it is the one that this referee comes to. */
      readonly status: 'verified';
      /** Frames in it. */
      readonly frames: number;
      /** Whether the match is over after its last frame. */
      readonly over: boolean;
      /** Who won, if it is over. None: a draw. */
      readonly winners: readonly PlayerHandle[];
      /** Who was dropped, as this side saw it. */
      readonly left: readonly ReplayCut[];
    }
  | {
      /** Its states are not those of this game: at `frame`, or up to 59 frames before it, it took another way. */
      readonly status: 'departed';
      readonly frame: Frame;
      readonly message: string;
    }
  | { readonly status: 'refused'; readonly code: RefusalCode; readonly message: string }
  | {
      /** The limits ended before it did. */
      readonly status: 'out-of-time';
      /** The frame that was not played any more. */
      readonly frame: Frame;
      readonly message: string;
    };

/** One side and what its replay came to. */
export interface Side {
  readonly by: string;
  readonly players: readonly PlayerHandle[];
  /** SHA-256 of its bytes, in hexadecimal: which file the verdict is about. */
  readonly sha256: string;
  readonly finding: Finding;
}

/**
 * Why the outcome is what it is. 'over': the match was played to its end. 'not-over': it was not. The rest void it: no
 * replay could be read, none verifies here, they are of different matches, two that verify have different inputs, or no
 * time was left.
 */
export type Reason =
  'over' | 'not-over' | 'none-readable' | 'none-verifies' | 'different-matches' | 'inputs-differ' | 'out-of-time';

/** Two replays that both verify, and the first input in which they differ. */
export interface Dispute {
  readonly frame: Frame;
  /** Whose input it is. */
  readonly player: PlayerHandle;
  readonly between: readonly [string, string];
}

/** What a referee says of a match. Plain data, ready for JSON. */
export interface Verdict {
  /** The game's id. */
  readonly game: string;
  readonly outcome: 'won' | 'drawn' | 'unfinished' | 'void';
  readonly reason: Reason;
  /** The handles that won. Empty unless the outcome is 'won'. */
  readonly winners: readonly PlayerHandle[];
  /** Frames of the match as it was judged; 0 where it is void. */
  readonly frames: number;
  /**
   * The sides whose verified replay reaches that frame. With one alone, nobody contradicts it, and nobody confirms it.
   */
  readonly confirmedBy: readonly string[];
  /**
   * The sides that departed from the game, and where. Empty where no replay verifies: this referee's build may then be
   * the one that differs, and nobody is blamed.
   */
  readonly departed: readonly { readonly by: string; readonly frame: Frame }[];
  /** With the reason 'inputs-differ'. */
  readonly dispute?: Dispute;
  readonly sides: readonly Side[];
  /** One sentence for a log. */
  readonly message: string;
}

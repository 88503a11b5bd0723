/**
 * Why bytes could not be opened: they are no replay; of another version of the format; of another game; of this game
 * with another shape of state or inputs; cut short; damaged.
 */
export type ReplayErrorCode = 'not-a-replay' | 'version' | 'game' | 'layout' | 'truncated' | 'corrupt';

/** What openReplay throws for bytes that it cannot play. The message names both values where two differ. */
export class ReplayError extends Error {
  readonly code: ReplayErrorCode;

  constructor(code: ReplayErrorCode, message: string) {
    super(message);
    this.name = 'ReplayError';
    this.code = code;
  }
}

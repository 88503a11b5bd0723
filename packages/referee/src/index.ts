export { createRefereeHandler, type RefereeHandlerOptions, type Seat } from './handler.js';
export type { JudgedGame } from './judged-game.js';
export type { RefereeLimits } from './limits.js';
export { referee } from './referee.js';
export { openVerdict, signVerdict } from './sign-verdict.js';
export type { Dispute, Finding, Reason, RefusalCode, Side, Upload, Verdict } from './verdict.js';

export { isArrayBuffer, isBytes } from './base/bytes.js';
export { checksum } from './base/checksum.js';
export { createEmitter, type Emitter } from './base/emitter.js';
export { CONSTANTS, NULL_FRAME, type Frame, type PlayerHandle } from './base/frame.js';
export { TRACE, type Trace, type TraceKind } from './base/trace.js';
export { VERSION } from './base/version.js';
export { createPRNG, nextPRNG, type Prng } from './base/prng.js';
export type { MatchEvents } from './match/events.js';
export { defineGame, type AnyGame, type Game } from './match/game.js';
export {
  createMatch,
  type Advance,
  type Match,
  type MatchCounters,
  type MatchState,
  type SessionView,
} from './match/match.js';
export type { MatchOptions } from './match/options.js';
export type { PeerStats } from './match/time-sync.js';
export { assertTransport, type Bytes, type PeerId, type Transport } from './match/transport.js';
export { openReplay, type ReplayPlayer } from './replay/player.js';
export { recordMatch, type Recorder } from './replay/recorder.js';
export { ReplayError, type ReplayErrorCode } from './replay/replay-error.js';
export type { ReplayCut, ReplayHeader } from './replay/format.js';
export { createFixedClock, type FixedClock } from './run/fixed-clock.js';
export { CODEC_HEADER_BYTES, packInputs, unpackInputs } from './session/pack-inputs.js';
export {
  createSession,
  type InputValue,
  type Predict,
  type Session,
  type SessionOptions,
  type SessionStats,
  type Simulate,
} from './session/session.js';
export type { FieldArray, FieldArrayConstructor, FieldSpec, FieldSpecs, FieldViews } from './state/fields.js';
export { createRollback, type Rollback } from './state/rollback.js';
export { stateChecksum } from './state/state-checksum.js';

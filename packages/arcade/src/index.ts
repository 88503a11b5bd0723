export { mount, type Cabinet } from './mount.js';
export type { ArcadeHandle, CabinetOptions, OnlineProvider, OnlineRoom, Picture } from './options.js';
export type { PlayerLook } from './player-look.js';
export { keyControls, type Controls } from './input/controls.js';
export type { GamepadMap } from './input/pad-bindings.js';
export type { KeyMap } from './input/keyboard.js';
export type { PadButton } from './input/pad-button.js';
export { createLine, type Line, type LineProfile } from './rival/line.js';
export type { Rival, RivalHands, RivalSelf } from './rival/rival.js';
export type { RivalOption } from './rival/rivals-of.js';
export type { Sound, Tone } from './sound/synth.js';
// Parts that a game may use without the cabinet.
export {
  createTickLoop,
  createTickRunner,
  createWorkerTimer,
  startTicker,
  type Beat,
  type LoopSurroundings,
  type TickerSurroundings,
  type TickLoop,
  type TickLoopOptions,
  type TickRunner,
  type TickRunnerOptions,
  type WorkerTimer,
} from '@lite-rollback/core/loop';
export { element, type ElementParts } from './ui/element.js';
export { storedText, type StoredText } from './browser/stored-text.js';
export { keyName } from './input/bindings.js';
export { createButtons, type Buttons, type ButtonSource } from './input/buttons.js';
export { listenToKeyboard, type Keyboard, type KeyboardOptions } from './input/keyboard.js';
export { createMatchLoop, type DrivenMatch, type MatchLoopOptions } from './loop/match-loop.js';
export { playRival, type RivalPlayer, type RivalPlayerOptions } from './rival/play-rival.js';
export { createSmoothing, type Smoothing } from './picture/smoothing.js';
export { createCuePlayer, type CuePlayer, type StartSound } from './sound/cue-player.js';
export { createSynth, type Synth } from './sound/synth.js';
export {
  createFlightRecorder,
  type FlightCounters,
  type FlightRecorder,
  type FlightRecorderOptions,
} from './timeline/flight-recorder.js';
export type { FlightCell, FlightLog, FlightMark, FlightRow, FlightSums } from './timeline/flight-log.js';
export type { TimelineHandle } from './timeline/timeline-handle.js';
export type { FlightFileError } from './timeline/flight-file.js';
export { openFlight, type OpenedFlight } from './timeline/open-flight.js';

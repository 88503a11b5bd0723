// What a scenario consists of, and its bounds. A scenario is plain data: the same one always gives the same run.
import { LEFT, RIGHT, STAY } from './sim/track.js';

export type Press = typeof STAY | typeof LEFT | typeof RIGHT;
/** Presses by the frame in which they are made, PRESSES_MAX of them. */
export type Script = readonly Press[];

export interface Settings {
  /** Ticks from the tick that samples a press to the tick of the other machine that reads it, the same both ways. */
  readonly lag: number;
  /** Frames between a press and the frame that it acts on, on both machines. */
  readonly delay: number;
  /** Frames that may rest on guesses at once, on both machines: maxPrediction. */
  readonly window: number;
  /** Frames to play. */
  readonly frames: number;
  /** P1's presses, then P2's. */
  readonly scripts: readonly [Script, Script];
}

export type Dial = 'lag' | 'delay' | 'window' | 'frames';
export const RANGES: Readonly<Record<Dial, { readonly min: number; readonly max: number; readonly initial: number }>> =
  {
    lag: { min: 1, max: 6, initial: 3 },
    delay: { min: 0, max: 3, initial: 0 },
    window: { min: 1, max: 8, initial: 6 },
    frames: { min: 1, max: 20, initial: 14 },
  };
export const DIALS: readonly Dial[] = ['lag', 'delay', 'window', 'frames'];
export const PRESSES_MAX = RANGES.frames.max;

/** The whole number nearest to `value` that the dial has; its initial value for what is not a number. */
export function within(dial: Dial, value: number): number {
  const { min, max, initial } = RANGES[dial];
  return Number.isNaN(value) ? initial : Math.min(max, Math.max(min, Math.round(value)));
}

/** `presses`, then `then` up to PRESSES_MAX. */
export function scriptOf(presses: readonly Press[], then: Press = STAY): Script {
  return Array.from({ length: PRESSES_MAX }, (_, frame) => presses[frame] ?? then);
}

/** Frames that a wrong guess reaches back: none when the press is there in time. */
export function depthOf({ lag, delay }: Pick<Settings, 'lag' | 'delay'>): number {
  return Math.max(0, lag - delay);
}

/** The press that acts on a frame: the one made `delay` frames before, stay for the startup frames. */
export function pressFor({ delay, scripts }: Settings, player: 0 | 1, frame: number): Press {
  return scripts[player][frame - delay] ?? STAY;
}

/** The same with one press changed; `made` is the frame in which it is made. */
export function withPress(settings: Settings, player: 0 | 1, made: number, press: Press): Settings {
  const script = settings.scripts[player].map((old, at) => (at === made ? press : old));
  return { ...settings, scripts: player === 0 ? [script, settings.scripts[1]] : [settings.scripts[0], script] };
}

/** P1 walks right; P2 walks left until they would meet, then turns and runs. */
export const DEFAULT_SETTINGS: Settings = {
  lag: RANGES.lag.initial,
  delay: RANGES.delay.initial,
  window: RANGES.window.initial,
  frames: RANGES.frames.initial,
  scripts: [scriptOf([], RIGHT), scriptOf([LEFT, LEFT, LEFT, LEFT], RIGHT)],
};

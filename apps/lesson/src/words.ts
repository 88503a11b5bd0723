// What a moment, a wall frame and a report are called in plain words. Text only: nothing here touches the page.
import type { Figures, Moment, Run, WallFrame } from './run.js';
import { STAY, LEFT, RIGHT } from './sim/track.js';

const PRESS_NAMES: Readonly<Record<number, string>> = { [STAY]: 'stay', [LEFT]: 'left', [RIGHT]: 'right' };
const PRESS_ARROWS: Readonly<Record<number, string>> = { [STAY]: '·', [LEFT]: '←', [RIGHT]: '→' };

export const pressName = (press: number): string => PRESS_NAMES[press] ?? '';
export const pressArrow = (press: number): string => PRESS_ARROWS[press] ?? '';
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** P2's press for a frame that had run on a guess, and the guess was right. */
const isRightGuess = (moment: Moment, moments: readonly Moment[]): boolean =>
  moment.kind === 'confirm' &&
  moment.guess !== undefined &&
  !moments.some(({ kind, frame }) => kind === 'mispredict' && frame === moment.frame);

/** In a few words, for the list of the tick's `moments`. */
export function momentLabel(moment: Moment, moments: readonly Moment[]): string {
  const { kind, frame, player, value, guess } = moment;
  switch (kind) {
    case 'receive':
      return player === 0
        ? `P1’s press for ${frame}: ${pressName(value)}`
        : `P2’s press for ${frame} lands: ${pressName(value)}`;
    case 'confirm':
      return isRightGuess(moment, moments) ? `frame ${frame}: guessed right` : `frame ${frame}: confirmed`;
    case 'mispredict':
      return `frame ${frame}: guessed ${pressName(guess ?? NaN)}, wrong`;
    case 'rollback':
      return `back to before frame ${frame}`;
    case 'resimulate':
      return `run ${frame} again`;
    case 'predict':
      return `guess P2 in ${frame}: ${pressName(value)}`;
    case 'send':
      return `send presses up to ${frame}`;
    case 'stall':
      return `wait for P2’s press for ${awaited(moment)}`;
    case 'step':
      return `run frame ${frame}`;
    default:
      return `${kind} ${frame}`;
  }
}

/** The frame whose press a stalled tick waits for: the one after the last confirmed. */
const awaited = ({ frame, value }: Moment): number => frame - value;

/** The one moment of a tick that is most worth looking at. */
export function tellingMoment(moments: readonly Moment[]): number {
  const wanted: readonly ((moment: Moment) => boolean)[] = [
    ({ kind }) => kind === 'rollback',
    ({ kind }) => kind === 'stall',
    (moment) => isRightGuess(moment, moments),
    ({ kind }) => kind === 'predict',
    ({ kind }) => kind === 'step',
    ({ kind, player }) => kind === 'receive' && player === 1,
  ];
  for (const fits of wanted) {
    const at = moments.findIndex(fits);
    if (at >= 0) return at;
  }
  return 0;
}

/** A sentence or two for what P1's machine did in a tick. */
export function wallSummary({ wall, moments, figures }: WallFrame): string {
  const find = (kind: Moment['kind']): Moment | undefined => moments.find((moment) => moment.kind === kind);
  const parts: string[] = [];
  const wrong = find('mispredict');
  const back = find('rollback');
  const landed = moments.find(({ kind, player }) => kind === 'receive' && player === 1);
  if (landed !== undefined) {
    const lands = `P2’s press for frame ${landed.frame} lands`;
    if (wrong !== undefined && back !== undefined) {
      parts.push(
        `${lands}: ${pressName(landed.value)}, and the guess was ${pressName(wrong.guess ?? NaN)}. Back to before frame ${back.frame}, and ${counted(back.value, 'frame')} run again.`,
      );
    } else
      parts.push(
        landed.guess === undefined ? `${lands} in time.` : `${lands} and is what was guessed: nothing runs again.`,
      );
  }
  const stall = find('stall');
  const step = find('step');
  if (stall !== undefined)
    parts.push(`The window is full: frame ${stall.frame} waits for P2’s press for frame ${awaited(stall)}.`);
  else if (step !== undefined) {
    const guess = moments.filter((moment) => moment.kind === 'predict' && moment.frame === step.frame).at(-1);
    parts.push(
      guess === undefined
        ? `Frame ${step.frame} runs on both real presses.`
        : `Frame ${step.frame} runs on a guess: ${pressName(guess.value)}.`,
    );
  } else
    parts.push(
      figures.saved > 0
        ? 'All frames have run; the last presses are still on their way.'
        : 'All frames have run, and on real presses.',
    );
  return `Wall frame ${wall + 1}. ${parts.join(' ')}`;
}

/** The whole run in a sentence. */
export function runSummary({ report }: Run): string {
  const { frames, wallFrames, rollbacks, resimulated, largest, stalls, confirmedThrough }: Figures = report;
  const redone =
    rollbacks === 0
      ? 'no guess was wrong'
      : `${counted(rollbacks, 'rollback')} ran ${counted(resimulated, 'frame')} again, ${largest} at the most in one tick`;
  const waited = stalls === 0 ? 'and no tick stalled' : `and ${counted(stalls, 'tick')} stalled`;
  return `${counted(frames, 'frame')} in ${counted(wallFrames, 'wall frame')}: ${redone}, ${waited}. Confirmed through frame ${confirmedThrough}.`;
}

// How a blind test came out, as a few letters of an address and as words.
import type { BlindOrder } from './blind-test.js';
import { NETCODES, type Netcode } from './netcode.js';

export interface BlindResult {
  readonly order: BlindOrder;
  /** The round that felt best, 0 … 2; −1 if none did. */
  readonly best: number;
  /** By round. From press to picture in whole ms, −1 where nothing was pressed, and ticks spent waiting. */
  readonly feels: readonly { readonly pressMs: number; readonly stalls: number }[];
}

const LETTERS: readonly (readonly [string, Netcode])[] = NETCODES.map((netcode) => [netcode.id.charAt(0), netcode]);

/** "rld.1.45-180-102.0-412-15": the order by first letters, the best from 1 on or 0 for none, ms and ticks by round. */
export function writeBlind({ best, feels, order }: BlindResult): string {
  const letters = order.map(({ id }) => id.charAt(0)).join('');
  const ms = feels.map(({ pressMs }) => (pressMs < 0 ? 'x' : String(pressMs)));
  return `${letters}.${best + 1}.${ms.join('-')}.${feels.map(({ stalls }) => stalls).join('-')}`;
}

const FORM = /^([rdl]{3})\.([0-3])\.(\d{1,4}|x)-(\d{1,4}|x)-(\d{1,4}|x)\.(\d{1,4})-(\d{1,4})-(\d{1,4})$/;

/** Undefined for what writeBlind has not made: anyone may type an address. */
export function readBlind(text: string): BlindResult | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const [, letters = '', best = '0', ...figures] = found;
  const order = [...letters].map((letter) => LETTERS.find(([name]) => name === letter)?.[1]);
  const [first, second, third] = order;
  if (first === undefined || second === undefined || third === undefined || new Set(order).size < order.length)
    return undefined;
  return {
    order: [first, second, third],
    best: Number(best) - 1,
    feels: [0, 1, 2].map((round) => ({
      pressMs: figures[round] === 'x' ? -1 : Number(figures[round]),
      stalls: Number(figures[round + 3]),
    })),
  };
}

/** "Round 2 was Lockstep: 180 ms from press to picture, 412 frames stalled." */
export function roundWords({ feels, order }: BlindResult, round: number): string {
  const { pressMs = -1, stalls = 0 } = feels[round] ?? {};
  const press = pressMs < 0 ? 'nothing was pressed' : `${pressMs} ms from press to picture`;
  return `Round ${round + 1} was ${order[round]?.name ?? ''}: ${press}, ${stalls} frames stalled.`;
}

/** "Round 2 felt best: Rollback." `who`: "You" or "They". */
export function bestWords({ best, order }: BlindResult, who: string): string {
  const netcode = order[best];
  return netcode === undefined ? `${who} felt no difference.` : `${who} liked round ${best + 1} best: ${netcode.name}.`;
}

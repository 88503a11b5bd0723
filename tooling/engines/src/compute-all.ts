// All that is compared between engines.
import { sumAll, type FunctionSums } from './functions.js';
import { playAll, type Played } from './play.js';

/** What one engine makes of both tables. */
export interface Computed {
  readonly games: readonly Played[];
  readonly functions: FunctionSums;
}

export const computeAll = (): Computed => ({ games: playAll(), functions: sumAll() });

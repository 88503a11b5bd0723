// Which bars of the scoreboard somebody has used in this browser: their names stand beside them until then.
import { storedText } from '@lite-rollback/arcade';
import type { BarNames } from './draw/scoreboard.js';
import { GUARD_PIPS } from './sim/constants.js';
import {
  type Fighter,
  GUARD,
  IMPACT,
  IMPACT_BY,
  IMPACT_PARRY,
  opponentOf,
  read,
  readOf,
  type State,
} from './sim/layout.js';

export interface KnownBars {
  /** The names that are still needed. */
  readonly names: BarNames;
  /** Looks at what `fighter`, a person of this machine, has done by now. */
  follow(state: State, fighter: Fighter): void;
}

export function knownBars(): KnownBars {
  const stored = storedText('local', 'fighter-bars');
  const known = new Set((stored.get() ?? '').split(' '));
  const names = { guard: !known.has('guard'), parry: !known.has('parry') };

  function use(bar: 'guard' | 'parry'): void {
    if (!names[bar]) return;
    names[bar] = false;
    stored.set((['guard', 'parry'] as const).filter((name) => !names[name]).join(' '));
  }

  return {
    names,
    follow(state, fighter) {
      // A pip goes by a block, and comes back with the next round.
      if (readOf(state, fighter, GUARD) < GUARD_PIPS) use('guard');
      if (read(state, IMPACT) === IMPACT_PARRY && read(state, IMPACT_BY) === opponentOf(fighter)) use('parry');
    },
  };
}

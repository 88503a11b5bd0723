// Scenarios that the soak found, made small by it, and what it was.
import { describe, it } from 'vitest';
import { play } from '../play.js';
import type { Scenario } from '../scenario.js';

const FOUND: readonly (readonly [what: string, scenario: Scenario])[] = [
  [
    'a spectator of four players with four words each stood still, as its packets never had room for the last seat',
    { seed: 2, machines: { a: { players: 3 }, b: {} }, ms: 700, troubles: [{ at: 0, do: 'watch', who: 'x' }, { at: 450, do: 'watch', who: 'z' }], words: 4 },
  ],
  [
    "a machine that ended for a split told of another's goodbye after its end",
    { seed: 11, machines: { b: {}, c: {}, d: {} }, ms: 2644, troubles: [{ at: 200, do: 'cut', from: 'd', to: 'b', for: 2800 }], onDrop: 'end' },
  ],
];

describe('found by the soak', () => {
  it.each(FOUND)('%s', (_what, scenario) => void play(scenario));
});

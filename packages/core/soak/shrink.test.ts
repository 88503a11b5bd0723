import { describe, expect, it } from 'vitest';
import { asTest } from './as-test.js';
import { CAMPAIGNS } from './campaigns.js';
import { Fault } from './fault.js';
import { play } from './play.js';
import { mayDrop, type Scenario } from './scenario.js';
import { shrink } from './shrink.js';

const everything = (seed: number): Scenario => CAMPAIGNS['everything']!.make(seed);

/** Fails wherever a pause of more than a second comes before somebody is renamed. */
const judged = (scenario: Scenario): Fault | undefined => {
  const pause = scenario.troubles.findIndex((trouble) => trouble.do === 'pause' && trouble.for > 1000);
  return pause >= 0 && scenario.troubles.slice(pause).some((trouble) => trouble.do === 'rename')
    ? new Fault('truth', 'found')
    : undefined;
};

describe('shrinking', () => {
  it('leaves two machines, the two troubles that matter, and round numbers', () => {
    let shrunk = 0;
    for (let seed = 1; seed < 200; seed++) {
      const scenario = everything(seed);
      const fault = judged(scenario);
      if (!fault) continue;
      const small = shrink(scenario, fault, Infinity, () => 0, judged);
      expect(small.scenario.troubles.map((trouble) => trouble.do)).toEqual(['pause', 'rename']);
      expect(Object.keys(small.scenario.machines).length).toBeLessThanOrEqual(3);
      expect(Object.values(small.scenario.machines)).toEqual(Object.values(small.scenario.machines).map(() => ({})));
      expect(Object.keys(small.scenario).sort()).toEqual(['machines', 'ms', 'seed', 'troubles']);
      const [pause] = small.scenario.troubles;
      expect(pause).toMatchObject({ at: 0 });
      expect(pause!.do === 'pause' && pause!.for).toBeLessThan(2200);
      expect(judged(small.scenario)).toBeDefined();
      shrunk++;
    }
    expect(shrunk).toBeGreaterThan(5);
  });

  it('does not mistake another failure for the one it has', () => {
    const scenario = everything(1);
    const other = (): Fault => new Fault('desync', 'something else');
    expect(shrink(scenario, new Fault('truth', 'found'), Infinity, () => 0, other).scenario).toBe(scenario);
  });

  it('stops when its time is up', () => {
    let now = 0;
    const small = shrink(
      everything(2),
      new Fault('truth', 'found'),
      10,
      () => now++,
      () => undefined,
    );
    expect(small.tries).toBeLessThanOrEqual(11);
  });
});

describe('a printed test', () => {
  it('holds the very scenario', () => {
    for (const campaign of Object.values(CAMPAIGNS)) {
      for (let seed = 1; seed < 20; seed++) {
        const scenario = campaign.make(seed);
        const source = asTest(scenario, new Fault('truth', 'found'), `it's one`);
        const call = source.slice(source.indexOf('play(') + 4, source.lastIndexOf(');\n});'));
        // What was printed is a literal of our own making.
        expect(new Function(`return ${call})`.replace(/\)\)$/, ')'))()).toEqual(scenario);
      }
    }
  });
});

describe('scenarios', () => {
  it('are plain data, the same for the same seed', () => {
    for (const campaign of Object.values(CAMPAIGNS)) {
      for (let seed = 1; seed < 20; seed++) {
        const scenario = campaign.make(seed);
        expect(campaign.make(seed)).toEqual(scenario);
        expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
      }
    }
  });

  it('of links that change never silence anybody for long', () => {
    for (let seed = 1; seed < 200; seed++) {
      const scenario = CAMPAIGNS['links']!.make(seed);
      const pauses = scenario.troubles.some((trouble) => trouble.do === 'cut' && trouble.for > 1000);
      expect(pauses).toBe(false);
    }
    expect(
      mayDrop({
        seed: 1,
        machines: {},
        ms: 9,
        troubles: [
          { at: 0, do: 'cut', from: 'a', to: 'b', for: 900 },
          { at: 1000, do: 'cut', from: 'a', to: 'b', for: 900 },
        ],
      }),
    ).toBe(true);
    expect(
      mayDrop({ seed: 1, machines: {}, ms: 9, troubles: [{ at: 0, do: 'cut', from: 'a', to: 'b', for: 900 }] }),
    ).toBe(false);
  });

  it('are played to the end, and tell what they reached', () => {
    const reached = play({
      seed: 4,
      machines: { a: {}, b: { players: 2 } },
      ms: 3000,
      troubles: [
        { at: 900, do: 'lose', from: 'a', to: 'b', packets: 20 },
        { at: 1500, do: 'delay', who: 'b', frames: 0 },
      ],
    });
    expect(reached).toMatchObject({ scenarios: 1, matches: 1, delays: 1, drops: 0 });
    expect(reached.frames).toBeGreaterThan(300);
    expect(reached.rollbacks).toBeGreaterThan(10);
  });
});

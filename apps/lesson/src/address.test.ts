import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './address.js';
import { createLesson } from './lesson.js';
import { readLink, readScript, writeLink, writeScript } from './link.js';
import { PRESETS } from './presets.js';
import { DEFAULT_SETTINGS, DIALS, PRESSES_MAX, RANGES, scriptOf, type Press, type Settings } from './settings.js';
import { STOPS } from './tour/stops.js';

const dial = (name: (typeof DIALS)[number]) => fc.integer({ min: RANGES[name].min, max: RANGES[name].max });
const script = fc
  .array(fc.integer({ min: 0, max: 2 }), { maxLength: PRESSES_MAX })
  .map((presses) => scriptOf(presses as Press[]));
const settings: fc.Arbitrary<Settings> = fc.record({
  lag: dial('lag'),
  delay: dial('delay'),
  window: dial('window'),
  frames: dial('frames'),
  scripts: fc.tuple(script, script),
});

describe('a link', () => {
  it('of any scenario gives it back', () => {
    fc.assert(fc.property(settings, (scenario) => void expect(readLink(writeLink(scenario))).toEqual(scenario)));
  });

  it('that says nothing is the default scenario', () => {
    expect(readLink('')).toEqual(DEFAULT_SETTINGS);
    expect(writeLink(DEFAULT_SETTINGS)).toBe(
      'lag=3&delay=0&window=6&frames=14&p1=RRRRRRRRRRRRRRRRRRRR&p2=LLLLRRRRRRRRRRRRRRRR',
    );
  });

  it('with a number past its bounds has the bound, and with none the default', () => {
    expect(readLink('?lag=99&delay=-4&window=0&frames=21')).toMatchObject({ lag: 6, delay: 0, window: 1, frames: 20 });
    expect(readLink('?lag=abc&delay=&window=NaN&frames=1e9')).toMatchObject({
      lag: 3,
      delay: 0,
      window: 6,
      frames: 20,
    });
    expect(readLink('?lag=2.4')).toMatchObject({ lag: 2 });
  });

  it('takes small letters, and stay for what is missing or is none of the three', () => {
    expect(writeScript(readScript('rlx s'))).toBe('RLSSSSSSSSSSSSSSSSSS');
    expect(writeScript(readScript('L'.repeat(30)))).toBe('L'.repeat(20));
    expect(writeScript(readLink('?p1=').scripts[0])).toBe('S'.repeat(20));
  });

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        const { lag, delay, window, frames, scripts } = readAddress(search).settings;
        for (const [name, value] of Object.entries({ lag, delay, window, frames })) {
          expect(value).toBeGreaterThanOrEqual(RANGES[name as 'lag'].min);
          expect(value).toBeLessThanOrEqual(RANGES[name as 'lag'].max);
        }
        expect(scripts.map(({ length }) => length)).toEqual([20, 20]);
      }),
    );
  });
});

describe('the address', () => {
  const lesson = createLesson({ settings: DEFAULT_SETTINGS, schedule: () => () => {}, calm: () => false });

  it('keeps place, view and stop, and leaves out what goes without saying', () => {
    expect(writeAddress(lesson.state)).toBe(`?${writeLink(DEFAULT_SETTINGS)}`);
    lesson.setStop(7);
    lesson.setView('words');
    const address = writeAddress(lesson.state);
    expect(address).toBe(`?${writeLink(STOPS[7]!.settings)}&at=8&view=words&tour=8`);
    expect(readAddress(address)).toEqual({ settings: STOPS[7]!.settings, at: 8, view: 'words', stop: 7 });
  });

  it('ignores a place, a view or a stop that is none', () => {
    for (const search of ['?at=-1&view=&tour=0', '?at=x&view=all&tour=99', '?at=1.5&tour=1.5']) {
      expect(Object.keys(readAddress(search))).toEqual(['settings']);
    }
  });
});

it('every preset is a scenario of its own', () => {
  expect(new Set(PRESETS.map((preset) => writeLink(preset.settings))).size).toBe(PRESETS.length);
  for (const preset of PRESETS) expect(readLink(writeLink(preset.settings))).toEqual(preset.settings);
});

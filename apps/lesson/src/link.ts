// A scenario as the search part of an address, and back: ?lag=3&delay=0&window=6&frames=14&p1=RRRR…&p2=LLLLRRRR…
import {
  DEFAULT_SETTINGS,
  DIALS,
  PRESSES_MAX,
  scriptOf,
  within,
  type Dial,
  type Press,
  type Script,
  type Settings,
} from './settings.js';
import { LEFT, RIGHT, STAY } from './sim/track.js';

/** By press: how a script writes it. */
export const LETTERS = 'SLR';
const PRESSES: readonly Press[] = [STAY, LEFT, RIGHT];

export function writeScript(script: Script): string {
  return script.map((press) => LETTERS[press]).join('');
}

/** Letters that are none of the three, and presses that are missing, are stay. */
export function readScript(letters: string): Script {
  return scriptOf(
    [...letters.toUpperCase()].slice(0, PRESSES_MAX).map((letter) => PRESSES[LETTERS.indexOf(letter)] ?? STAY),
  );
}

/**
 * Without the question mark. Everything is written out, so that a link keeps its meaning whatever the defaults become.
 */
export function writeLink(settings: Settings): string {
  const { scripts } = settings;
  const pairs = DIALS.map((dial) => `${dial}=${settings[dial]}`);
  return [...pairs, `p1=${writeScript(scripts[0])}`, `p2=${writeScript(scripts[1])}`].join('&');
}

/**
 * What is left out is as in the default scenario; a number past its bounds is the bound. Never throws: anyone may type
 * an address.
 */
export function readLink(search: string): Settings {
  const given = new URLSearchParams(search);
  const dial = (name: Dial): number => {
    const value = given.get(name)?.trim();
    return value ? within(name, Number(value)) : DEFAULT_SETTINGS[name];
  };
  const script = (name: 'p1' | 'p2', player: 0 | 1): Script => {
    const letters = given.get(name);
    return letters === null ? DEFAULT_SETTINGS.scripts[player] : readScript(letters);
  };
  return {
    lag: dial('lag'),
    delay: dial('delay'),
    window: dial('window'),
    frames: dial('frames'),
    scripts: [script('p1', 0), script('p2', 1)],
  };
}

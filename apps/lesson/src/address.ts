// The address as the scenario's link: what is set, where it stands, how the code is shown, which stop of the tour.
import { readLink, writeLink } from './link.js';
import { VIEWS, type CodeView, type LessonState } from './lesson.js';
import type { Settings } from './settings.js';
import { STOPS } from './tour/stops.js';

export interface Address {
  readonly settings: Settings;
  /** Wall frames played; left out at the end. */
  readonly at?: number;
  readonly view?: CodeView;
  readonly stop?: number;
}

/** With the question mark. */
export function writeAddress({ settings, at, run, view, stop, playing }: LessonState): string {
  const position = at === run.walls.length || playing ? '' : `&at=${at}`;
  return `?${writeLink(settings)}${position}${view === 'both' ? '' : `&view=${view}`}${stop < 0 ? '' : `&tour=${stop + 1}`}`;
}

/** Never throws, and what it cannot use it leaves out. */
export function readAddress(search: string): Address {
  const given = new URLSearchParams(search);
  const whole = (name: string, max: number): number | undefined => {
    const text = given.get(name)?.trim();
    const value = text ? Number(text) : NaN;
    return Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;
  };
  const at = whole('at', Number.MAX_SAFE_INTEGER);
  const view = VIEWS.find((name) => name === given.get('view'));
  const stop = whole('tour', STOPS.length);
  return {
    settings: readLink(search),
    ...(at !== undefined && { at }),
    ...(view !== undefined && { view }),
    ...(stop !== undefined && stop > 0 && { stop: stop - 1 }),
  };
}

/**
 * Browsers refuse more than some 100 changes of the address in half a minute: one is made when the last change is this
 * old, ms.
 */
const QUIET_MS = 250;

/** Keeps the page's address equal to the state. */
export function createAddressWriter(): (state: LessonState) => void {
  let timer = 0;
  return (state) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const search = writeAddress(state);
      if (search !== location.search) history.replaceState(null, '', search + location.hash);
    }, QUIET_MS);
  };
}

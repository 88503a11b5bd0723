// The fight on the page: two machines, the packets between them, and what a rollback has just taken back.
import { find } from '@lite-rollback/app-shared/find';
import { createPlayback, type Playback } from '../page/playback.js';
import { AT_FIRST, type Settings } from '../world/settings.js';
import type { CreateBot } from './bots.js';
import { createFightMatch, type FightMatch } from './fight-match.js';
import { createHold } from './hold.js';
import { listenToLines } from './lines.js';
import { listenToThumbs } from './thumbs.js';
import { createFightView } from './view.js';
import { visitorFighter } from './visitor.js';

/** Figures are read, not watched: four times a second, ms. */
const FIGURES_EVERY = 250;
/** A seed whose fight has a kill taken back a moment after the page is open. */
const FIRST_SEED = 16;
/** Steps of the clock, ms: less than a tick, so that it stands still in the very tick. */
const STEP_MS = 8;
/** After the last outro the next match begins, ms. */
const NEXT_AFTER = 1200;

export interface OpenFight {
  readonly settings: Readonly<Settings>;
  readonly world: FightMatch;
  readonly running: boolean;
  /** True while everything stands still to show a kill that was taken back. */
  readonly holding: boolean;
  /** Kills taken back so far. */
  readonly takenBack: number;
  /** Paints again if nothing runs, as when a font has come. */
  repaint(): void;
}

export function openFight(createBot: CreateBot, reducedMotion: MediaQueryList): OpenFight {
  const section = find('#fight', HTMLElement);
  const settings: Settings = { ...AT_FIRST };
  const pictures = [find('#fight-red', HTMLElement), find('#fight-blue', HTMLElement)] as const;
  const hands = visitorFighter({ pictures, active: () => playback.running.now });
  const hold = createHold();
  const begin = (seed: number): FightMatch =>
    createFightMatch(settings, seed, [hands.begin(0, createBot(0, seed)), hands.begin(1, createBot(1, seed))]);
  let world = begin(FIRST_SEED);
  let overFor = 0;
  const view = createFightView(section, () => repaint(), reducedMotion);
  const thumbs = listenToThumbs((bits) => hands.touch(bits));
  const plays = (): readonly [boolean, boolean] => [hands.plays(0), hands.plays(1)];

  function repaint(): void {
    if (!playback.running.now) view.draw(world);
  }
  function rebuild(): void {
    world.close();
    world = begin(Math.floor(Math.random() * 2 ** 31));
    overFor = 0;
    hold.reset();
    repaint();
  }
  function advance(ms: number): void {
    for (let left = ms; left > 0 && hold.left === 0; left -= STEP_MS) {
      world.advance(Math.min(STEP_MS, left));
      const latest = world.takeBacks.map((one) => one.latest);
      hold.notice(latest, world.line.now(), plays().includes(true));
    }
    if (world.machines.every(({ match }) => match.state === 'ended')) overFor += ms;
    if (overFor > NEXT_AFTER) rebuild();
  }

  let sinceFigures = FIGURES_EVERY;
  const playback: Playback = createPlayback({
    section,
    wanted: !reducedMotion.matches,
    beat(ms) {
      if (hold.left > 0) hold.pass(ms);
      else advance(ms / playback.slowness);
      view.draw(world);
      view.say(world, plays());
      sinceFigures += ms;
      if (sinceFigures < FIGURES_EVERY) return;
      sinceFigures = 0;
      view.update(world, settings);
      if (!plays().includes(true)) thumbs.show(false);
    },
    onPlay: () => pictures[0].focus({ preventScroll: true }),
  });

  let builtFor = settings.lockstep;
  listenToLines(settings, () => {
    // A match's window is fixed when it begins: with or without one is another match.
    if (settings.lockstep !== builtFor) rebuild();
    builtFor = settings.lockstep;
    view.update(world, settings);
  });
  for (const picture of pictures)
    picture.addEventListener('click', (event) => {
      if (!(event instanceof PointerEvent) || event.pointerType !== 'touch' || !playback.running.now) return;
      thumbs.show(true);
      section.scrollIntoView({ behavior: reducedMotion.matches ? 'auto' : 'smooth' });
    });

  view.draw(world);
  view.say(world, plays());
  view.update(world, settings);
  return {
    settings,
    get world() {
      return world;
    },
    get running() {
      return playback.running.now;
    },
    get holding() {
      return hold.left > 0;
    },
    get takenBack() {
      return hold.takenBack;
    },
    repaint,
  };
}

// The race on the page: two machines, sliders for the line between them, and what it all costs.
import { drawLine } from '../draw/line.js';
import { sharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import { drawTape } from '../draw/tape.js';
import { createCheck } from '../page/check.js';
import { find } from '@lite-rollback/app-shared/find';
import { createPlayback, type Playback } from '../page/playback.js';
import { AT_FIRST, type Settings } from '../world/settings.js';
import { drawPicture } from './draw/picture.js';
import { createFigures } from './figures.js';
import { visitorHands } from './hands/visitor.js';
import { createKnobs } from './knobs.js';
import { createRaceWorld, type RaceWorld } from './race-world.js';
import { listenToTries } from './tries.js';

/** Figures are read, not watched: four times a second, ms. */
const FIGURES_EVERY = 250;
/** ms played before the first picture, so that it shows a race and not its start. */
const HEAD_START = 2600;

export interface OpenRace {
  readonly settings: Readonly<Settings>;
  readonly world: RaceWorld;
  readonly running: boolean;
  /** Paints again if nothing runs, as when a font has come. */
  repaint(): void;
}

export interface RaceOptions {
  reducedMotion: MediaQueryList;
  /** Whether W A S D are meant for the race while none of its pictures has the focus. */
  lettersCount(): boolean;
}

export function openRace({ lettersCount, reducedMotion }: RaceOptions): OpenRace {
  const section = find('#race', HTMLElement);
  const settings: Settings = { ...AT_FIRST };
  const pictures = [find('#red', HTMLElement), find('#blue', HTMLElement)] as const;
  const hands = visitorHands({ pictures, active: () => playback.running.now, lettersCount });
  const begin = (seed: number): RaceWorld => createRaceWorld(settings, seed, [hands.begin(0), hands.begin(1)]);
  let world = begin(20);
  world.advance(HEAD_START);

  const canvas = (selector: string) => sharpCanvas(find(selector, HTMLCanvasElement, section), () => repaint());
  const paper = [canvas('#red canvas'), canvas('#blue canvas')] as const;
  const tapes = [canvas('[data-side=red] .tape'), canvas('[data-side=blue] .tape')] as const;
  const wire = canvas('.wire canvas');
  const figures = createFigures(section);
  const check = createCheck(section);

  function draw(): void {
    for (const side of [0, 1] as const) {
      drawPicture(paper[side], world.machines[side], world.corrections[side], reducedMotion.matches);
      drawTape(tapes[side], world.machines[side].ticks);
    }
    drawLine(wire, world.line);
  }
  function repaint(): void {
    if (!playback.running.now) draw();
  }
  function updateFigures(): void {
    figures.update(world.machines, [hands.plays(0), hands.plays(1)]);
    check.update(world.agreement);
  }

  let sinceFigures = 0;
  const playback: Playback = createPlayback({
    section,
    wanted: !reducedMotion.matches,
    beat(ms) {
      world.advance(ms / playback.slowness);
      draw();
      sinceFigures += ms;
      if (sinceFigures < FIGURES_EVERY) return;
      sinceFigures = 0;
      updateFigures();
    },
    onPlay: () => pictures[0].focus({ preventScroll: true }),
  });

  /** A match's window is fixed when it begins: with or without one is another match. */
  let builtFor = settings.lockstep;
  function rebuild(): void {
    builtFor = settings.lockstep;
    world.close();
    world = begin(Math.floor(Math.random() * 2 ** 31));
    repaint();
  }
  const knobs = createKnobs(settings, ({ lockstep }) => {
    if (lockstep !== undefined && lockstep !== builtFor) rebuild();
    for (const { match } of world.machines) match.setInputDelay(settings.delay);
    updateFigures();
  });
  listenToTries((chosen) => {
    knobs.set(chosen.settings);
    playback.goSlow(chosen.slow);
    playback.running.want(true);
    section.scrollIntoView({ behavior: reducedMotion.matches ? 'auto' : 'smooth' });
    pictures[0].focus({ preventScroll: true });
  });

  draw();
  updateFigures();
  return {
    settings,
    get world() {
      return world;
    },
    get running() {
      return playback.running.now;
    },
    repaint,
  };
}

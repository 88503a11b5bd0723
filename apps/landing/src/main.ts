// Puts the page together. It wires, and decides little.
import { drawLine } from './draw/line.js';
import { drawPicture } from './draw/picture.js';
import { sharpCanvas } from './draw/sharp-canvas.js';
import { drawTape } from './draw/tape.js';
import { visitorHands } from './hands/visitor.js';
import { createFigures } from './page/figures.js';
import { find } from './page/find.js';
import { createKnobs } from './page/knobs.js';
import { runWhileSeen } from './page/run.js';
import { listenToTries } from './page/tries.js';
import { AT_FIRST, type Settings } from './world/settings.js';
import { createWorld, type World } from './world/world.js';
import '@lite-rollback/app-shared/look.css';
import './style.css';

/** Slow motion: every packet can be followed. */
const SLOWNESS = 8;
/** A page that could not keep up for longer than this lets the time go, ms. */
const LONGEST_BEAT = 100;
/** Figures are read, not watched: four times a second, ms. */
const FIGURES_EVERY = 250;
/** ms played before the first picture, so that it shows a race and not its start. */
const HEAD_START = 2600;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const settings: Settings = { ...AT_FIRST };
let slow = false;
let world: World;

const mirror = find('.mirror', HTMLElement);
const pictures = [find('#red', HTMLElement), find('#blue', HTMLElement)] as const;
const hands = visitorHands(pictures, () => running.now);
const begin = (seed: number): World => createWorld(settings, seed, hands.ask);
world = begin(20);
world.advance(HEAD_START);

const figures = createFigures();
const repaint = (): void => {
  if (!running.now) draw();
};
const red = sharpCanvas(find('#red canvas', HTMLCanvasElement), repaint);
const blue = sharpCanvas(find('#blue canvas', HTMLCanvasElement), repaint);
const redTape = sharpCanvas(find('.machine[data-side=red] .tape', HTMLCanvasElement), repaint);
const blueTape = sharpCanvas(find('.machine[data-side=blue] .tape', HTMLCanvasElement), repaint);
const wire = sharpCanvas(find('.wire canvas', HTMLCanvasElement), repaint);

function draw(): void {
  const [first, second] = world.machines;
  drawPicture(red, first, reducedMotion.matches);
  drawPicture(blue, second, reducedMotion.matches);
  drawTape(redTape, first.ticks);
  drawTape(blueTape, second.ticks);
  drawLine(wire, world.line);
}

const updateFigures = (): void => figures.update(world, settings, [hands.plays(0), hands.plays(1)]);
let sinceFigures = 0;

const running = runWhileSeen(
  find('.machines', HTMLElement),
  !reducedMotion.matches,
  (elapsed) => {
    const ms = Math.max(0, Math.min(LONGEST_BEAT, elapsed));
    world.advance(slow ? ms / SLOWNESS : ms);
    draw();
    sinceFigures += ms;
    if (sinceFigures < FIGURES_EVERY) return;
    sinceFigures = 0;
    updateFigures();
  },
  showWanted,
);

function showWanted(wanted: boolean): void {
  mirror.dataset['running'] = wanted ? 'yes' : 'no';
  find('#pause', HTMLButtonElement).textContent = wanted ? 'Pause' : 'Play';
}
showWanted(running.wanted);
find('#pause', HTMLButtonElement).addEventListener('click', () => running.want(!running.wanted));
find('#play', HTMLButtonElement).addEventListener('click', () => {
  running.want(true);
  pictures[0].focus({ preventScroll: true });
});

const slowSwitch = find('#slow', HTMLButtonElement);
function goSlow(wanted: boolean): void {
  slow = wanted;
  slowSwitch.setAttribute('aria-pressed', String(wanted));
}
slowSwitch.addEventListener('click', () => goSlow(!slow));

const knobs = createKnobs(settings, (change) => {
  if (change.lockstep !== undefined && change.lockstep !== builtFor) rebuild();
  for (const { match } of world.machines) match.setInputDelay(settings.delay);
  updateFigures();
});
let builtFor = settings.lockstep;
/** A match's window is fixed when it begins: with or without one is another match. */
function rebuild(): void {
  builtFor = settings.lockstep;
  world.close();
  world = begin(Math.floor(Math.random() * 2 ** 31));
  if (!running.now) draw();
}

listenToTries((chosen) => {
  knobs.set(chosen.settings);
  goSlow(chosen.slow);
  running.want(true);
  // Up to the headline: it says what the choice comes to.
  scrollTo({ top: 0, behavior: reducedMotion.matches ? 'auto' : 'smooth' });
  pictures[0].focus({ preventScroll: true });
});

draw();
updateFigures();
// Canvas text does not wait for a font by itself.
void document.fonts.load('700 20px "Barlow Condensed"').then(repaint);

/** For tests and for the curious. */
Object.defineProperty(globalThis, 'mirror', {
  value: Object.freeze({
    settings,
    get matches() {
      return world.machines.map(({ match }) => match);
    },
    get agreement() {
      return world.agreement;
    },
    get running() {
      return running.now;
    },
  }),
});

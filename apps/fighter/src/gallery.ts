// Every pose and screen on one sheet, for whoever changes the drawing. Played from the drills; `vite` serves it, the
// build leaves it out.
import '@fontsource/anton/400.css';
import { element } from '@lite-rollback/arcade';
import { type Beat, perform } from './drills/script.js';
import { createPainter } from './draw/picture.js';
import { SHEET_WIDTH, TALL_HEIGHT, WIDE_HEIGHT } from './draw/sheet.js';
import {
  ACTION,
  ACTION_PUNCH,
  BIT_BLOCK as B,
  BIT_LEFT as L,
  BIT_PUNCH as P,
  BIT_RIGHT as R,
  readOf,
  type State,
} from './sim/layout.js';

const query = new URLSearchParams(location.search);
const tall = query.get('tall') === '1';
const height = tall ? TALL_HEIGHT : WIDE_HEIGHT;
const only = query.get('only');
document.documentElement.style.setProperty('--cell', `${query.get('cell') ?? 400}px`);

interface Moment {
  readonly name: string;
  readonly seed: number;
  readonly beats: readonly Beat[];
  /** Frames after the round's first free frame. */
  readonly at: number;
  readonly rounds?: number;
  readonly boxes?: boolean;
}

const walk: Beat = [34, R, 0];
const kill: Beat[] = [walk, [1, P, 0], [60, 0, 0]];
const moments: readonly Moment[] = [
  { name: 'bow', seed: 1, beats: [], at: -68 },
  { name: 'ready', seed: 1, beats: [], at: -20 },
  { name: 'fight', seed: 1, beats: [[20, 0, 0]], at: 12 },
  { name: 'walk', seed: 1, beats: [[60, R, 0]], at: 24 },
  { name: 'retreat', seed: 1, beats: [[60, R, R]], at: 30 },
  { name: 'startup', seed: 1, beats: kill, at: 38 },
  { name: 'drive', seed: 1, beats: kill, at: 41 },
  {
    name: 'active (air)',
    seed: 1,
    beats: [
      [20, R, 0],
      [1, P, 0],
      [40, 0, 0],
    ],
    at: 29,
  },
  {
    name: 'recovery',
    seed: 1,
    beats: [
      [20, R, 0],
      [1, P, 0],
      [40, 0, 0],
    ],
    at: 38,
  },
  { name: 'block held', seed: 1, beats: [[60, R, B]], at: 33 },
  { name: 'armed', seed: 1, beats: [walk, [6, P, 0], [20, 0, B]], at: 41 },
  {
    name: 'block hit',
    seed: 2,
    beats: [
      [34, R, B],
      [1, P, B],
      [40, 0, B],
    ],
    at: 45,
  },
  {
    name: 'blockstun',
    seed: 2,
    beats: [
      [34, R, B],
      [1, P, B],
      [40, 0, B],
    ],
    at: 53,
  },
  { name: 'parry', seed: 4, beats: [walk, [7, P, 0], [1, 0, B], [60, 0, 0]], at: 46 },
  { name: 'stunned', seed: 4, beats: [walk, [7, P, 0], [1, 0, B], [60, 0, 0]], at: 80 },
  {
    name: 'clash',
    seed: 9,
    beats: [
      [17, R, L],
      [1, P, P],
      [60, 0, 0],
    ],
    at: 29,
  },
  {
    name: 'bounce',
    seed: 9,
    beats: [
      [17, R, L],
      [1, P, P],
      [60, 0, 0],
    ],
    at: 42,
  },
  { name: 'kill 1', seed: 1, beats: kill, at: 44 },
  { name: 'kill 2', seed: 1, beats: kill, at: 52 },
  { name: 'falling', seed: 1, beats: kill, at: 70 },
  { name: 'fallen', seed: 1, beats: kill, at: 94 },
  { name: 'won', seed: 1, beats: kill, at: 125 },
  { name: 'round 2', seed: 1, beats: kill, at: 12, rounds: 2 },
  {
    name: 'round 3',
    seed: 1,
    beats: [
      [17, R, L],
      [1, P, P],
      [60, 0, 0],
      [17, R, L],
      [6, 0, P],
      [40, 0, 0],
    ],
    at: 30,
    rounds: 3,
  },
  { name: 'match won', seed: 1, beats: kill, at: 190, rounds: 3 },
  {
    name: 'boxes',
    seed: 1,
    beats: [
      [20, R, 0],
      [1, P, 0],
      [40, 0, 0],
    ],
    at: 29,
    boxes: true,
  },
  { name: 'guard broken', seed: 3, beats: breakGuard(), at: -1 },
];

function breakGuard(): Beat[] {
  const once: Beat[] = [
    [1, P, B],
    [44, 0, B],
    [30, R, B],
  ];
  return [[34, R, B], ...once, ...once, [1, P, B], [10, 0, B]];
}

const main = document.querySelector('main');
await document.fonts.load('20px Anton');
for (const moment of [...moments].flatMap(film)) {
  if (only !== null && !only.split(',').includes(moment.name)) continue;
  const rounds = moment.rounds ?? 1;
  const done = perform(moment.seed, moment.beats, { rounds, after: 300 });
  const start = done.starts[rounds - 1] ?? 0;
  const at = moment.name === 'guard broken' ? brokenFrame(done.history) : start + moment.at;
  const canvas = element('canvas');
  main?.append(element('figure', {}, [canvas, element('figcaption', { text: moment.name })]));
  const ratio = devicePixelRatio;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round((canvas.clientWidth * ratio * height) / SHEET_WIDTH);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no 2d context');
  const scale = canvas.width / SHEET_WIDTH;
  const painter = createPainter();
  // The last second is painted too, so that ribbons and easing are where they would be.
  for (let frame = Math.max(0, at - 60); frame <= at; frame++) {
    const state = done.history[frame] ?? done.end;
    const previous = done.history[frame - 1] ?? state;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    painter.paint(
      context,
      SHEET_WIDTH,
      height,
      {
        state,
        previous,
        alpha: 1,
        offsets: [0, 0],
        bare: false,
        names: { guard: true, parry: true },
        lesson: null,
        localHandles: [0, 1],
        keyNames: () => '',
        keys: true,
        pxPerUnit: scale / ratio,
        guide: false,
        reducedMotion: false,
        checksum: moment.boxes ? 0x1234abcd : null,
      },
      frame * (1000 / 60),
    );
  }
}
document.documentElement.dataset['done'] = '1';

/** `?film=kill%201&frames=24&every=2`: the frames up to that moment and past it, one after the other. */
function film(moment: Moment): Moment[] {
  if (query.get('film') === null) return [moment];
  if (query.get('film') !== moment.name) return [];
  const every = Number(query.get('every') ?? 1);
  return Array.from({ length: Number(query.get('frames') ?? 12) }, (_, i) => ({
    ...moment,
    name: `${moment.name} +${i * every}`,
    at: moment.at + i * every,
  }));
}

function brokenFrame(history: readonly State[]): number {
  const hit = history.findIndex((state) => readOf(state, 1, ACTION) === 4);
  return hit < 0 ? history.findIndex((state) => readOf(state, 0, ACTION) === ACTION_PUNCH) : hit + 18;
}

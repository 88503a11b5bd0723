// The fighter as the cabinet takes it, the same for every mode.
import { ABOUT_LINKS } from '@lite-rollback/app-shared/about-links';
import { lagModeWords } from '@lite-rollback/app-shared/lag-mode';
import { online } from '@lite-rollback/app-shared/online';
import type { CabinetOptions, Picture } from '@lite-rollback/arcade';
import { checksum } from '@lite-rollback/core';
import { createLocalTransport } from '@lite-rollback/local';
import { demoHands } from './demo-hands.js';
import { ACCENTS_ON_INK, NAMES } from './draw/palette.js';
import { createPainter } from './draw/picture.js';
import { SHEET_WIDTH, TALL_HEIGHT, WIDE_HEIGHT } from './draw/sheet.js';
import { fighter } from './game.js';
import { RIVALS } from './rival/rivals.js';
import { knownBars } from './known-bars.js';
import { PX, ROUNDS_TO_WIN, STAGE_WIDTH } from './sim/constants.js';
import { CUE_ARM, CUE_SWING } from './sim/cues.js';
import {
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  CUES,
  type Fighter,
  IMPACT_TICK,
  IMPACT_X,
  read,
  readOf,
  type State,
  TICK,
  WINS,
  X,
} from './sim/layout.js';
import { SOUNDS } from './sounds.js';
import { trainingModeWords } from './training/training-mode-words.js';

export type FightFields = typeof fighter.fields;
export type FightPicture = Picture<FightFields>;

export const KEY_MAPS = [
  { KeyA: BIT_LEFT, KeyD: BIT_RIGHT, KeyW: BIT_BLOCK, KeyS: BIT_PUNCH },
  { ArrowLeft: BIT_LEFT, ArrowRight: BIT_RIGHT, ArrowUp: BIT_BLOCK, ArrowDown: BIT_PUNCH },
] as const;

const FIGHTERS: readonly [Fighter, Fighter] = [0, 1];
/** px of the stage. A longer jump of the picture is shown at once. */
const SMOOTH_LIMIT = 40;

/** The sheet takes the shape of the place it hangs in. Asked at every resize, so turning a phone turns the sheet. */
export const sheetSize = {
  width: SHEET_WIDTH,
  get height() {
    const place = document.querySelector('.arcade-stage');
    if (place === null || place.clientWidth === 0) return WIDE_HEIGHT;
    return Math.max(
      WIDE_HEIGHT,
      Math.min(TALL_HEIGHT, Math.floor((SHEET_WIDTH * place.clientHeight) / place.clientWidth)),
    );
  },
};

/**
 * Draws pictures of the match; one for each view of it, since bodies glide from what was last seen. `guide`: with the
 * rules in the ground at first.
 */
export function createDraw({
  boxes = false,
  guide = false,
}: {
  boxes?: boolean;
  guide?: boolean;
}): (context: CanvasRenderingContext2D, picture: FightPicture) => void {
  const painter = createPainter();
  const bars = knownBars();
  return (context, picture) => {
    const { fields, previous } = picture;
    if (picture.live) for (const handle of picture.localHandles) bars.follow(fields.fight, handle === 0 ? 0 : 1);
    painter.paint(
      context,
      sheetSize.width,
      sheetSize.height,
      {
        state: fields.fight,
        previous: previous.fight,
        alpha: picture.alpha,
        offsets: [picture.offset(0), picture.offset(1)],
        localHandles: picture.localHandles,
        pxPerUnit: picture.pxPerUnit,
        keys: !picture.localHandles.some((handle) => picture.controls(handle).device === 'touch'),
        guide,
        keyNames: (fighter, bit) => picture.controls(fighter).key(bit),
        reducedMotion: picture.reducedMotion,
        bare: !picture.live,
        names: bars.names,
        lesson: null,
        checksum: boxes ? checksum(fields.fight) : null,
      },
      performance.now(),
    );
  };
}

export function cabinetOptions(boxes: boolean): CabinetOptions<FightFields> {
  return {
    game: fighter,
    title: 'Fighter',
    goal: 'One punch kills. Block it, or tap block just in time. First to three rounds.',
    stage: sheetSize,
    draw: createDraw({ boxes, guide: !boxes }),
    keys: KEY_MAPS,
    keyNames: ['W A S D', 'arrow keys'],
    gamepad: {
      left: BIT_LEFT,
      right: BIT_RIGHT,
      buttons: { 0: BIT_PUNCH, 2: BIT_PUNCH, 1: BIT_BLOCK, 3: BIT_BLOCK, 4: BIT_BLOCK, 5: BIT_BLOCK },
    },
    pad: [
      { bits: BIT_LEFT, label: 'left', glyph: '←' },
      { bits: BIT_RIGHT, label: 'right', glyph: '→' },
      { bits: BIT_BLOCK, label: 'block', glyph: 'Block' },
      { bits: BIT_PUNCH, label: 'punch', glyph: 'Punch' },
    ],
    players: FIGHTERS.map((handle) => ({ name: NAMES[handle], colour: ACCENTS_ON_INK[handle] })),
    online,
    transports: { room: (room) => createLocalTransport({ room: `fighter-${room}` }) },
    winners: (fields) => FIGHTERS.filter((handle) => readOf(fields.fight, handle, WINS) >= ROUNDS_TO_WIN),
    result: (fields) => `${readOf(fields.fight, 0, WINS)} : ${readOf(fields.fight, 1, WINS)}`,
    cues: {
      read: (fields) => read(fields.fight, CUES),
      sounds: SOUNDS,
      pan: (fields) => panOf(fields.fight),
    },
    smooth: {
      count: 2,
      limit: SMOOTH_LIMIT,
      read(fields, out) {
        for (const handle of FIGHTERS) out[handle] = readOf(fields.fight, handle, X) / PX;
      },
    },
    rival: RIVALS,
    demo: (fields, handle) => demoHands(fields.fight, handle === 0 ? 0 : 1),
    about: ABOUT_LINKS,
    modeWords: (mode) => lagModeWords(mode) ?? trainingModeWords(mode),
    links: [
      { label: 'Training', note: 'parry this punch, 3 of 5', href: '?mode=training' },
      { label: 'Bad network', note: '100 ms away, 10 % lost', href: '?mode=lag:6:10', minor: true },
      { label: 'Boxes', note: 'what the simulation sees', href: '?mode=boxes', minor: true },
      { label: 'Sync test', note: 'every drill, rolled back', href: '?mode=synctest', minor: true },
    ],
  };
}

/** −1 … 1: where a step's sounds come from. */
function panOf(state: State): number {
  const cues = read(state, CUES);
  if (read(state, IMPACT_TICK) === read(state, TICK)) return side(read(state, IMPACT_X) / 2);
  if ((cues & (CUE_SWING | CUE_ARM)) !== 0) return side(readOf(state, 0, X));
  if ((cues & ((CUE_SWING | CUE_ARM) << 1)) !== 0) return side(readOf(state, 1, X));
  return 0;
}

function side(x: number): number {
  return (x / STAGE_WIDTH) * 1.4 - 0.7;
}

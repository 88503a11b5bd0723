// Mode lag of pong. Two courts, one for each machine: one above the other where the place is high, and beside each other
// where it is wide. There the near one is as large as the place is high, and the far one has what is left.
import type { LagMode } from '@lite-rollback/app-shared/lag-mode';
import { millisecondsOf, openLag } from '@lite-rollback/app-shared/open-lag';
import type { CabinetOptions } from '@lite-rollback/arcade';
import { PICTURE } from './draw/place.js';
import { FACE, INK, READABLE } from './draw/palette.js';
import type { PongPicture } from './draw/players.js';
import type { pongFields } from './sim/fields.js';
import { DOWN, UP } from './sim/stage.js';

type PongOptions = CabinetOptions<ReturnType<typeof pongFields>>;

/** px: room for a line of words over each court, and between two courts. */
const WORDS = 30;
const GAP = 28;
/** px below the lower of two courts, where the stage has no room of its own around it. */
const FOOT = 10;
/** The far court beside the near one: at least so much of its size. */
const FAR_LEAST = 0.5;

interface Places {
  /** Units. */
  readonly width: number;
  readonly height: number;
  readonly far: { readonly x: number; readonly y: number; readonly scale: number };
}

const STACKED: Places = {
  width: PICTURE.width,
  height: 2 * (PICTURE.height + WORDS) + GAP + FOOT,
  far: { x: 0, y: PICTURE.height + WORDS + GAP, scale: 1 },
};

/** Where the two courts lie in a place of this size. */
export function placesFor(width: number, height: number): Places {
  if (!(width * (PICTURE.height + WORDS) > height * PICTURE.width)) return STACKED;
  // CSS px for one unit, if the near court were as high as the place.
  const tallest = height / (PICTURE.height + WORDS);
  const left = width / tallest - PICTURE.width - GAP;
  const scale = Math.max(FAR_LEAST, Math.min(1, left / PICTURE.width));
  return {
    width: PICTURE.width * (1 + scale) + GAP,
    height: PICTURE.height + WORDS,
    far: { x: PICTURE.width + GAP, y: ((1 - scale) * PICTURE.height) / 2, scale },
  };
}

/** Asked at every resize, and with every picture. */
function places(): Places {
  const place = document.querySelector('.arcade-stage');
  return place === null ? STACKED : placesFor(place.clientWidth, place.clientHeight);
}

const stage = {
  get width() {
    return places().width;
  },
  get height() {
    return places().height;
  },
};

export function openPongLag(cabinet: PongOptions, mode: LagMode): void {
  const farWords = `${millisecondsOf(mode.frames)} ms away, ${mode.loss} % lost`;
  openLag({
    ...mode,
    cabinet: { ...cabinet, stage },
    draw(context, near, beyond) {
      drawMachine(context, cabinet, near, 'This machine', { x: 0, y: 0, scale: 1 });
      if (beyond !== undefined) drawMachine(context, cabinet, beyond, farWords, places().far);
    },
  });
}

function drawMachine(
  context: CanvasRenderingContext2D,
  cabinet: PongOptions,
  picture: PongPicture,
  words: string,
  { scale, x, y }: Places['far'],
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.rect(0, 0, PICTURE.width * scale, PICTURE.height * scale + WORDS);
  context.clip();
  context.font = `700 ${Math.max(17, READABLE / picture.pxPerUnit)}px ${FACE}`;
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(words, 0, WORDS / 2 - 2);
  context.textAlign = 'right';
  context.fillText(keysOf(picture), PICTURE.width * scale, WORDS / 2 - 2);
  context.translate(0, WORDS);
  context.scale(scale, scale);
  cabinet.draw(context, { ...picture, pxPerUnit: picture.pxPerUnit * scale });
  context.restore();
}

/** "W S", and "I K" beside it where two play at one machine. */
function keysOf(picture: PongPicture): string {
  const pairs = picture.localHandles.map((handle) =>
    [UP, DOWN]
      .map((bit) => picture.controls(handle).key(bit))
      .filter((name) => name !== '')
      .join(' '),
  );
  return pairs.filter((pair) => pair !== '').join('   ');
}

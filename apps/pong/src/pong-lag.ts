// Mode lag of pong. Two courts, one for each machine, beside each other or one above the other.
import { millisecondsOf, openLag } from '@lite-rollback/app-shared/open-lag';
import type { LagMode } from '@lite-rollback/app-shared/lag-mode';
import type { CabinetOptions } from '@lite-rollback/arcade';
import { PICTURE } from './draw/place.js';
import { FACE, INK } from './draw/palette.js';
import type { PongPicture } from './draw/players.js';
import type { pongFields } from './sim/fields.js';
import { DOWN, UP } from './sim/stage.js';

type PongOptions = CabinetOptions<ReturnType<typeof pongFields>>;

/** px: room for a line of words over each court, and between two courts. */
const WORDS = 30;
const GAP = 28;
/** px below the lower of two courts, where the stage has no room of its own around it. */
const FOOT = 10;

/** Whether the place is wide enough for two courts beside each other. Asked at every resize. */
function sideBySide(): boolean {
  const place = document.querySelector('.arcade-stage');
  return place === null || place.clientWidth * (PICTURE.height + WORDS) > place.clientHeight * PICTURE.width;
}

const stage = {
  get width() {
    return sideBySide() ? 2 * PICTURE.width + GAP : PICTURE.width;
  },
  get height() {
    return sideBySide() ? PICTURE.height + WORDS : 2 * (PICTURE.height + WORDS) + GAP + FOOT;
  },
};

export function openPongLag(cabinet: PongOptions, mode: LagMode): void {
  const far = `${millisecondsOf(mode.frames)} ms away, ${mode.loss} % lost`;
  openLag({
    ...mode,
    cabinet: { ...cabinet, stage },
    draw(context, near, beyond) {
      drawMachine(context, cabinet, near, 'This machine', 0, 0);
      if (beyond === undefined) return;
      const beside = sideBySide();
      drawMachine(
        context,
        cabinet,
        beyond,
        far,
        beside ? PICTURE.width + GAP : 0,
        beside ? 0 : PICTURE.height + WORDS + GAP,
      );
    },
  });
}

function drawMachine(
  context: CanvasRenderingContext2D,
  cabinet: PongOptions,
  picture: PongPicture,
  words: string,
  x: number,
  y: number,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.rect(0, 0, PICTURE.width, PICTURE.height + WORDS);
  context.clip();
  context.font = `700 17px ${FACE}`;
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(words, 0, WORDS / 2 - 2);
  context.textAlign = 'right';
  context.fillText(keysOf(picture), PICTURE.width, WORDS / 2 - 2);
  context.translate(0, WORDS);
  cabinet.draw(context, picture);
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

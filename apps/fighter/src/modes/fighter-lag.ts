// Mode lag of the fighter. The sheet is what Red's machine sees; the small picture in its ground is Blue's.
import { type LagOptions, millisecondsOf, openLag } from '@lite-rollback/app-shared/open-lag';
import type { LagMode } from '@lite-rollback/app-shared/lag-mode';
import { cabinetOptions, createDraw, type FightFields, type FightPicture, KEY_MAPS, sheetSize } from '../cabinet.js';
import { BIG_TYPE } from '../draw/big-words.js';
import { PAPER } from '../draw/palette.js';
import { READABLE } from '../draw/sheet.js';

/** Share of the sheet's width that Blue's view takes. */
const INSET = 0.27;

export function openFighterLag(mode: LagMode): void {
  const draw = createDraw({});
  const drawInset = createDraw({});
  const options: LagOptions<FightFields> = {
    ...mode,
    cabinet: { ...cabinetOptions(false), keys: KEY_MAPS, keyNames: ['W A S D', 'arrow keys'] },
    draw(context, red, blue) {
      draw(context, red);
      if (blue !== undefined) drawBlue(context, blue, drawInset, mode);
    },
  };
  openLag(options);
}

function drawBlue(
  context: CanvasRenderingContext2D,
  blue: FightPicture,
  draw: ReturnType<typeof createDraw>,
  { frames, loss }: LagMode,
): void {
  const { width, height } = sheetSize;
  const small = Math.max(4.4, READABLE / blue.pxPerUnit);
  const scale = height > width ? INSET * 1.25 : INSET;
  // What is worth seeing: from the heads to the ground.
  const shown = height * 0.5;
  const from = height * 0.34;
  context.save();
  context.translate((width * (1 - scale)) / 2, height - shown * scale - 3.6 - small);
  context.fillStyle = PAPER;
  context.fillRect(-0.8, -0.8, width * scale + 1.6, shown * scale + 1.6);
  context.font = `${small}px ${BIG_TYPE}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillText(
    `WHAT BLUE SEES · ${millisecondsOf(frames)} MS AWAY · ${loss} % LOST`,
    (width * scale) / 2,
    shown * scale + 2,
  );
  context.beginPath();
  context.rect(0, 0, width * scale, shown * scale);
  context.clip();
  context.scale(scale, scale);
  context.translate(0, -from);
  // Bodies alone: its score and its keys are on the sheet around it.
  draw(context, { ...blue, live: false, pxPerUnit: blue.pxPerUnit * scale });
  context.restore();
}

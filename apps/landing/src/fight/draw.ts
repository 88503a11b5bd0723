// What one machine shows of the fight: the fighter's own picture, and over it the ghost of a kill that was taken back.
import { poseOf } from '@lite-rollback/fighter/src/draw/animation.js';
import { drawBody, drawRim } from '@lite-rollback/fighter/src/draw/body.js';
import { BIG_TYPE } from '@lite-rollback/fighter/src/draw/big-words.js';
import { cameraOf, lookThrough, sheetX } from '@lite-rollback/fighter/src/draw/camera.js';
import { INK, PAPER, sceneOfRound } from '@lite-rollback/fighter/src/draw/palette.js';
import { createPainter, FIGURES, type View } from '@lite-rollback/fighter/src/draw/picture.js';
import { SHEET_WIDTH, sheetOf, WIDE_HEIGHT, type Sheet } from '@lite-rollback/fighter/src/draw/sheet.js';
import type { fighter } from '@lite-rollback/fighter/src/game.js';
import { PX } from '@lite-rollback/fighter/src/sim/constants.js';
import {
  facing,
  type Fighter,
  opponentOf,
  read,
  readOf,
  ROUND,
  type State,
  X,
} from '@lite-rollback/fighter/src/sim/layout.js';
import { createLayer, type Layer } from '../draw/layer.js';
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import type { Machine } from '../world/machine.js';
import { TAKEN_BACK_TICKS, type TakeBacks, type TakenBack } from './take-backs.js';

export type FightMachine = Machine<typeof fighter.fields>;

/** CSS px for a unit of the sheet, at least: a fighter's name has 11 units, and nothing here is under 12 px. */
const LEAST_SCALE = 1.1;
/** How much of a ghost is seen: the one who really stands there is seen through it. */
const GHOST = 0.6;
/** Ticks in which a ghost goes. */
const FADE_TICKS = 16;

export interface FightPicture {
  /** `calm`: nothing shakes or flashes. `nowMs` is the world's clock: where it stands still, ribbons do. */
  draw(machine: FightMachine, takeBacks: TakeBacks, calm: boolean, nowMs: number): void;
}

export function createFightPicture(sharp: SharpCanvas): FightPicture {
  const painter = createPainter();
  const ghost = createLayer();

  return {
    draw(machine, takeBacks, calm, nowMs) {
      if (sharp.width === 0) return;
      const { context } = sharp;
      const width = Math.min(SHEET_WIDTH, sharp.width / LEAST_SCALE);
      const height = (width * WIDE_HEIGHT) / SHEET_WIDTH;
      const pxPerUnit = sharp.width / width;
      const sheet = sheetOf(width, height, pxPerUnit);
      const { session } = machine.match;
      const { fight } = session.fields;
      // Stalled, time stands still: it does not swing between two frames.
      const stalled = machine.ticks[machine.ticks.length - 1]?.stalled === true;
      const view: View = {
        state: fight,
        previous: session.depth() > 1 ? session.stateAt(session.frame() - 2).fight : fight,
        alpha: stalled ? 1 : machine.alpha,
        offsets: [takeBacks.offset(0), takeBacks.offset(1)],
        localHandles: [],
        keyNames: () => '',
        pxPerUnit,
        keys: false,
        names: { guard: false, parry: false },
        lesson: null,
        guide: false,
        reducedMotion: calm,
        bare: false,
        checksum: null,
      };
      sharp.begin(pxPerUnit);
      painter.paint(context, width, height, view, nowMs);
      if (takeBacks.latest !== null) drawTakenBack(context, ghost, sheet, view, takeBacks.latest);
    },
  };
}

/** Who seemed to have fallen, as an outline where he seemed to lie, and a stamp that says so. */
function drawTakenBack(
  context: CanvasRenderingContext2D,
  ghost: Layer,
  sheet: Sheet,
  view: View,
  taken: TakenBack,
): void {
  const victim = opponentOf(taken.by);
  const camera = cameraOf(view.state, sheet, placeOf(view.state, 0), placeOf(view.state, 1), true);
  const { sky } = sceneOfRound(read(view.state, ROUND));
  context.save();
  context.globalAlpha = Math.min(1, (TAKEN_BACK_TICKS - taken.age) / FADE_TICKS);

  ghost.begin(context);
  lookThrough(ghost.context, camera, sheet);
  ghost.context.translate(placeOf(taken.shown, victim), 0);
  ghost.context.scale(facing(victim), 1);
  const pose = poseOf(taken.shown, victim);
  const figure = FIGURES[victim];
  drawRim(ghost.context, pose, figure, INK, 1.2);
  drawBody(ghost.context, pose, figure, { body: sky, line: sky, accent: sky });
  ghost.lay(context, GHOST);

  const stampX = sheetX(camera, sheet, placeOf(taken.shown, victim));
  drawStamp(context, sheet, stampX, taken.into === 'parry' ? 'NO KILL: PARRIED' : 'NO KILL: BLOCKED');
  context.restore();
}

function drawStamp(context: CanvasRenderingContext2D, sheet: Sheet, x: number, text: string): void {
  const size = 13;
  context.font = `${size}px ${BIG_TYPE}`;
  const half = context.measureText(text).width / 2 + size * 0.6;
  context.translate(
    Math.max(half + 4, Math.min(sheet.width - half - 4, x)),
    sheet.ground + (sheet.height - sheet.ground) / 2,
  );
  context.rotate(-0.04);
  context.fillStyle = PAPER;
  context.fillRect(-half, -size * 0.8, half * 2, size * 1.6);
  context.fillStyle = INK;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, 0, size * 0.06);
}

/** px of the stage. */
function placeOf(state: State, fighter: Fighter): number {
  return readOf(state, fighter, X) / PX;
}

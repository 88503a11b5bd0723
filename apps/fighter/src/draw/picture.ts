// The whole sheet. Everything on it follows from the state, but for two things kept here that nobody else reads: how
// far a body has glided into its pose, and the ribbons.
import {
  ACTION,
  ACTION_DEAD,
  ACTION_FRAME,
  ACTION_STUNNED,
  facing,
  type Fighter,
  HITSTOP,
  PARRY_LEFT,
  read,
  readOf,
  ROUND,
  SLIDE,
  type State,
  TICK,
  X,
} from '../sim/layout.js';
import { isSudden, poseOf } from './animation.js';
import { drawGround, drawSky } from './backdrop.js';
import { drawBody, drawRim, type Figure, type Ink, knotsOf } from './body.js';
import { cameraOf, lookThrough, toPx } from './camera.js';
import { createRibbon, type Ribbon } from './cloth.js';
import { drawDaze, drawDust, drawOver, drawSmear, drawUnder } from './effects.js';
import { drawGuide } from './guide.js';
import { drawKeyPads, type KeyNames } from './key-pads.js';
import { drawLessonGround, drawLessonTask, type LessonView } from './lesson.js';
import { drawBoxes, drawReadout } from './overlay.js';
import { ACCENTS, GOLD, INK, PAPER, sceneOfRound } from './palette.js';
import { type BarNames, drawScoreboard } from './scoreboard.js';
import { sheetOf } from './sheet.js';
import { mixPose, type Pose } from './skeleton.js';
import { drawWords, floodOf } from './big-words.js';

export interface View {
  /** The leading frame's state, and the one before it. */
  readonly state: State;
  readonly previous: State;
  /** 0 … 1: how far to draw between them. */
  readonly alpha: number;
  /** px of the stage to add to each fighter's place: what is left of a rollback's jump. */
  readonly offsets: readonly [number, number];
  readonly localHandles: readonly number[];
  readonly keyNames: KeyNames;
  /** CSS px for one unit of the sheet: words that would be too small are larger, or left out. */
  readonly pxPerUnit: number;
  /** Draws both players' keys in the ground: not under a finger, whose pads lie beside the sheet. */
  readonly keys: boolean;
  /** Says the rules in the ground while the first fight begins. */
  readonly guide: boolean;
  readonly reducedMotion: boolean;
  /** No keys and no score: the fight alone, as behind a menu. */
  readonly bare: boolean;
  /** The names that stand beside the bars. */
  readonly names: BarNames;
  /** A lesson of the training room in place of the score and the big words; null for a fight. */
  readonly lesson: LessonView | null;
  /** Draws the sim's boxes, and this checksum; null draws neither. */
  readonly checksum: number | null;
}

export interface Painter {
  /**
   * Paints a sheet of `width` × `height` units at the context's origin. `nowMs` moves ribbons and easing, nothing else.
   */
  paint(context: CanvasRenderingContext2D, width: number, height: number, view: View, nowMs: number): void;
}

/** By fighter. */
export const FIGURES: readonly [Figure, Figure] = [
  { hat: false, thigh: 5.6, knee: 4.2, ankle: 2.7, accent: ACCENTS[0] },
  { hat: true, thigh: 6.6, knee: 5.6, ankle: 4.4, accent: ACCENTS[1] },
];
/** Share of the way to its pose that a body covers in 1/60 s. */
const GLIDE = 0.42;
/** Longest time between two pictures that is still movement, ms. */
const LONGEST_STEP = 100;

interface Actor {
  pose: Pose | null;
  readonly head: Ribbon;
  readonly sash: Ribbon;
}

export function createPainter(): Painter {
  const actors: readonly [Actor, Actor] = [actor(), actor()];
  let last = 0;
  let leftover = 0;

  return {
    paint(context, width, height, view, nowMs) {
      const { state } = view;
      const elapsed = Math.max(0, Math.min(LONGEST_STEP, nowMs - last));
      last = nowMs;
      const sheet = sheetOf(width, height, view.pxPerUnit);
      const scene = sceneOfRound(read(state, ROUND));
      const places = [placeOf(view, 0), placeOf(view, 1)] as const;
      const camera = cameraOf(state, sheet, places[0], places[1], view.reducedMotion);
      const flood = floodOf(state, view.reducedMotion);
      const line = flood ?? scene.sky;
      // In hit stop ribbons all but stand still, like everything else.
      const pace = read(state, HITSTOP) > 0 ? 0.15 : 1;
      leftover += (elapsed / 1000) * 60 * pace;
      const steps = Math.floor(leftover);
      leftover -= steps;
      const glide = 1 - (1 - GLIDE) ** ((elapsed / 1000) * 60);

      context.save();
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      drawSky(context, sheet, scene, camera, flood);
      context.save();
      lookThrough(context, camera, sheet);
      drawUnder(context, state);
      context.restore();
      if (view.lesson !== null) drawLessonTask(context, view.lesson, sheet, flood !== null);
      else if (flood === null) drawWords(context, state, sheet);

      context.save();
      lookThrough(context, camera, sheet);
      for (const fighter of backToFront(state)) {
        drawFighter(context, state, fighter, places[fighter], actors[fighter], { glide, steps, line, flood });
      }
      context.restore();

      drawGround(context, sheet, camera, view.reducedMotion ? 0 : read(state, TICK) * 0.03);
      context.save();
      lookThrough(context, camera, sheet);
      drawOver(context, state, line, flood !== null);
      if (view.checksum !== null) drawBoxes(context, state);
      context.restore();

      if (!view.bare) {
        drawScoreboard(context, state, sheet, {
          localHandles: view.localHandles,
          line,
          flooded: flood !== null,
          rounds: view.lesson === null,
          names: view.names,
        });
        const room = view.keys ? drawKeyPads(context, state, sheet, view.keyNames) : sheet.width;
        if (view.lesson !== null) drawLessonGround(context, view.lesson, sheet, room * 0.9);
        else if (view.guide) drawGuide(context, state, sheet, room * 0.9);
      }
      if (view.checksum !== null) drawReadout(context, state, sheet, view.checksum);
      context.restore();
    },
  };
}

function actor(): Actor {
  return { pose: null, head: createRibbon(7, 3.6), sash: createRibbon(4, 3.4) };
}

interface Manner {
  readonly glide: number;
  readonly steps: number;
  readonly line: string;
  readonly flood: string | null;
}

function drawFighter(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  x: number,
  actor: Actor,
  manner: Manner,
): void {
  const target = poseOf(state, fighter);
  const pose = actor.pose === null || isSudden(state, fighter) ? target : mixPose(actor.pose, target, manner.glide);
  actor.pose = pose;
  const figure = FIGURES[fighter];
  const way = facing(fighter);
  const fallen = readOf(state, fighter, ACTION) === ACTION_DEAD;
  const ink: Ink =
    manner.flood === null
      ? { body: INK, line: manner.line, accent: figure.accent }
      : { body: fallen ? PAPER : INK, line: manner.line, accent: fallen ? INK : PAPER };

  drawDust(context, state, fighter, x, toPx(readOf(state, fighter, SLIDE)), manner.line);
  drawSmear(context, state, fighter, x, manner.flood === null ? figure.accent : PAPER);

  const knots = knotsOf(pose, figure);
  const wind = -way * 0.035;
  actor.head.pull(x + way * knots.head[0], knots.head[1], manner.steps, wind);
  actor.sash.pull(x + way * knots.sash[0], knots.sash[1], manner.steps, wind);
  actor.head.draw(context, ink.accent, manner.line, 3.1);
  actor.sash.draw(context, ink.accent, manner.line, 3.4);

  context.save();
  context.translate(x, 0);
  context.scale(way, 1);
  if (readOf(state, fighter, PARRY_LEFT) > 0) drawRim(context, pose, figure, GOLD, 3.2);
  drawBody(context, pose, figure, ink);
  context.restore();
  if (readOf(state, fighter, ACTION) === ACTION_STUNNED && readOf(state, fighter, ACTION_FRAME) > 6) {
    drawDaze(context, state, x + way * pose.head[0], pose.head[1], manner.line);
  }
}

/** Whoever lies is drawn first; else the left one. */
function backToFront(state: State): readonly Fighter[] {
  return readOf(state, 1, ACTION) === ACTION_DEAD ? [1, 0] : [0, 1];
}

/** Where a fighter is drawn, px of the stage. */
function placeOf(view: View, fighter: Fighter): number {
  const now = readOf(view.state, fighter, X);
  const before = readOf(view.previous, fighter, X);
  // Back to the marks at a new round is no walk.
  const from = Math.abs(now - before) > 16 * 256 ? now : before;
  return toPx(from + (now - from) * view.alpha) + view.offsets[fighter];
}

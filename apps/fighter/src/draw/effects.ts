// Sparks, rings, ink and smears. Each is a function of how long ago its impact was, never a swarm that is kept up to
// date: when a rollback takes an impact back, its sparks are simply no longer drawn.
import { HITSTOP_KILL, PUNCH_ACTIVE, PUNCH_STARTUP } from '../sim/constants.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_PUNCH,
  facing,
  type Fighter,
  IMPACT,
  IMPACT_BLOCK,
  IMPACT_BREAK,
  IMPACT_BY,
  IMPACT_CLASH,
  IMPACT_KILL,
  IMPACT_NONE,
  IMPACT_PARRY,
  IMPACT_SPARK,
  IMPACT_TICK,
  IMPACT_X,
  opponentOf,
  read,
  readOf,
  type State,
  TICK,
} from '../sim/layout.js';
import { clamp01, easeOut, mix, scatter } from './easing.js';
import { ACCENTS, GOLD, INK, PAPER } from './palette.js';

/** Height of a fist over the ground, px. */
const FIST_HEIGHT = 43;
/** px a step a step, downwards. */
const GRAVITY = 0.16;

/** Under the fighters. The context draws px of the stage, y up. */
export function drawUnder(context: CanvasRenderingContext2D, state: State): void {
  const kind = read(state, IMPACT);
  if (kind === IMPACT_NONE) return;
  const age = read(state, TICK) - read(state, IMPACT_TICK);
  const x = read(state, IMPACT_X) / 512;
  if (kind === IMPACT_PARRY) rays(context, x, age, read(state, IMPACT_SPARK));
}

/** Over the fighters. `line` is the colour that cuts shapes from the ink. */
export function drawOver(context: CanvasRenderingContext2D, state: State, line: string, flooded: boolean): void {
  const kind = read(state, IMPACT);
  if (kind === IMPACT_NONE) return;
  const age = read(state, TICK) - read(state, IMPACT_TICK);
  const x = read(state, IMPACT_X) / 512;
  const spark = read(state, IMPACT_SPARK);
  const by = read(state, IMPACT_BY);
  if (kind === IMPACT_BLOCK) {
    star(context, x, FIST_HEIGHT + 5, 11, age, 8, spark, line, INK);
    chips(context, x, FIST_HEIGHT + 5, age, 7, spark, INK, 1.5, 22);
  } else if (kind === IMPACT_BREAK) {
    const broken = by === 0 ? ACCENTS[1] : ACCENTS[0];
    star(context, x, FIST_HEIGHT + 5, 19, age, 12, spark, line, broken);
    chips(context, x, FIST_HEIGHT + 5, age, 22, spark, broken, 3, 44);
  } else if (kind === IMPACT_PARRY) {
    star(context, x, FIST_HEIGHT + 12, 15, age, 12, spark, '#fffbe8', GOLD);
    ring(context, x, FIST_HEIGHT + 8, age, GOLD);
    chips(context, x, FIST_HEIGHT + 12, age, 12, spark, GOLD, 1.8, 30);
  } else if (kind === IMPACT_CLASH) {
    star(context, x, FIST_HEIGHT, 21, age, 12, spark, '#fffbe8', INK);
    ring(context, x, FIST_HEIGHT, age, INK);
    chips(context, x, FIST_HEIGHT, age, 16, spark, INK, 1.9, 30);
  } else if (kind === IMPACT_KILL) {
    const fallen: Fighter = by === 0 ? 1 : 0;
    ink(context, x, age, spark, fallen, by, flooded ? PAPER : ACCENTS[fallen]);
  }
}

/** The path of a live fist, from the shoulder out. */
export function drawSmear(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  x: number,
  colour: string,
): void {
  if (readOf(state, fighter, ACTION) !== ACTION_PUNCH) return;
  const since = readOf(state, fighter, ACTION_FRAME) - PUNCH_STARTUP;
  if (since < 0 || since > PUNCH_ACTIVE + 2) return;
  const thin = 1 - clamp01((since - 1) / 4);
  const way = facing(fighter);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x - way * 22, FIST_HEIGHT + 3);
  context.quadraticCurveTo(x + way * 6, FIST_HEIGHT + 26, x + way * 42, FIST_HEIGHT + 4 * thin);
  context.lineTo(x + way * 44, FIST_HEIGHT);
  context.lineTo(x + way * 40, FIST_HEIGHT - 3 * thin);
  context.quadraticCurveTo(x + way * 8, FIST_HEIGHT + 26 - 11 * thin, x - way * 22, FIST_HEIGHT + 3);
  context.fill();
}

/** Dust behind a lunge, and under whoever is being pushed. */
export function drawDust(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  x: number,
  slide: number,
  colour: string,
): void {
  const action = readOf(state, fighter, ACTION);
  const frame = readOf(state, fighter, ACTION_FRAME);
  const lunged = action === ACTION_PUNCH ? frame - PUNCH_STARTUP + 2 : -1;
  const way = facing(fighter);
  if (lunged >= 0 && lunged < 14) puffs(context, x - way * 17, way, lunged / 14, colour);
  // Pushed backwards: dust flies from the front foot, towards the other.
  if (slide > 0.25) puffs(context, x + way * 8, -way, 0.25 + 0.5 * clamp01(1 - slide / 3), colour);
}

function puffs(context: CanvasRenderingContext2D, x: number, way: number, t: number, colour: string): void {
  context.fillStyle = colour;
  for (let i = 0; i < 4; i++) {
    const out = easeOut(t) * (5 + i * 4.5);
    const radius = (2.6 - i * 0.35) * (1 - t);
    if (radius <= 0) continue;
    context.beginPath();
    context.arc(x - way * out, 1.4 + easeOut(t) * (i % 2 === 0 ? 3.2 : 1.4), radius, 0, Math.PI * 2);
    context.fill();
  }
}

/** Three sparks that circle a stunned head. `headX`, `headY`: px of the stage. */
export function drawDaze(
  context: CanvasRenderingContext2D,
  state: State,
  headX: number,
  headY: number,
  line: string,
): void {
  const turn = read(state, TICK) * 0.11;
  for (let i = 0; i < 3; i++) {
    const angle = turn + (i * Math.PI * 2) / 3;
    const x = headX + Math.cos(angle) * 10;
    const y = headY + 9 + Math.sin(angle) * 2.6;
    const size = 2.5 + Math.sin(angle) * -0.6;
    context.beginPath();
    for (let corner = 0; corner < 8; corner++) {
      const a = (corner * Math.PI) / 4;
      const radius = corner % 2 === 0 ? size : size * 0.4;
      context.lineTo(x + Math.cos(a) * radius, y + Math.sin(a) * radius);
    }
    context.closePath();
    context.lineWidth = 1.6;
    context.strokeStyle = line;
    context.stroke();
    context.fillStyle = INK;
    context.fill();
  }
}

/** A jagged star that swells and is gone: the picture of a blow. */
function star(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  age: number,
  lasts: number,
  spark: number,
  fill: string,
  edge: string,
): void {
  if (age > lasts) return;
  const t = age / lasts;
  const outer = size * (0.65 + 0.35 * easeOut(t * 2)) * (1 - t * t * t);
  const turn = scatter(spark, 99) * Math.PI;
  context.beginPath();
  for (let i = 0; i < 18; i++) {
    const angle = turn + (i / 18) * Math.PI * 2;
    const radius = i % 2 === 0 ? outer * (0.75 + 0.5 * scatter(spark, i)) : outer * 0.42;
    context.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  context.closePath();
  context.lineJoin = 'miter';
  context.lineWidth = 2.4;
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
}

function chips(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  age: number,
  count: number,
  spark: number,
  colour: string,
  size: number,
  lasts: number,
): void {
  if (age > lasts) return;
  const t = thaw(age, 5);
  context.fillStyle = colour;
  for (let i = 0; i < count; i++) {
    const angle = scatter(spark, i * 3) * Math.PI * 2;
    const speed = 0.8 + scatter(spark, i * 3 + 1) * 2.2;
    const drag = (1 - 0.94 ** t) / 0.06;
    const px = x + Math.cos(angle) * (5 + speed * drag);
    const py = y + Math.sin(angle) * (5 + speed * drag) - (GRAVITY * t * t) / 2;
    if (py < 0) continue;
    const radius = size * (0.6 + scatter(spark, i * 3 + 2)) * (1 - age / lasts);
    const spin = angle + t * (0.2 + scatter(spark, i) * 0.3);
    context.beginPath();
    for (let corner = 0; corner < 3; corner++) {
      const a = spin + corner * 2.4;
      context.lineTo(px + Math.cos(a) * radius * 1.5, py + Math.sin(a) * radius * 1.5);
    }
    context.closePath();
    context.fill();
  }
}

function ring(context: CanvasRenderingContext2D, x: number, y: number, age: number, colour: string): void {
  const t = age / 18;
  if (t >= 1) return;
  context.strokeStyle = colour;
  context.lineWidth = 6 * (1 - t) ** 1.5;
  context.beginPath();
  context.arc(x, y, mix(6, 52, easeOut(t)), 0, Math.PI * 2);
  context.stroke();
}

/** A fan of gold behind a parry. */
function rays(context: CanvasRenderingContext2D, x: number, age: number, spark: number): void {
  const t = age / 34;
  if (t >= 1) return;
  context.fillStyle = GOLD;
  const reach = mix(60, 190, easeOut(t * 1.6));
  for (let i = 0; i < 14; i++) {
    const angle = (i / 14) * Math.PI * 2 + scatter(spark, i) * 0.3;
    const width = 0.075 * (1 - t) * (0.6 + scatter(spark, i + 30));
    const inner = mix(14, 120, t * t);
    context.beginPath();
    context.moveTo(x + Math.cos(angle) * inner, FIST_HEIGHT + 8 + Math.sin(angle) * inner);
    context.lineTo(x + Math.cos(angle - width) * reach, FIST_HEIGHT + 8 + Math.sin(angle - width) * reach);
    context.lineTo(x + Math.cos(angle + width) * reach, FIST_HEIGHT + 8 + Math.sin(angle + width) * reach);
    context.closePath();
    context.fill();
  }
}

/** Time as flying things feel it: while everything is frozen they creep, then they catch up. */
function thaw(age: number, frozen: number): number {
  return age < frozen ? 2 + age * 0.25 : 2 + frozen * 0.25 + (age - frozen);
}

/** What leaves the fallen one: drops in his own colour, thrown the way the fist went, and the stain they leave. */
function ink(
  context: CanvasRenderingContext2D,
  x: number,
  age: number,
  spark: number,
  fallen: Fighter,
  by: number,
  colour: string,
): void {
  const way = by === 2 ? 0 : facing(opponentOf(fallen));
  const t = thaw(age, HITSTOP_KILL);
  context.fillStyle = colour;
  for (let i = 0; i < 40; i++) {
    const angle = (scatter(spark, i * 4) - 0.35) * 1.9;
    const speed = 0.7 + scatter(spark, i * 4 + 1) ** 2 * 4.2;
    const size = 0.5 + scatter(spark, i * 4 + 2) ** 3 * 2.6;
    const drag = (1 - 0.965 ** t) / 0.035;
    const px =
      x + way * Math.cos(angle) * speed * drag + (way === 0 ? (scatter(spark, i) - 0.5) * 2 * speed * drag : 0);
    const py = FIST_HEIGHT + 4 + Math.sin(angle) * speed * drag - (GRAVITY * t * t) / 2;
    context.beginPath();
    if (py > 0.5) {
      const stretch = 1 + Math.min(1.6, speed * 0.4) / (1 + t * 0.08);
      context.ellipse(px, py, size * stretch, size, -way * 0.5 * (t / 20), 0, Math.PI * 2);
    } else {
      context.ellipse(px, 0.2, size * 1.9, size * 0.4, 0, 0, Math.PI * 2);
    }
    context.fill();
  }
}

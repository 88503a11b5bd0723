// Rolls back: the ball's flight through one frame. Order of events within a part of a frame: wall, paddle, goal line.
import { alongX, alongY, angleOf } from './angles.js';
import type { Court } from './court.js';
import {
  CUE_HIT,
  CUE_WALL,
  LAST_HIT,
  LAST_HIT_FRAME,
  LEFT,
  RETURNS,
  RETURNS_IN_RALLY,
  RIGHT,
  SPEED,
  VX,
  VY,
  WALL_BOUNCES,
  X,
  Y,
  type PongFields,
  type Side,
} from './fields.js';
import {
  FIRST_RETURN_SPEED,
  GOAL_LEFT,
  GOAL_RIGHT,
  SPEED_PER_RETURN,
  SUBSTEPS,
  TOP_SPEED,
  WALL_BOTTOM,
  WALL_TOP,
} from './stage.js';

export const NO_GOAL = -1;

/**
 * The `part`-th of SUBSTEPS shares of `distance`. The shares add up to it exactly, and those of −distance are their
 * mirror image.
 */
function share(distance: number, part: number): number {
  return (((distance * (part + 1)) / SUBSTEPS) | 0) - (((distance * part) / SUBSTEPS) | 0);
}

function add(array: Int32Array, index: number, amount: number): void {
  array[index] = (array[index] ?? 0) + amount;
}

function bounceOffWalls(fields: PongFields): void {
  const { ball } = fields;
  const y = ball[Y] ?? 0;
  const vy = ball[VY] ?? 0;
  if (y < WALL_TOP) {
    ball[Y] = 2 * WALL_TOP - y;
    ball[VY] = vy < 0 ? -vy : vy;
  } else if (y > WALL_BOTTOM) {
    ball[Y] = 2 * WALL_BOTTOM - y;
    ball[VY] = vy > 0 ? -vy : vy;
  } else return;
  fields.cues[0] = (fields.cues[0] ?? 0) | CUE_WALL;
  add(fields.tally, WALL_BOUNCES, 1);
}

function leavePaddle(court: Court, fields: PongFields, handle: number, offset: number, frame: number): void {
  const { ball, rally } = fields;
  const faster = (rally[SPEED] ?? 0) + SPEED_PER_RETURN;
  const speed = faster < FIRST_RETURN_SPEED ? FIRST_RETURN_SPEED : faster > TOP_SPEED ? TOP_SPEED : faster;
  const angle = angleOf(offset, court.reach);
  // Dead centre has no side of its own: the ball keeps going up or down as it came.
  const downwards = offset !== 0 ? offset > 0 : (ball[VY] ?? 0) >= 0;
  const vx = alongX(speed, angle);
  const vy = alongY(speed, angle);
  ball[VX] = court.sideOf[handle] === LEFT ? vx : -vx;
  ball[VY] = downwards ? vy : -vy;
  rally[SPEED] = speed;
  rally[LAST_HIT] = handle;
  rally[LAST_HIT_FRAME] = frame;
  add(rally, RETURNS_IN_RALLY, 1);
  add(fields.tally, RETURNS, 1);
  fields.cues[0] = (fields.cues[0] ?? 0) | CUE_HIT;
}

/**
 * A paddle meets the ball in the part of a frame in which the ball's leading edge passes the plane of its face,
 * whatever the ball's speed: nothing tunnels. It touches up to and including `court.reach`, the ball's edge against the
 * paddle's end; one unit further is a miss, and a ball that has passed the plane is past that paddle for good, so an
 * end never deflects it from behind.
 */
function meetPaddles(court: Court, fields: PongFields, fromX: number, frame: number): void {
  const { ball, paddleY } = fields;
  const vx = ball[VX] ?? 0;
  const toX = ball[X] ?? 0;
  const y = ball[Y] ?? 0;
  const defenders = court.defenders[vx < 0 ? LEFT : RIGHT];
  for (let i = 0; i < defenders.length; i++) {
    const handle = defenders[i] ?? 0;
    const plane = court.contactX[handle] ?? 0;
    const passed = vx < 0 ? fromX > plane && toX <= plane : fromX < plane && toX >= plane;
    if (!passed) continue;
    const offset = y - (paddleY[handle] ?? 0);
    if (offset > court.reach || offset < -court.reach) continue;
    ball[X] = plane;
    leavePaddle(court, fields, handle, offset, frame);
    return;
  }
}

/**
 * Flies the ball for one frame. The side that scored, or NO_GOAL. The flight ends at the first goal line passed, so a
 * frame never scores twice.
 */
export function fly(court: Court, fields: PongFields, frame: number): Side | typeof NO_GOAL {
  const { ball } = fields;
  for (let part = 0; part < SUBSTEPS; part++) {
    const fromX = ball[X] ?? 0;
    const dx = share(ball[VX] ?? 0, part);
    const dy = share(ball[VY] ?? 0, part);
    ball[X] = fromX + dx;
    ball[Y] = (ball[Y] ?? 0) + dy;
    bounceOffWalls(fields);
    meetPaddles(court, fields, fromX, frame);
    const x = ball[X] ?? 0;
    if (x < GOAL_LEFT) return RIGHT;
    if (x > GOAL_RIGHT) return LEFT;
  }
  return NO_GOAL;
}

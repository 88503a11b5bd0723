// Rolls back: how runners move, meet walls and bump into each other.
import { at, BUMP_FRAME, type RaceFields, X, Y } from './fields.js';
import { BODY, DOWN, EDGE, KICK, LEFT, PUSH, PUSH_DIAGONAL, RIGHT, STAGE_HEIGHT, STAGE_WIDTH, UP } from './stage.js';

/** −1, 0 or 1. Opposite keys cancel. */
function way(input: number, back: number, forward: number): number {
  return ((input & forward) === 0 ? 0 : 1) - ((input & back) === 0 ? 0 : 1);
}

export function push(speed: Int32Array, handle: number, input: number): void {
  const dx = way(input, LEFT, RIGHT);
  const dy = way(input, UP, DOWN);
  const force = dx !== 0 && dy !== 0 ? PUSH_DIAGONAL : PUSH;
  // Truncated towards 0, not shifted: a shift rounds down, and a runner at rest would creep to the left for ever.
  speed[2 * handle + X] = (((at(speed, 2 * handle + X) + dx * force) * 7) / 8) | 0;
  speed[2 * handle + Y] = (((at(speed, 2 * handle + Y) + dy * force) * 7) / 8) | 0;
}

/** One axis: moves, and turns back at half the speed where a wall is. */
function moveAlong(body: Int32Array, speed: Int32Array, cell: number, length: number): void {
  const to = at(body, cell) + at(speed, cell);
  const met = to < EDGE ? EDGE : to > length - EDGE ? length - EDGE : to;
  if (met !== to) speed[cell] = (-at(speed, cell) / 2) | 0;
  body[cell] = met;
}

export function move(fields: RaceFields, handle: number): void {
  moveAlong(fields.body, fields.speed, 2 * handle + X, STAGE_WIDTH);
  moveAlong(fields.body, fields.speed, 2 * handle + Y, STAGE_HEIGHT);
}

function keepOnStage(body: Int32Array, handle: number): void {
  const x = at(body, 2 * handle + X);
  const y = at(body, 2 * handle + Y);
  body[2 * handle + X] = Math.max(EDGE, Math.min(STAGE_WIDTH - EDGE, x));
  body[2 * handle + Y] = Math.max(EDGE, Math.min(STAGE_HEIGHT - EDGE, y));
}

/** Two that overlap are set apart, trade the speed at which they met, and are thrown back. */
export function bump(fields: RaceFields, frame: number): void {
  const { body, speed, moment } = fields;
  const dx = at(body, 2 + X) - at(body, X);
  const dy = at(body, 2 + Y) - at(body, Y);
  const squared = dx * dx + dy * dy;
  if (squared >= 4 * BODY * BODY) return;
  const distance = Math.sqrt(squared) | 0;
  // Unit vector from 0 to 1, times 256. On the very same spot: along x.
  const nx = distance === 0 ? 256 : ((dx * 256) / distance) | 0;
  const ny = distance === 0 ? 0 : ((dy * 256) / distance) | 0;
  const apart = ((2 * BODY - distance) / 2 + 1) | 0;
  const closing = (((at(speed, X) - at(speed, 2 + X)) * nx + (at(speed, Y) - at(speed, 2 + Y)) * ny) / 256) | 0;
  const thrown = (closing > 0 ? closing : 0) + KICK;
  for (let handle = 0; handle < 2; handle++) {
    const away = handle === 0 ? -1 : 1;
    body[2 * handle + X] = at(body, 2 * handle + X) + (((away * apart * nx) / 256) | 0);
    body[2 * handle + Y] = at(body, 2 * handle + Y) + (((away * apart * ny) / 256) | 0);
    speed[2 * handle + X] = at(speed, 2 * handle + X) + (((away * thrown * nx) / 256) | 0);
    speed[2 * handle + Y] = at(speed, 2 * handle + Y) + (((away * thrown * ny) / 256) | 0);
    keepOnStage(body, handle);
  }
  moment[BUMP_FRAME] = frame;
}

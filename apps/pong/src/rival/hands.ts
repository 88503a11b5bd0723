// The hands of a rival. Nothing but what its machine showed one reaction time ago, and nothing but
// up and down.
import type { RivalHands, RivalSelf } from '@lite-rollback/arcade';
import { alongX, alongY } from '../sim/angles.js';
import type { Court } from '../sim/court.js';
import {
  LEFT,
  PHASE,
  PLAY,
  RETURNS,
  SERVE,
  SERVE_ANGLE,
  SERVE_X,
  SERVE_Y,
  SERVES,
  VX,
  VY,
  X,
  Y,
  type pongFields,
  type PongFields,
} from '../sim/fields.js';
import { speedAfter } from '../sim/paddles.js';
import { DOWN, ONE_PX, SERVE_SPEED, STAGE_HEIGHT, UP, WALL_BOTTOM, WALL_TOP } from '../sim/stage.js';

/** How well a rival plays. */
export interface Strength {
  /** px by which it misjudges where a ball of middling speed arrives, either way; a faster one by more. */
  readonly misjudge: number;
  /** Share of the balls whose bounces off the walls it foresees. */
  readonly foresight: number;
  /** How far from its middle it likes to meet the ball, a share of half a paddle: that sends it off at a slant. */
  readonly slant: number;
}

/** The speed along the court at which a ball is misjudged by `misjudge`, 1/256 px a frame. */
const MIDDLING = 8 * ONE_PX;
/** Nearer than this to where it wants to be, it lets go. */
const NEAR = 3 * ONE_PX;

export function handsOf(court: Court, strength: Strength): RivalHands<ReturnType<typeof pongFields>> {
  return (fields, self) => {
    // One judgement of each ball: it sees wrong, or right, until the ball has been returned.
    const ball = ((fields.tally[RETURNS] ?? 0) * 64 + (fields.tally[SERVES] ?? 0)) * 4;
    const way = wanted(court, fields, self, strength, ball) - ownHeight(court, fields, self);
    return way > NEAR ? DOWN : way < -NEAR ? UP : 0;
  };
}

/** Where it wants its paddle: where the ball will be, as it thinks; the middle while the ball goes away. */
function wanted(court: Court, fields: PongFields, self: RivalSelf, strength: Strength, ball: number): number {
  const at = arrival(court, fields, self.handle, self.whim(ball) < strength.foresight);
  if (at === undefined) return STAGE_HEIGHT / 2;
  const speed = Math.abs(fields.ball[VX] ?? 0);
  const error = (self.whim(ball + 1) * 2 - 1) * strength.misjudge * ONE_PX * (speed / MIDDLING);
  const slant = (self.whim(ball + 2) * 2 - 1) * strength.slant * court.paddleHalf;
  return at + error + slant;
}

/** Where a ball will cross the plane of a paddle, 1/256 px from the top. Undefined: it does not come this way. */
function arrival(court: Court, fields: PongFields, handle: number, foresees: boolean): number | undefined {
  const { ball, serve } = fields;
  const phase = fields.phase[PHASE];
  if (phase !== PLAY && phase !== SERVE) return undefined;
  // Of a serve, the dots say where it will fly.
  const angle = serve[SERVE_ANGLE] ?? 0;
  const vx = phase === PLAY ? (ball[VX] ?? 0) : alongX(SERVE_SPEED, angle) * (serve[SERVE_X] ?? 1);
  const vy = phase === PLAY ? (ball[VY] ?? 0) : alongY(SERVE_SPEED, angle) * (serve[SERVE_Y] ?? 1);
  const way = (court.contactX[handle] ?? 0) - (ball[X] ?? 0);
  const comes = vx < 0 === (court.sideOf[handle] === LEFT) && way * vx > 0;
  if (!comes) return undefined;
  const y = (ball[Y] ?? 0) + (vy * way) / vx;
  return foresees ? folded(y) : y;
}

/** A height beyond the walls, thrown back by them as often as it takes. */
function folded(y: number): number {
  const span = WALL_BOTTOM - WALL_TOP;
  const along = (((y - WALL_TOP) % (2 * span)) + 2 * span) % (2 * span);
  return WALL_TOP + (along < span ? along : 2 * span - along);
}

/** Where its own paddle is by now: it saw where that was, and knows what it has pressed since. */
function ownHeight(court: Court, fields: PongFields, self: RivalSelf): number {
  const bottom = STAGE_HEIGHT - court.paddleHalf;
  let y = fields.paddleY[self.handle] ?? 0;
  let speed = fields.paddleV[self.handle] ?? 0;
  for (let ago = self.age - 1; ago >= 1; ago--) {
    const held = self.pressed(ago);
    if (held === 0) speed = 0;
    else {
      speed = speedAfter(speed, held === UP ? -1 : 1);
      y = Math.max(court.paddleHalf, Math.min(bottom, y + speed));
    }
  }
  return y;
}

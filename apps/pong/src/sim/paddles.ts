// Rolls back: paddles move.
import type { Court } from './court.js';
import type { PongFields } from './fields.js';
import { DOWN, PADDLE_ACCELERATION, PADDLE_START_SPEED, PADDLE_TOP_SPEED, STAGE_HEIGHT, UP } from './stage.js';

/** −1 up, 1 down, 0 for neither or both. */
function direction(input: number): number {
  const held = input & (UP | DOWN);
  return held === UP ? -1 : held === DOWN ? 1 : 0;
}

/** Of a paddle, after one frame more in which it is pressed `toward`: −1 up, 1 down, 0 not at all. */
export function speedAfter(speed: number, toward: number): number {
  if (toward === 0) return 0;
  const along = speed * toward;
  if (along <= 0) return PADDLE_START_SPEED * toward;
  const faster = along + PADDLE_ACCELERATION;
  return (faster < PADDLE_TOP_SPEED ? faster : PADDLE_TOP_SPEED) * toward;
}

export function movePaddles(court: Court, fields: PongFields, inputs: Uint32Array): void {
  const { paddleY, paddleV } = fields;
  const lowest = STAGE_HEIGHT - court.paddleHalf;
  for (let handle = 0; handle < court.numPlayers; handle++) {
    const speed = speedAfter(paddleV[handle] ?? 0, direction(inputs[handle] ?? 0));
    const wanted = (paddleY[handle] ?? 0) + speed;
    const y = wanted < court.paddleHalf ? court.paddleHalf : wanted > lowest ? lowest : wanted;
    paddleY[handle] = y;
    // A paddle that a wall stopped has no speed left to keep.
    paddleV[handle] = y === wanted ? speed : 0;
  }
}

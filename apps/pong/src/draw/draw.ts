// One picture of pong.
import type { Court } from '../sim/court.js';
import { drawCourt, drawScore } from './court.js';
import { drawGoal, drawRally, drawServe } from './moments.js';
import { MARGIN_X, MARGIN_Y } from './place.js';
import { INK } from './palette.js';
import { drawBall, drawPaddles, type PongPicture } from './players.js';

export function drawPong(court: Court): (context: CanvasRenderingContext2D, picture: PongPicture) => void {
  return (context, picture) => {
    context.save();
    context.translate(MARGIN_X, MARGIN_Y);
    drawScore(context, picture.fields, INK, 0.1);
    drawCourt(context);
    drawServe(context, picture);
    drawRally(context, picture);
    drawPaddles(context, court, picture);
    drawBall(context, court, picture);
    drawGoal(context, picture);
    context.restore();
  };
}

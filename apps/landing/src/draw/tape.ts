// The strip under a picture: what each of the last ticks cost.
import { RECORDED, type TickRecord } from '../world/machine.js';
import { WINDOW } from '../world/settings.js';
import { PAPER, SUN } from './palette.js';
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';

/**
 * One column a tick: as high as the frames that were played again, and filled from top to bottom where the machine had
 * to wait.
 */
export function drawTape(sharp: SharpCanvas, ticks: readonly TickRecord[]): void {
  if (sharp.width === 0) return;
  const { context, width, height } = sharp;
  const step = width / RECORDED;
  const unit = (height - 2) / WINDOW;
  sharp.begin(1);
  context.fillStyle = '#2b2734';
  context.fillRect(0, 0, width, height);
  for (const [i, { depth, stalled }] of ticks.entries()) {
    const x = width - (ticks.length - i) * step;
    if (stalled) {
      context.fillStyle = SUN;
      context.fillRect(x, 0, step + 0.5, height);
    }
    if (depth === 0) continue;
    context.fillStyle = PAPER;
    context.fillRect(x, height - depth * unit, Math.max(1.5, step * 0.8), depth * unit);
  }
}

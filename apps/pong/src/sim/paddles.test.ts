import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COURTS, openedFields } from '../../test/offline.js';
import { COURT_OF_TWO } from './court.js';
import { movePaddles } from './paddles.js';
import { DOWN, PADDLE_ACCELERATION, PADDLE_START_SPEED, PADDLE_TOP_SPEED, STAGE_HEIGHT, UP } from './stage.js';

describe('movePaddles', () => {
  it('starts at once, gains speed to a top, stops at once', () => {
    const fields = openedFields(COURT_OF_TWO, 1);
    let expected = PADDLE_START_SPEED;
    let y = STAGE_HEIGHT / 2;
    for (let i = 0; i < 12; i++) {
      movePaddles(COURT_OF_TWO, fields, Uint32Array.of(UP, DOWN));
      y -= expected;
      expect(fields.paddleY[0]).toBe(y);
      expect(fields.paddleY[1]).toBe(STAGE_HEIGHT - y);
      expected = Math.min(PADDLE_TOP_SPEED, expected + PADDLE_ACCELERATION);
    }
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(0, 0));
    expect(fields.paddleY[0]).toBe(y);
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(UP, 0));
    expect(fields.paddleY[0]).toBe(y - PADDLE_START_SPEED);
  });

  it('turns round without braking first', () => {
    const fields = openedFields(COURT_OF_TWO, 1);
    for (let i = 0; i < 5; i++) movePaddles(COURT_OF_TWO, fields, Uint32Array.of(UP, 0));
    const turned = fields.paddleY[0] ?? 0;
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(DOWN, 0));
    expect(fields.paddleY[0]).toBe(turned + PADDLE_START_SPEED);
  });

  it('takes up and down together for neither, and ignores every other bit', () => {
    const fields = openedFields(COURT_OF_TWO, 1);
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(UP | DOWN, 0xfffffffc));
    expect([...fields.paddleY]).toEqual([STAGE_HEIGHT / 2, STAGE_HEIGHT / 2]);
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(0xfffffffc | UP, 0x80000000 | DOWN));
    expect(fields.paddleY[0]).toBe(STAGE_HEIGHT / 2 - PADDLE_START_SPEED);
    expect(fields.paddleY[1]).toBe(STAGE_HEIGHT / 2 + PADDLE_START_SPEED);
  });

  it('leaves a wall as fast as it leaves any other place', () => {
    const fields = openedFields(COURT_OF_TWO, 1);
    for (let i = 0; i < 60; i++) movePaddles(COURT_OF_TWO, fields, Uint32Array.of(UP, 0));
    expect(fields.paddleY[0]).toBe(COURT_OF_TWO.paddleHalf);
    expect(fields.paddleV[0]).toBe(0);
    movePaddles(COURT_OF_TWO, fields, Uint32Array.of(DOWN, 0));
    expect(fields.paddleY[0]).toBe(COURT_OF_TWO.paddleHalf + PADDLE_START_SPEED);
  });

  it('never leaves the stage and never passes its top speed, whatever is held', () => {
    for (const court of COURTS) {
      fc.assert(
        fc.property(fc.array(fc.nat({ max: 0xffffffff }), { minLength: 1, maxLength: 300 }), (held) => {
          const fields = openedFields(court, 1);
          const inputs = new Uint32Array(court.numPlayers);
          for (const value of held) {
            const before = [...fields.paddleY];
            inputs.fill(value);
            movePaddles(court, fields, inputs);
            fields.paddleY.forEach((y, handle) => {
              expect(y).toBeGreaterThanOrEqual(court.paddleHalf);
              expect(y).toBeLessThanOrEqual(STAGE_HEIGHT - court.paddleHalf);
              expect(Math.abs(y - (before[handle] ?? 0))).toBeLessThanOrEqual(PADDLE_TOP_SPEED);
            });
          }
        }),
      );
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COURTS, openedFields } from '../../test/offline.js';
import { ANGLES, alongX, alongY, angleOf } from './angles.js';
import { COURT_OF_FOUR, COURT_OF_TWO, type Court } from './court.js';
import {
  CUE_HIT,
  CUE_WALL,
  LAST_HIT,
  LEFT,
  PHASE,
  PLAY,
  RETURNS,
  RIGHT,
  SPEED,
  VX,
  VY,
  WALL_BOUNCES,
  X,
  Y,
  type PongFields,
} from './fields.js';
import { NO_GOAL, fly } from './flight.js';
import {
  BALL_HALF,
  FIRST_RETURN_SPEED,
  GOAL_LEFT,
  GOAL_RIGHT,
  ONE_PX,
  SERVE_SPEED,
  SPEED_PER_RETURN,
  STAGE_HEIGHT,
  STAGE_WIDTH,
  SUBSTEPS,
  TOP_SPEED,
  WALL_BOTTOM,
  WALL_TOP,
} from './stage.js';

function inFlight(court: Court, x: number, y: number, vx: number, vy: number): PongFields {
  const fields = openedFields(court, 1);
  fields.ball.set([x, y, vx, vy]);
  fields.phase[PHASE] = PLAY;
  fields.rally[SPEED] = SERVE_SPEED;
  return fields;
}

/**
 * Where a flight at constant velocity meets the plane x, walls folded in, in exact rational arithmetic up to the final
 * rounding.
 */
function trueY(fields: PongFields, plane: number): number {
  const [x = 0, y = 0, vx = 1, vy = 0] = fields.ball;
  const height = WALL_BOTTOM - WALL_TOP;
  const straight = y - WALL_TOP + (vy * (plane - x)) / vx;
  const folded = ((straight % (2 * height)) + 2 * height) % (2 * height);
  return WALL_TOP + (folded > height ? 2 * height - folded : folded);
}

describe('a wall', () => {
  it('turns the ball and is counted, once', () => {
    const fields = inFlight(COURT_OF_TWO, STAGE_WIDTH / 2, WALL_TOP + 100, 0, -1000);
    expect(fly(COURT_OF_TWO, fields, 5)).toBe(NO_GOAL);
    expect([...fields.ball]).toEqual([STAGE_WIDTH / 2, WALL_TOP + 900, 0, 1000]);
    expect(fields.tally[WALL_BOUNCES]).toBe(1);
    expect(fields.cues[0]).toBe(CUE_WALL);
  });

  it('is not touched by a ball that just reaches it', () => {
    const fields = inFlight(COURT_OF_TWO, STAGE_WIDTH / 2, WALL_BOTTOM - 800, 0, 800);
    fly(COURT_OF_TWO, fields, 0);
    expect([...fields.ball]).toEqual([STAGE_WIDTH / 2, WALL_BOTTOM, 0, 800]);
    expect(fields.cues[0]).toBe(0);
  });
});

describe('a paddle', () => {
  const everyPaddle = COURTS.flatMap((court) => court.contactX.map((_, handle) => ({ court, handle })));

  it.each(everyPaddle)(
    'of $court.numPlayers, handle $handle, touches up to its end and one unit further misses',
    ({ court, handle }) => {
      const toward = court.sideOf[handle] === LEFT ? -1 : 1;
      const plane = court.contactX[handle] ?? 0;
      for (const end of [-1, 1]) {
        for (const [offset, touched] of [
          [court.reach, true],
          [court.reach + 1, false],
        ] as const) {
          const fields = inFlight(court, plane - toward * 4 * ONE_PX, STAGE_HEIGHT / 2, toward * 8 * ONE_PX, 0);
          fields.paddleY.fill(-STAGE_HEIGHT);
          fields.paddleY[handle] = STAGE_HEIGHT / 2 - end * offset;
          expect(fly(court, fields, 77)).toBe(NO_GOAL);
          expect(Math.sign(fields.ball[VX] ?? 0)).toBe(touched ? -toward : toward);
          expect(fields.tally[RETURNS]).toBe(touched ? 1 : 0);
          if (!touched) continue;
          expect(fields.rally[LAST_HIT]).toBe(handle);
          expect(fields.cues[0]).toBe(CUE_HIT);
          // Met at an end, it leaves at the steepest angle, away from the paddle's middle.
          expect(fields.ball[VX]).toBe(-toward * alongX(FIRST_RETURN_SPEED, ANGLES - 1));
          expect(fields.ball[VY]).toBe(end * alongY(FIRST_RETURN_SPEED, ANGLES - 1));
        }
      }
    },
  );

  it('is passed for good once the ball is behind its face', () => {
    const plane = COURT_OF_TWO.contactX[0] ?? 0;
    const fields = inFlight(COURT_OF_TWO, plane - 1, STAGE_HEIGHT / 2, -ONE_PX, 0);
    let scorer: number = NO_GOAL;
    for (let frame = 0; frame < 60 && scorer === NO_GOAL; frame++) scorer = fly(COURT_OF_TWO, fields, frame);
    expect(scorer).toBe(RIGHT);
    expect(fields.tally[RETURNS]).toBe(0);
  });

  it('lets through what its own side returned from behind it', () => {
    const forward = COURT_OF_FOUR.contactX[1] ?? 0;
    const fields = inFlight(COURT_OF_FOUR, forward - 2 * ONE_PX, STAGE_HEIGHT / 2, 4 * ONE_PX, 0);
    fly(COURT_OF_FOUR, fields, 0);
    expect(fields.ball[X]).toBe(forward + 2 * ONE_PX);
    expect(fields.tally[RETURNS]).toBe(0);
  });

  it('met dead centre keeps the ball going up or down as it came', () => {
    for (const vy of [-400, 400]) {
      const plane = COURT_OF_TWO.contactX[1] ?? 0;
      const fields = inFlight(COURT_OF_TWO, plane - 8, STAGE_HEIGHT / 2, 800, vy);
      fields.paddleY[1] = STAGE_HEIGHT / 2 + vy / SUBSTEPS;
      fly(COURT_OF_TWO, fields, 0);
      expect(fields.tally[RETURNS]).toBe(1);
      expect(Math.sign(fields.ball[VY] ?? 0)).toBe(Math.sign(vy));
    }
  });

  it('sends every return faster than the one before, up to the top speed and no further', () => {
    const fields = inFlight(COURT_OF_TWO, STAGE_WIDTH / 2, STAGE_HEIGHT / 2, 1000, 0);
    let expected = SERVE_SPEED;
    let atTop = 0;
    for (let frame = 0; frame < 20_000 && atTop < 3; frame++) {
      fields.paddleY.fill(fields.ball[Y] ?? 0);
      const before = fields.tally[RETURNS];
      expect(fly(COURT_OF_TWO, fields, frame)).toBe(NO_GOAL);
      if (fields.tally[RETURNS] === before) continue;
      expected = Math.min(TOP_SPEED, Math.max(FIRST_RETURN_SPEED, expected + SPEED_PER_RETURN));
      expect(fields.rally[SPEED]).toBe(expected);
      if (expected === TOP_SPEED) atTop++;
    }
    expect(atTop).toBe(3);
  });
});

describe('no tunnelling', () => {
  it('at any speed and phase, a paddle in the way returns the ball and one out of the way does not', () => {
    let hits = 0;
    let misses = 0;
    const part = (TOP_SPEED / SUBSTEPS) | 0;
    for (const court of COURTS) {
      fc.assert(
        fc.property(
          fc.nat({ max: court.numPlayers - 1 }),
          fc.integer({ min: SERVE_SPEED, max: TOP_SPEED }),
          fc.nat({ max: ANGLES - 1 }),
          fc.boolean(),
          fc.nat({ max: 20 * ONE_PX }),
          fc.integer({ min: WALL_TOP, max: WALL_BOTTOM }),
          fc.integer({ min: -2 * court.reach, max: 2 * court.reach }),
          (handle, speed, angle, down, distance, y, offset) => {
            const toward = court.sideOf[handle] === LEFT ? -1 : 1;
            const plane = court.contactX[handle] ?? 0;
            const fields = inFlight(
              court,
              plane - toward * (distance + 1),
              y,
              toward * alongX(speed, angle),
              alongY(speed, angle) * (down ? 1 : -1),
            );
            const meets = trueY(fields, plane);
            fields.paddleY.fill(-STAGE_HEIGHT);
            fields.paddleY[handle] = (meets - offset) | 0;
            for (
              let frame = 0;
              frame < 12 && (plane - (fields.ball[X] ?? 0)) * toward > 0 && fields.tally[RETURNS] === 0;
              frame++
            ) {
              fly(court, fields, frame);
            }
            if (Math.abs(offset) < court.reach - part) {
              expect(fields.tally[RETURNS]).toBe(1);
              hits++;
            } else if (Math.abs(offset) > court.reach + part) {
              expect(fields.tally[RETURNS]).toBe(0);
              misses++;
            }
          },
        ),
        { numRuns: 2000 },
      );
    }
    expect(hits).toBeGreaterThan(1000);
    expect(misses).toBeGreaterThan(1000);
  });
});

describe('a corner', () => {
  it('meets wall and paddle in one part of a frame: first the wall turns it, then the paddle sends it off from where the wall left it', () => {
    for (const down of [-1, 1]) {
      const wall = down < 0 ? WALL_TOP : WALL_BOTTOM;
      const plane = COURT_OF_TWO.contactX[0] ?? 0;
      // Both are passed in the last of the eight parts: 100 of 200 units beyond the plane, 200 of 300 beyond the wall.
      const fields = inFlight(COURT_OF_TWO, plane + 1500, wall - down * 2200, -1600, down * 2400);
      fields.paddleY[0] = down < 0 ? COURT_OF_TWO.paddleHalf : STAGE_HEIGHT - COURT_OF_TWO.paddleHalf;
      const y = wall - down * 200;
      const offset = y - (fields.paddleY[0] ?? 0);
      expect(fly(COURT_OF_TWO, fields, 0)).toBe(NO_GOAL);
      const angle = angleOf(offset, COURT_OF_TWO.reach);
      expect([...fields.ball]).toEqual([
        plane,
        y,
        alongX(FIRST_RETURN_SPEED, angle),
        Math.sign(offset) * alongY(FIRST_RETURN_SPEED, angle),
      ]);
      expect([fields.tally[RETURNS], fields.tally[WALL_BOUNCES], fields.cues[0]]).toEqual([1, 1, CUE_HIT | CUE_WALL]);
    }
  });
});

describe('a goal', () => {
  it('is a ball wholly past the line, and belongs to the other side', () => {
    for (const [line, toward, scorer] of [
      [GOAL_LEFT, -1, RIGHT],
      [GOAL_RIGHT, 1, LEFT],
    ] as const) {
      const reached = inFlight(COURT_OF_TWO, line - toward * 800, STAGE_HEIGHT / 2, toward * 800, 0);
      expect(fly(COURT_OF_TWO, reached, 0)).toBe(NO_GOAL);
      expect(reached.ball[X]).toBe(line);
      const past = inFlight(COURT_OF_TWO, line - toward * 799, STAGE_HEIGHT / 2, toward * 800, 0);
      expect(fly(COURT_OF_TWO, past, 0)).toBe(scorer);
    }
  });

  it('ends the flight of its frame: no frame can reach both lines', () => {
    // A ball fast enough to cross the whole stage, bounce off the far paddle and come back, were the frame not over.
    const fields = inFlight(COURT_OF_TWO, BALL_HALF, STAGE_HEIGHT / 2, -STAGE_WIDTH * 2, 0);
    expect(fly(COURT_OF_TWO, fields, 0)).toBe(RIGHT);
    expect(fields.ball[X]).toBe(BALL_HALF - (STAGE_WIDTH * 2) / SUBSTEPS);
  });
});

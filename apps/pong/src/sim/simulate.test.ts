import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bot } from '../../test/bot.js';
import { COURTS, blankFields, openedFields, play } from '../../test/offline.js';
import { ANGLES, SERVE_ANGLES, alongX, alongY } from './angles.js';
import { COURT_OF_FOUR, COURT_OF_TWO, opponent, type Court } from './court.js';
import {
  CUE_GOAL,
  CUE_HIT,
  CUE_SERVE,
  CUE_WALL,
  CUE_WIN,
  FRAMES_LEFT,
  GOAL,
  LEFT,
  OVER,
  PHASE,
  PLAY,
  RETURNS,
  RIGHT,
  SERVE,
  SERVES,
  SERVE_ANGLE,
  SERVE_X,
  SERVE_Y,
  VX,
  VY,
  WALL_BOUNCES,
  X,
  Y,
  type PongFields,
} from './fields.js';
import { NO_GOAL } from './flight.js';
import { openMatch, simulateFrame, winner } from './simulate.js';
import {
  BALL_HALF,
  DOWN,
  FIRST_RETURN_SPEED,
  FIRST_SERVE_FRAMES,
  GOAL_FRAMES,
  POINTS_TO_WIN,
  SERVE_FRAMES,
  SERVE_SPEED,
  STAGE_HEIGHT,
  STAGE_WIDTH,
  TOP_SPEED,
  UP,
  WALL_BOTTOM,
  WALL_TOP,
} from './stage.js';

const IDLE = new Uint32Array(4);

/** One frame before `side` scores. */
function aboutToScore(court: Court, side: typeof LEFT | typeof RIGHT, left: number, right: number): PongFields {
  const fields = openedFields(court, 9);
  fields.phase[PHASE] = PLAY;
  fields.score.set([left, right]);
  const toward = side === RIGHT ? -1 : 1;
  fields.ball.set([side === RIGHT ? -BALL_HALF : STAGE_WIDTH + BALL_HALF, STAGE_HEIGHT / 2, toward * 1000, 0]);
  return fields;
}

describe('serving', () => {
  it('waits a fixed pause, shows where it will go, and goes there', () => {
    for (const court of COURTS) {
      const fields = openedFields(court, 4);
      const [x, y, angle] = [fields.serve[SERVE_X] ?? 0, fields.serve[SERVE_Y] ?? 0, fields.serve[SERVE_ANGLE] ?? 0];
      for (let frame = 0; frame < FIRST_SERVE_FRAMES - 1; frame++) {
        simulateFrame(court, fields, IDLE, frame);
        expect(fields.phase[PHASE]).toBe(SERVE);
        expect([...fields.ball]).toEqual([STAGE_WIDTH / 2, STAGE_HEIGHT / 2, 0, 0]);
      }
      simulateFrame(court, fields, IDLE, FIRST_SERVE_FRAMES - 1);
      expect(fields.phase[PHASE]).toBe(PLAY);
      expect(fields.cues[0]).toBe(CUE_SERVE);
      expect(fields.tally[SERVES]).toBe(1);
      expect(fields.ball[VX]).toBe(x * alongX(SERVE_SPEED, angle));
      expect(fields.ball[VY]).toBe(y * alongY(SERVE_SPEED, angle));
      simulateFrame(court, fields, IDLE, FIRST_SERVE_FRAMES);
      expect(fields.cues[0]).toBe(0);
    }
  });

  it('takes its direction from the seed alone: each of the sixteen comes up about as often', () => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < 1600; seed++) {
      const key = openedFields(COURT_OF_TWO, seed).serve.join();
      expect(openedFields(COURT_OF_TWO, seed).serve.join()).toBe(key);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(seen.size).toBe(4 * SERVE_ANGLES);
    for (const count of seen.values()) expect(count).toBeGreaterThan(50);
    // Small seeds, too, which people type.
    const sides = Array.from({ length: 7 }, (_, index) => openedFields(COURT_OF_TWO, index + 1).serve[SERVE_X]);
    expect(new Set(sides).size).toBe(2);
  });

  it('draws anew for each serve of a match', () => {
    const fields = openedFields(COURT_OF_TWO, 12);
    const before = fields.random[0];
    fields.phase.set([GOAL, 1]);
    simulateFrame(COURT_OF_TWO, fields, IDLE, 0);
    expect([...fields.phase]).toEqual([SERVE, SERVE_FRAMES]);
    expect(fields.random[0]).not.toBe(before);
  });
});

describe('scoring', () => {
  it('gives one point, holds the game for a fixed pause, then serves again', () => {
    const fields = aboutToScore(COURT_OF_TWO, LEFT, 2, 3);
    simulateFrame(COURT_OF_TWO, fields, IDLE, 0);
    expect([...fields.score]).toEqual([3, 3]);
    expect(fields.cues[0]).toBe(CUE_GOAL);
    expect([...fields.phase]).toEqual([GOAL, GOAL_FRAMES]);
    for (let frame = 1; frame < GOAL_FRAMES; frame++) simulateFrame(COURT_OF_TWO, fields, IDLE, frame);
    expect([...fields.phase]).toEqual([GOAL, 1]);
    simulateFrame(COURT_OF_TWO, fields, IDLE, GOAL_FRAMES);
    expect([...fields.phase]).toEqual([SERVE, SERVE_FRAMES]);
    expect([...fields.score]).toEqual([3, 3]);
  });

  it('is won by the first side with seven, and the game then stands still but for its paddles', () => {
    for (const side of [LEFT, RIGHT] as const) {
      const fields = aboutToScore(COURT_OF_TWO, side, side === LEFT ? 6 : 0, side === RIGHT ? 6 : 0);
      expect(winner(fields)).toBe(NO_GOAL);
      simulateFrame(COURT_OF_TWO, fields, IDLE, 0);
      expect(winner(fields)).toBe(side);
      expect(fields.cues[0]).toBe(CUE_GOAL | CUE_WIN);
      expect(fields.phase[PHASE]).toBe(OVER);
      const score = [...fields.score];
      const ball = [...fields.ball];
      for (let frame = 1; frame < 400; frame++) {
        simulateFrame(COURT_OF_TWO, fields, Uint32Array.of(UP, DOWN), frame);
        expect(fields.cues[0]).toBe(0);
      }
      expect([...fields.score]).toEqual(score);
      expect([...fields.ball]).toEqual(ball);
      expect(fields.paddleY[0]).toBe(COURT_OF_TWO.paddleHalf);
    }
  });

  it('at 6 to 6 is decided by the next goal, for one side alone', () => {
    for (const side of [LEFT, RIGHT] as const) {
      const fields = aboutToScore(COURT_OF_FOUR, side, 6, 6);
      simulateFrame(COURT_OF_FOUR, fields, IDLE, 0);
      expect(fields.score[side]).toBe(POINTS_TO_WIN);
      expect(fields.score[opponent(side)]).toBe(POINTS_TO_WIN - 1);
      expect(winner(fields)).toBe(side);
    }
  });
});

/** The same game seen in a mirror. */
function mirrored(court: Court, fields: PongFields, sides: boolean, upsideDown: boolean): PongFields {
  const out = blankFields(court);
  for (const key of Object.keys(out) as (keyof PongFields)[]) out[key].set(fields[key]);
  if (upsideDown) {
    out.ball[Y] = STAGE_HEIGHT - (fields.ball[Y] ?? 0);
    out.ball[VY] = -(fields.ball[VY] ?? 0);
    out.serve[SERVE_Y] = -(fields.serve[SERVE_Y] ?? 0);
    fields.paddleY.forEach((y, handle) => (out.paddleY[handle] = STAGE_HEIGHT - y));
    fields.paddleV.forEach((v, handle) => (out.paddleV[handle] = -v));
  }
  if (sides) {
    const half = court.numPlayers / 2;
    const across = (handle: number): number => (handle + half) % court.numPlayers;
    out.ball[X] = STAGE_WIDTH - (fields.ball[X] ?? 0);
    out.ball[VX] = -(fields.ball[VX] ?? 0);
    out.serve[SERVE_X] = -(fields.serve[SERVE_X] ?? 0);
    out.score.set([fields.score[RIGHT] ?? 0, fields.score[LEFT] ?? 0]);
    const [y, v] = [out.paddleY.slice(), out.paddleV.slice()];
    y.forEach((value, handle) => (out.paddleY[across(handle)] = value));
    v.forEach((value, handle) => (out.paddleV[across(handle)] = value));
    const hitter = fields.rally[1] ?? -1;
    out.rally[1] = hitter < 0 ? hitter : across(hitter);
  }
  return out;
}

describe('fairness', () => {
  it('plays the mirrored game exactly as the mirror image of the game: no side, no direction is favoured', () => {
    let hits = 0;
    for (const court of COURTS) {
      fc.assert(
        fc.property(
          fc.integer(),
          fc.boolean(),
          fc.boolean(),
          fc.integer({ min: 4, max: 16 }),
          (seed, sides, upsideDown, skill) => {
            const fields = openedFields(court, seed);
            const half = court.numPlayers / 2;
            const choose = bot(court, skill);
            let image = mirrored(court, fields, sides, upsideDown);
            const inputs = new Uint32Array(court.numPlayers);
            const imageInputs = new Uint32Array(court.numPlayers);
            for (let frame = 0; frame < 500; frame++) {
              for (let handle = 0; handle < court.numPlayers; handle++) {
                const value = choose(fields, handle, frame);
                inputs[handle] = value;
                const flipped = upsideDown ? ((value & UP) << 1) | ((value & DOWN) >> 1) : value;
                imageInputs[sides ? (handle + half) % court.numPlayers : handle] = flipped;
              }
              const drawsBefore = fields.random[0];
              simulateFrame(court, fields, inputs, frame);
              simulateFrame(court, image, imageInputs, frame);
              const expected = mirrored(court, fields, sides, upsideDown);
              // A serve is drawn, not mirrored: from there on compare against a new image.
              if (fields.random[0] !== drawsBefore) image = expected;
              expect(image).toEqual(expected);
            }
            hits += fields.tally[RETURNS] ?? 0;
          },
        ),
        { numRuns: 25 },
      );
    }
    expect(hits).toBeGreaterThan(50);
  });
});

describe('whole matches', () => {
  it('keep the ball in the stage, its speed bounded, score and cues in step, for any seed and any player', () => {
    let [returns, walls, serves, goals, wins] = [0, 0, 0, 0, 0];
    for (const court of COURTS) {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 0, max: 16 }), (seed, skill) => {
          const fields = openedFields(court, seed);
          let tally = [0, 0, 0];
          let points = 0;
          play(court, fields, 3000, bot(court, skill), () => {
            const [x = 0, y = 0, vx = 0, vy = 0] = fields.ball;
            // Wholly out is at most one part of a frame beyond the line, and only while a goal is shown.
            const margin =
              fields.phase[PHASE] === GOAL || fields.phase[PHASE] === OVER ? BALL_HALF + TOP_SPEED / 8 + 1 : BALL_HALF;
            const cues = fields.cues[0] ?? 0;
            const now = [...fields.tally];
            const scored = (fields.score[LEFT] ?? 0) + (fields.score[RIGHT] ?? 0);
            const happened = (event: number): boolean => (now[event] ?? 0) > (tally[event] ?? 0);
            // Plain comparisons: an expect() for each of 100,000 frames takes longer than the frames.
            const rules: Record<string, boolean> = {
              'x in the stage': x >= -margin && x <= STAGE_WIDTH + margin,
              'y between the walls': y >= WALL_TOP && y <= WALL_BOTTOM,
              'no faster than the top speed': Math.hypot(vx, vy) <= TOP_SPEED * 1.002,
              'never stuck between the goals':
                fields.phase[PHASE] !== PLAY || Math.abs(vx) >= alongX(FIRST_RETURN_SPEED, ANGLES - 1),
              'a pause ends': (fields.phase[FRAMES_LEFT] ?? -1) >= 0,
              'hit and its cue': ((cues & CUE_HIT) !== 0) === happened(RETURNS),
              'wall and its cue': ((cues & CUE_WALL) !== 0) === happened(WALL_BOUNCES),
              'serve and its cue': ((cues & CUE_SERVE) !== 0) === happened(SERVES),
              'goal and its cue, one at a time': scored - points === ((cues & CUE_GOAL) !== 0 ? 1 : 0),
            };
            const broken = Object.keys(rules).filter((rule) => rules[rule] === false);
            if (broken.length > 0) throw new Error(`${broken.join('; ')} at ball ${fields.ball.join()}`);
            tally = now;
            points = scored;
          });
          returns += tally[RETURNS] ?? 0;
          walls += tally[WALL_BOUNCES] ?? 0;
          serves += tally[SERVES] ?? 0;
          goals += points;
          if (winner(fields) !== NO_GOAL) wins++;
        }),
        { numRuns: 8 },
      );
    }
    expect(returns).toBeGreaterThan(100);
    expect(walls).toBeGreaterThan(100);
    expect(serves).toBeGreaterThan(50);
    expect(goals).toBeGreaterThan(50);
    expect(wins).toBeGreaterThan(2);
  });

  it('opens alike for the same seed, and differently for another', () => {
    const run = (seed: number): string => {
      const fields = blankFields(COURT_OF_TWO);
      openMatch(COURT_OF_TWO, fields, seed);
      play(COURT_OF_TWO, fields, 1500, bot(COURT_OF_TWO, 10));
      return JSON.stringify(Object.values(fields).map((field: Int32Array | Uint32Array) => [...field]));
    };
    expect(run(5)).toBe(run(5));
    expect(run(5)).not.toBe(run(6));
  });
});

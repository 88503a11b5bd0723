// Paints whole fights on a canvas that only listens: a NaN on a real one draws nothing and says nothing.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drills } from '../src/drills/drills.js';
import { isSudden, poseOf } from '../src/draw/animation.js';
import { createPainter } from '../src/draw/picture.js';
import { SHEET_WIDTH, TALL_HEIGHT, WIDE_HEIGHT } from '../src/draw/sheet.js';
import type { Pose } from '../src/draw/skeleton.js';
import { FIST_FAR, PX } from '../src/sim/constants.js';
import { ACTION, CUES, read, readOf, type State, STATE_LENGTH } from '../src/sim/layout.js';
import { beginMatch, step } from '../src/sim/step.js';
import { fistLive } from '../src/sim/boxes.js';
import { hands, mirrored } from './hands.js';

let calls = 0;
/** What a key may be called. */
const NAMES = ['', 'A', '↑', 'Left Shift'];
let bad: string[] = [];

function listen(name: string, values: readonly unknown[]): void {
  calls += 1;
  for (const value of values) {
    if (typeof value === 'number' && !Number.isFinite(value)) bad.push(`${name}(${values.join(', ')})`);
  }
}

class ListeningPath {
  constructor() {
    return new Proxy(this, {
      get:
        (_, name) =>
        (...values: unknown[]) =>
          listen(`Path2D.${String(name)}`, values),
    });
  }
}

function listeningContext(): CanvasRenderingContext2D {
  const context = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...values: unknown[]) => {
          listen(String(name), values);
          return name === 'measureText' ? { width: 40 } : undefined;
        },
      set(_, name, value) {
        listen(`${String(name)} =`, [value]);
        return true;
      },
    },
  );
  return context as CanvasRenderingContext2D; // answers to everything, which is all that the painter can tell
}

function paintAll(states: readonly State[], height: number, reducedMotion: boolean): void {
  const painter = createPainter();
  const context = listeningContext();
  states.forEach((state, i) => {
    const before = state.slice();
    painter.paint(
      context,
      SHEET_WIDTH,
      height,
      {
        state,
        previous: states[i - 1] ?? state,
        alpha: (i % 5) / 5,
        offsets: [i % 3, -(i % 2)],
        bare: false,
        names: { guard: true, parry: true },
        lesson: null,
        localHandles: [i % 2],
        guide: i % 3 > 0,
        keys: i % 7 > 0,
        pxPerUnit: 0.5 + (i % 9) / 2,
        keyNames: (_, bit) => NAMES[(i + bit) % NAMES.length] ?? '',
        reducedMotion,
        checksum: i % 2 === 0 ? 0xdeadbeef : null,
      },
      i * 17,
    );
    expect(state).toEqual(before);
  });
}

describe('the picture', () => {
  beforeAll(() => {
    vi.stubGlobal('Path2D', ListeningPath);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it('paints every drill, wide and tall, with finite numbers only, and leaves the state as it was', () => {
    calls = 0;
    bad = [];
    for (const drill of drills) {
      const { history } = drill.play();
      const some = history.filter((_, frame) => frame % 3 === 0);
      paintAll(some, WIDE_HEIGHT, false);
      paintAll(some, TALL_HEIGHT, true);
    }
    expect(bad).toEqual([]);
    expect(calls).toBeGreaterThan(100_000);
  });

  it('has a pose of finite numbers for every state of the drills, and for those that random hands reach', () => {
    const actions = new Set<number>();
    const look = (state: State): void => {
      for (const fighter of [0, 1] as const) {
        actions.add(readOf(state, fighter, ACTION));
        for (const [x, y] of Object.values(poseOf(state, fighter)) as Pose['hip'][]) {
          if (!(Math.abs(x) < 70 && y > -3 && y < 90))
            expect.fail(`action ${readOf(state, fighter, ACTION)}: ${x}, ${y}`);
        }
      }
    };
    for (const drill of drills) for (const state of drill.play().history) look(state);
    expect([...actions].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    fc.assert(
      fc.property(fc.integer(), hands, hands, (seed, left, right) => {
        const state = new Int32Array(STATE_LENGTH);
        beginMatch(state, seed);
        for (let frame = 0; frame < left.length; frame++) {
          step(state, left[frame] ?? 0, mirrored(right[frame] ?? 0));
          look(state);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('shows a live fist where it hits, at once', () => {
    let live = 0;
    for (const drill of drills) {
      for (const state of drill.play().history) {
        for (const fighter of [0, 1] as const) {
          if (!fistLive(state, fighter)) continue;
          live += 1;
          expect(isSudden(state, fighter)).toBe(true);
          expect(Math.abs(poseOf(state, fighter).rearHand[0] - FIST_FAR / PX)).toBeLessThanOrEqual(5);
        }
      }
    }
    expect(live).toBeGreaterThan(10);
  });

  it('draws the same pose for the same state', () => {
    const history = drills[0]?.play().history ?? [];
    expect(history.some((state) => read(state, CUES) !== 0)).toBe(true);
    for (const state of history) expect(poseOf(state.slice(), 1)).toEqual(poseOf(state, 1));
  });
});

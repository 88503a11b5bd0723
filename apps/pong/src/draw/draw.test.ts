import { describe, expect, it } from 'vitest';
import { bot } from '../../test/bot.js';
import { COURTS, openedFields, play } from '../../test/offline.js';
import { demoPlayer } from '../demo-player.js';
import { GOAL, LEFT, PHASE, RETURNS, RIGHT, type PongFields } from '../sim/fields.js';
import { COURT_OF_TWO } from '../sim/court.js';
import { drawPong } from './draw.js';
import type { PongPicture } from './players.js';

/** A canvas that counts what is drawn, and checks that every coordinate is a number. */
function countingContext(): { context: CanvasRenderingContext2D; calls: Map<string, number>; texts: unknown[] } {
  const calls = new Map<string, number>();
  const texts: unknown[] = [];
  const context = new Proxy({} as Record<string, unknown>, {
    get: (target, name) => {
      if (typeof name === 'string' && name in target) return target[name];
      return (...args: unknown[]) => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        if (name === 'fillText') texts.push(args[0]);
        for (const arg of args)
          if (typeof arg === 'number' && !Number.isFinite(arg)) throw new Error(`${String(name)}(${args.join()})`);
        return { width: 10 };
      };
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  // A stand-in for what drawing uses of the real interface.
  return { context: context as unknown as CanvasRenderingContext2D, calls, texts };
}

function copy(fields: PongFields): string {
  return JSON.stringify(
    Object.entries(fields).map(([name, value]: [string, ArrayLike<number>]) => [name, Array.from(value)]),
  );
}

describe('drawPong', () => {
  it('draws every frame of a match without touching its state', () => {
    for (const court of COURTS) {
      const fields = openedFields(court, 3);
      const draw = drawPong(court);
      const { calls, context } = countingContext();
      const phases = new Set<number>();
      play(court, fields, 6000, bot(court, 5), (after, frame) => {
        const before = copy(after);
        const picture: PongPicture = {
          fields: after,
          previous: after,
          frame,
          alpha: (frame % 10) / 10,
          offset: () => 0,
          localHandles: [0],
          controls: () => ({ device: 'elsewhere', key: () => '' }),
          pxPerUnit: 0.5 + (frame % 4),
          reducedMotion: frame % 2 === 0,
          live: true,
        };
        draw(context, picture);
        expect(copy(after)).toBe(before);
        phases.add(after.phase[PHASE] ?? -1);
      });
      expect([...phases].sort()).toEqual([0, 1, 2, 3]);
      expect(calls.get('fillRect')).toBeGreaterThan(3000);
      expect(calls.get('clip')).toBeGreaterThan(100);
      expect(calls.get('save')).toBe(calls.get('restore'));
    }
  });
});

describe('beside a paddle that is played here', () => {
  const court = COURT_OF_TWO;
  const keyOf = ['WS', '↑↓'];
  const signs = (
    localHandles: number[],
    device: 'keys' | 'touch',
    change?: (fields: PongFields) => void,
  ): unknown[] => {
    const fields = openedFields(court, 3);
    change?.(fields);
    const { context, texts } = countingContext();
    drawPong(court)(context, {
      fields,
      previous: fields,
      frame: 1,
      alpha: 1,
      offset: () => 0,
      localHandles,
      pxPerUnit: 2,
      reducedMotion: false,
      live: true,
      controls: (handle) => ({ device, key: (bits) => (device === 'keys' ? (keyOf[handle]?.[bits - 1] ?? '') : '') }),
    });
    return texts.filter((text) => text !== '0' && text !== '1');
  };

  it('stand its keys, until the first return or goal', () => {
    expect(signs([0, 1], 'keys')).toEqual(['W S', '↑ ↓']);
    expect(signs([0, 1], 'touch')).toEqual([]);
    expect(signs([0, 1], 'keys', ({ tally }) => void (tally[RETURNS] = 1))).toEqual([]);
    expect(signs([0, 1], 'keys', ({ score }) => void (score[RIGHT] = 1))).toEqual([]);
  });

  it('stands YOU where the other plays elsewhere', () => {
    expect(signs([1], 'keys')).toEqual(['YOU ↑ ↓']);
    expect(signs([1], 'touch')).toEqual(['YOU']);
  });
});

describe('demoPlayer', () => {
  it('returns the ball, and loses it', () => {
    for (const court of COURTS) {
      let returns = 0;
      let goals = 0;
      for (let seed = 0; seed < 3; seed++) {
        const fields = openedFields(court, seed);
        play(court, fields, 60 * 60, demoPlayer(court), (after) => {
          if (after.phase[PHASE] === GOAL)
            goals = Math.max(goals, (after.score[LEFT] ?? 0) + (after.score[RIGHT] ?? 0));
        });
        returns += fields.tally[RETURNS] ?? 0;
      }
      expect(returns).toBeGreaterThan(30);
      expect(goals).toBeGreaterThan(1);
    }
  });
});

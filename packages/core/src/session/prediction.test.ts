import { describe, expect, it } from 'vitest';
import { createSession } from './session.js';
import type { Predict } from './session-types.js';

const fields = { x: { type: Int32Array, length: 2 } } as const;

/** A session whose `predict` tells what it was handed for player 1, and guesses half of it. */
function halving(inputWords = 1, options: { capacity?: number; predict?: Predict } = {}) {
  const handed: [frame: number, value: number][] = [];
  const session = createSession({
    capacity: 16,
    numPlayers: 2,
    inputWords,
    fields,
    simulate: ({ x }, inputs) => {
      x[0] = (x[0]! + inputs[inputWords]!) | 0;
    },
    predict: (player, frame, scratch, offset) => {
      if (player !== 1) return;
      handed.push([frame, scratch[offset + inputWords - 1]!]);
      for (let word = 0; word < inputWords; word++) scratch[offset + word]! >>>= 1;
    },
    ...options,
  });
  const step = (frames: number): void => {
    for (let i = 0; i < frames; i++) session.step();
  };
  return { session, handed, step };
}

describe('a predict of its own', () => {
  it('is handed the newest real input at every frame, never its own last guess', () => {
    const { session, handed, step } = halving();
    session.queueRemoteInput(1, 0, 64);
    step(5);
    expect(handed).toEqual([
      [1, 64],
      [2, 64],
      [3, 64],
      [4, 64],
    ]);
  });

  it('is handed all words of it', () => {
    const { session, handed, step } = halving(3);
    session.queueRemoteInput(1, 0, [1, 2, 96]);
    step(4);
    expect(handed.map(([, value]) => value)).toEqual([96, 96, 96]);
  });

  it('is handed a neutral input before any real one has come', () => {
    const { handed, step } = halving();
    step(3);
    expect(handed.map(([, value]) => value)).toEqual([0, 0, 0]);
  });

  it('is handed it however old it is, over many revolutions of the input queue', () => {
    const { session, handed, step } = halving(1, { capacity: 4 });
    session.queueRemoteInput(1, 0, 40);
    step(500);
    expect(new Set(handed.map(([, value]) => value))).toEqual(new Set([40]));
  });

  it('is handed the correction in a redo and after it', () => {
    const { session, handed, step } = halving();
    session.queueRemoteInput(1, 0, 64);
    step(6);
    handed.length = 0;
    expect(session.feedRemoteInput(1, 2, 10)).toBe(true);
    step(2);
    expect(handed).toEqual([
      [3, 10],
      [4, 10],
      [5, 10],
      [6, 10],
      [7, 10],
    ]);
  });

  it('is handed an input that came late and was guessed right, although nothing is redone', () => {
    const { session, handed, step } = halving();
    session.queueRemoteInput(1, 0, 64);
    step(6);
    handed.length = 0;
    // 32 is what frame 2 was simulated with.
    expect(session.feedRemoteInput(1, 2, 32)).toBe(false);
    step(2);
    expect(handed).toEqual([
      [6, 32],
      [7, 32],
    ]);
    // A redo that begins after it starts from it, too.
    handed.length = 0;
    session.feedRemoteInput(1, 3, 1000);
    session.feedRemoteInput(1, 5, 1000);
    expect(handed.slice(0, 4).map(([, value]) => value)).toEqual([1000, 1000, 1000, 1000]);
  });

  it('is handed the newest input before its frame, not the newest of all', () => {
    const { session, handed, step } = halving();
    session.queueRemoteInput(1, 0, 64);
    step(6);
    session.queueRemoteInput(1, 4, 7);
    handed.length = 0;
    session.feedRemoteInput(1, 1, 5);
    step(1);
    expect(handed).toEqual([
      [2, 5],
      [3, 5],
      [5, 7],
      [6, 7],
    ]);
    // One that lies between is carried no further than to the next real one.
    handed.length = 0;
    session.feedRemoteInput(1, 2, 2);
    step(1);
    expect(handed.filter(([frame]) => frame > 4).every(([, value]) => value === 7)).toBe(true);
  });

  it('is handed the same after a reset as in a new session', () => {
    const { session, handed, step } = halving();
    session.queueRemoteInput(1, 0, 64);
    step(5);
    session.reset();
    handed.length = 0;
    step(3);
    expect(handed.map(([, value]) => value)).toEqual([0, 0, 0]);
  });

  it('is handed the same when simulate threw in between', () => {
    let throws = false;
    const handed: number[] = [];
    const session = createSession({
      capacity: 8,
      numPlayers: 1,
      fields,
      simulate: () => {
        if (throws) throw new Error('once');
      },
      predict: (_player, _frame, scratch, offset) => {
        handed.push(scratch[offset]!);
        scratch[offset] = 1;
      },
    });
    session.queueRemoteInput(0, 0, 64);
    session.step();
    for (let i = 0; i < 3; i++) {
      throws = true;
      expect(() => session.step()).toThrow('once');
      throws = false;
      session.step();
    }
    expect(handed).toEqual([64, 64, 64, 64, 64, 64]);
  });
});

it('without a predict a guess repeats the newest real input', () => {
  const { session, step } = halving(1, { predict: undefined as never }); // as a caller without types may hand it over
  session.queueRemoteInput(1, 0, 64);
  step(5);
  expect(session.fields.x[0]).toBe(5 * 64);
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createSession, packInputs, type FieldViews, type InputValue, type SessionOptions } from '../../src/index.js';
import { observeSession } from './observe-session.js';
import { expectRefusal, shown } from './refusal.js';

const fields = { x: { type: Uint32Array, length: 4 } } as const;

/** x[p % 4] is the last input word of player p; the sum of all stays out of it, so that a test reads what was used. */
function keep(views: FieldViews<typeof fields>, inputs: Uint32Array): void {
  for (let i = 0; i < Math.min(4, inputs.length); i++) views.x[i] = inputs[i] ?? 0;
}

function make(options: Partial<SessionOptions<typeof fields>> = {}) {
  return createSession({ capacity: 8, numPlayers: 2, fields, simulate: keep, ...options });
}

type Made = ReturnType<typeof make>;

function run(session: Made, frames: number): void {
  for (let i = 0; i < frames; i++) session.step();
}

function inputOf(session: Made, player: number, frame: number): [number[], boolean] {
  const out = new Uint32Array(session.inputWords);
  const confirmed = session.inputAt(player, frame, out);
  return [[...out], confirmed];
}

/** Each way to give an input for the current frame of player 0, the local one. */
const WAYS: Record<string, (session: Made, input: InputValue) => unknown> = {
  setLocalInput: (session, input) => session.setLocalInput(input),
  setInput: (session, input) => session.setInput(0, session.frame(), input),
  queueRemoteInput: (session, input) => session.queueRemoteInput(0, session.frame(), input),
  feedRemoteInput: (session, input) => session.feedRemoteInput(0, session.frame(), input),
};

describe.each(Object.keys(WAYS))('an input given by %s', (name) => {
  const give = (session: Made, input: unknown) => WAYS[name]?.(session, input as InputValue);

  it.each([
    [-1, 4294967295],
    [2 ** 32, 0],
    [2 ** 32 + 7, 7],
    [2 ** 31, 2147483648],
    [-0, 0],
    [4294967295, 4294967295],
  ])('takes %d as %d', (given, taken) => {
    const session = make();
    give(session, given);
    session.step();
    expect(inputOf(session, 0, 0)).toEqual([[taken], true]);
    expect(session.fields.x[0]).toBe(taken);
  });

  it('takes the words of any array-like `>>> 0`, copied during the call', () => {
    for (const words of [
      [-1, 1, 2 ** 32 + 3],
      Int16Array.of(-1, 1, 3),
      Float64Array.of(-1, 1, 3),
      { length: 3, 0: -1, 1: 1, 2: 3 },
    ]) {
      const session = make({ inputWords: 3 });
      give(session, words);
      (words as number[])[0] = 1234; // every one of these can be written by index
      session.step();
      expect(inputOf(session, 0, 0)).toEqual([[4294967295, 1, 3], true]);
    }
  });

  it('takes an array of another realm', () => {
    const session = make({ inputWords: 3 });
    give(session, runInNewContext('Uint32Array.of(7, 8, 9)'));
    session.step();
    const out = runInNewContext('new Uint32Array(3)') as Uint32Array;
    expect(session.inputAt(0, 0, out)).toBe(true);
    expect([...out]).toEqual([7, 8, 9]);
  });

  it('takes one word as an array-like of length 1 as well, as `feed` of unpackInputs hands it over', () => {
    const session = make();
    give(session, Uint32Array.of(9));
    session.step();
    expect(inputOf(session, 0, 0)).toEqual([[9], true]);
  });

  it.each([
    ...[1.5, -1.5, Number.NaN, Number.POSITIVE_INFINITY, [Number.NaN], ['7'], Float32Array.of(0.5)],
    ...[undefined, null, '7', true, {}, 7n, () => 1, (one: number) => one, Symbol('x'), [], [1, 2]],
  ])('refuses %o for one word: TypeError, nothing touched', (input) => {
    const session = make();
    run(session, 3);
    const before = observeSession(session);
    expectRefusal(() => give(session, input), TypeError);
    expect(observeSession(session)).toEqual(before);
    session.step();
    expect(inputOf(session, 0, 3)).toEqual([[0], false]);
  });

  it.each([
    ...[5, [1], [1, 2, 3], new Uint32Array(0), new Uint32Array(3), null, undefined, '12', {}],
    ...[[1, 1.5], [Number.NaN, 1], [1, undefined], [1, '2'], [true, 1], Float64Array.of(1, Infinity)],
  ])('refuses %o for two words: TypeError, nothing touched', (input) => {
    const session = make({ inputWords: 2 });
    run(session, 3);
    const before = observeSession(session);
    expectRefusal(() => give(session, input), TypeError);
    expect(observeSession(session)).toEqual(before);
  });

  it('names both counts when the number of words is wrong', () => {
    expectRefusal(() => give(make({ inputWords: 2 }), [1, 2, 3]), TypeError, 2, 3);
  });

  it('says what it needs, and what it got instead', () => {
    const sentence = (inputWords: number, input: unknown) =>
      expectRefusal(() => give(make({ inputWords }), input), TypeError).message;
    expect(sentence(1, undefined)).toBe(`${name}() needs an input: one integer, got undefined`);
    expect(sentence(1, Number.NaN)).toBe(`${name}() needs an input: one integer, got NaN`);
    expect(sentence(1, '7')).toBe(`${name}() needs an input: one integer, got the string '7'`);
    expect(sentence(3, [1, 2])).toBe(`${name}() needs an input: an array of 3 integers, got Array of 2`);
    expect(sentence(2, [1, 0.5])).toBe(`${name}() needs an input: an array of 2 integers, got 0.5`);
  });

  it('stores no word of an input that fails halfway', () => {
    const session = make({ inputWords: 2 });
    run(session, 2);
    const before = observeSession(session);
    expectRefusal(() => give(session, [7, 2n]), TypeError);
    expect(observeSession(session)).toEqual(before);
    session.step();
    expect(inputOf(session, 0, 2)).toEqual([[0, 0], false]);
  });
});

describe('setLocalInput', () => {
  it('is for frame() + inputDelay, of the local player', () => {
    for (const inputDelay of [0, 1, 3, 7]) {
      const session = make({ inputDelay, localPlayer: 1 });
      for (let i = 0; i < 12; i++) {
        session.setLocalInput(100 + i);
        expect(session.confirmedFrameOf(1)).toBe(i + inputDelay);
        session.step();
        expect(session.fields.x[1]).toBe(i < inputDelay ? 0 : 100 + i - inputDelay);
        expect(session.fields.x[0]).toBe(0);
      }
    }
  });

  it('called again: the last one wins, until the frame is simulated', () => {
    for (const inputDelay of [0, 2]) {
      const session = make({ inputDelay });
      for (const input of [1, 5, 0, 3]) session.setLocalInput(input);
      expect(session.stats.desyncs).toBe(0);
      run(session, inputDelay + 1);
      expect(session.fields.x[0]).toBe(3);
    }
  });

  it('called again: the last one wins, until the frame is packed', () => {
    const session = make({ inputDelay: 2 });
    session.setLocalInput(1);
    session.setLocalInput(2);
    const packet = new Uint8Array(64);
    packInputs(session, packet, 2, 0b01);
    const before = observeSession(session);
    try {
      session.setLocalInput(9);
    } catch {
      // Whether a change of what was sent is an error or is ignored, the value sent must stay.
    }
    expect(observeSession(session)).toEqual(before);
    run(session, 3);
    expect(session.fields.x[0]).toBe(2);
  });

  it('may still be changed when a packet carried other players or other frames alone', () => {
    const session = make({ inputDelay: 2 });
    session.queueRemoteInput(1, 2, 6);
    session.setLocalInput(1);
    packInputs(session, new Uint8Array(64), 2, 0b10);
    packInputs(session, new Uint8Array(64), 1, 0b01);
    session.setLocalInput(9);
    run(session, 3);
    expect(session.fields.x[0]).toBe(9);
  });

  it('cannot change a startup frame: those are neutral for good', () => {
    const session = make({ neutralUntil: [3, 0] });
    try {
      session.setLocalInput(9);
    } catch {
      // An error is as good as no effect.
    }
    session.step();
    expect(inputOf(session, 0, 0)).toEqual([[0], true]);
  });
});

describe('setInput', () => {
  it('stores for any player, as queueRemoteInput does, and returns nothing', () => {
    const session = make({ inputDelay: 2, neutralUntil: [0, 0] });
    expect(session.setInput(1, 2, 8)).toBe(undefined);
    run(session, 5);
    expect(session.setInput(1, 4, 7)).toBe(undefined);
    expect(session.stats.rollbacks).toBe(0);
    expect(session.resync()).toBe(true);
    expect(session.fields.x[1]).toBe(7);
  });

  it('first value wins: a different one is a desync', () => {
    const seen: unknown[] = [];
    const session = make({ onDesync: (...args) => seen.push(args) });
    session.setInput(0, 0, 4);
    session.setInput(0, 0, 4);
    expect(session.stats.desyncs).toBe(0);
    session.setInput(0, 0, 5);
    expect(session.stats.desyncs).toBe(1);
    expect(seen).toEqual([[0, 0]]);
    session.step();
    expect(session.fields.x[0]).toBe(4);
  });

  it('has the window [max(0, frame()-capacity+1), frame()+inputDelay]', () => {
    const session = make({ inputDelay: 3, neutralUntil: [0, 0] });
    for (let frame = 0; frame < 20; frame++) {
      const oldest = Math.max(0, frame - 7);
      const before = observeSession(session);
      expectRefusal(() => session.setInput(1, oldest - 1, 1), RangeError, oldest - 1, oldest, frame + 3);
      expectRefusal(() => session.setInput(1, frame + 4, 1), RangeError, frame + 4, oldest, frame + 3);
      expect(observeSession(session)).toEqual(before);
      session.setInput(1, oldest, 1);
      session.setInput(1, frame + 3, 1);
      session.step();
    }
    expect(session.stats.desyncs).toBe(0);
  });
});

describe.each(['setInput', 'queueRemoteInput', 'feedRemoteInput'] as const)(
  'the player and the frame of %s',
  (name) => {
    it.each([-1, 2, 32, 2 ** 32])('player %d: RangeError, nothing touched', (player) => {
      const session = make();
      run(session, 3);
      const before = observeSession(session);
      expectRefusal(() => session[name](player, 2, 1), RangeError, player, 0, 1);
      expect(observeSession(session)).toEqual(before);
    });

    it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '0', null, undefined, true, 0n, {}])(
      'player or frame %o: TypeError, nothing touched',
      (wrong) => {
        const session = make();
        run(session, 3);
        const before = observeSession(session);
        // @ts-expect-error on purpose
        expectRefusal(() => session[name](wrong, 2, 1), TypeError, shown(wrong));
        // @ts-expect-error on purpose
        expectRefusal(() => session[name](1, wrong, 1), TypeError, shown(wrong));
        expect(observeSession(session)).toEqual(before);
      },
    );
  },
);

describe('queueRemoteInput', () => {
  it('stores without simulating', () => {
    let runs = 0;
    const session = make({
      simulate: (views, inputs) => {
        runs++;
        keep(views, inputs);
      },
    });
    run(session, 4);
    const live = [...session.fields.x];
    runs = 0;
    expect(session.queueRemoteInput(1, 1, 9)).toBe(true);
    expect(session.queueRemoteInput(1, 6, 9)).toBe(false);
    expect(runs).toBe(0);
    expect([...session.fields.x]).toEqual(live);
    expect(session.frame()).toBe(4);
    expect(session.stats.rollbacks).toBe(0);
  });

  it('returns true for a contradicted prediction alone: neither for a right one, nor for the present, nor for the future', () => {
    const session = make();
    session.queueRemoteInput(1, 0, 5);
    run(session, 4);
    expect(session.queueRemoteInput(1, 1, 5)).toBe(false);
    expect(session.queueRemoteInput(1, 2, 6)).toBe(true);
    expect(session.queueRemoteInput(1, 3, 6)).toBe(true);
    expect(session.queueRemoteInput(1, 4, 9)).toBe(false);
    expect(session.queueRemoteInput(1, 5, 9)).toBe(false);
    expect(session.resync()).toBe(true);
    expect(session.stats.mispredictions).toBe(2);
    expect(session.stats.rollbacks).toBe(1);
    expect(session.fields.x[1]).toBe(6);
  });

  it('compares all words, the last as the first', () => {
    for (const words of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]) {
      const session = make({ inputWords: 3 });
      run(session, 2);
      expect(session.queueRemoteInput(1, 0, [0, 0, 0])).toBe(false);
      expect(session.queueRemoteInput(1, 1, words)).toBe(true);
    }
  });

  it('refuses below 0 and past frame()+capacity, nothing touched; the edge itself is stored', () => {
    for (const frames of [0, 1, 5, 30]) {
      const session = make();
      run(session, frames);
      const before = observeSession(session);
      for (const each of ['queueRemoteInput', 'feedRemoteInput'] as const) {
        expectRefusal(() => session[each](1, -1, 1), RangeError, -1, 0, frames + 8);
        expectRefusal(() => session[each](1, frames + 9, 1), RangeError, frames + 9, 0, frames + 8);
        expectRefusal(() => session[each](1, 2 ** 32 + frames, 1), RangeError, 2 ** 32 + frames);
      }
      expect(observeSession(session)).toEqual(before);
      expect(session.queueRemoteInput(1, frames + 8, 77)).toBe(false);
      run(session, 9);
      expect(inputOf(session, 1, frames + 8)).toEqual([[77], true]);
    }
  });

  it('keeps what a peer far ahead has sent, and the redo window with it', () => {
    const session = make({ numPlayers: 3 });
    run(session, 20);
    // Window: oldest is 13. The future up to 28 must not push anything out of it.
    for (let ahead = 20; ahead <= 28; ahead++) session.queueRemoteInput(1, ahead, ahead);
    for (let past = 13; past < 20; past++) session.queueRemoteInput(1, past, past);
    for (let ahead = 28; ahead >= 13; ahead--) session.queueRemoteInput(2, ahead, 1000 + ahead);
    expect(session.resync()).toBe(true);
    expect(session.stats.maxRollbackDepth).toBe(7);
    for (let frame = 13; frame < 20; frame++) {
      expect(inputOf(session, 1, frame)).toEqual([[frame], true]);
      expect(inputOf(session, 2, frame)).toEqual([[1000 + frame], true]);
    }
    run(session, 9);
    for (let frame = 22; frame <= 28; frame++) {
      expect(inputOf(session, 1, frame)).toEqual([[frame], true]);
      expect(inputOf(session, 2, frame)).toEqual([[1000 + frame], true]);
    }
  });

  it('redoes the oldest frame of the window, whatever the input delay', () => {
    for (const inputDelay of [0, 3, 7]) {
      const session = make({ inputDelay, neutralUntil: [0, 0] });
      for (let i = 0; i < 30; i++) {
        session.setLocalInput(i);
        session.step();
      }
      const oldest = session.frame() - session.depth() + 1;
      expect(oldest).toBe(23);
      expect(session.queueRemoteInput(1, oldest, 6)).toBe(true);
      expect(session.resync()).toBe(true);
      expect(session.stats.maxRollbackDepth).toBe(7);
      expect(session.fields.x[1]).toBe(6);
      expect(session.fields.x[0]).toBe(29 - inputDelay);
    }
  });

  it('leaves a past frame below the oldest alone: false, nothing stored, nothing counted', () => {
    const seen: unknown[] = [];
    const session = make({ onDesync: (...args) => seen.push(args) });
    session.queueRemoteInput(1, 0, 5);
    run(session, 30);
    const before = observeSession(session);
    for (let frame = 0; frame < 23; frame++) {
      for (const value of [0, 5, 9]) {
        expect(session.queueRemoteInput(1, frame, value)).toBe(false);
        expect(session.feedRemoteInput(1, frame, value)).toBe(false);
      }
    }
    expect(observeSession(session)).toEqual(before);
    expect(seen).toEqual([]);
    run(session, 20);
    expect(session.fields.x[1]).toBe(5);
  });

  it("never takes an input of a revolution ago for this frame's", () => {
    const session = make({ capacity: 4 });
    for (let frame = 0; frame < 4; frame++) session.queueRemoteInput(1, frame, 100 + frame);
    for (let frame = 0; frame < 60; frame++) {
      session.step();
      expect(inputOf(session, 1, frame)).toEqual(frame < 4 ? [[100 + frame], true] : [[103], false]);
    }
    expect(session.queueRemoteInput(1, 59, 7)).toBe(true);
    expect(session.queueRemoteInput(1, 58, 103)).toBe(false);
    expect(session.stats.desyncs).toBe(0);
  });
});

describe('duplicates and desyncs', () => {
  it('an equal duplicate is a silent no-op, before and after its frame is simulated', () => {
    const session = make({ onDesync: () => expect.fail('no desync here') });
    session.queueRemoteInput(1, 0, 5);
    session.queueRemoteInput(1, 3, 6);
    run(session, 5);
    session.queueRemoteInput(1, 2, 8);
    session.resync();
    const before = observeSession(session);
    for (const [frame, value] of [
      [0, 5],
      [2, 8],
      [3, 6],
      [2, 8 - 2 ** 32],
    ] as const) {
      expect(session.queueRemoteInput(1, frame, value)).toBe(false);
      expect(session.feedRemoteInput(1, frame, value)).toBe(false);
    }
    expect(observeSession(session)).toEqual(before);
  });

  it('a different one is a desync: nothing stored, false, counted, then onDesync(frame, player)', () => {
    const seen: unknown[] = [];
    const session = make({ onDesync: (...args) => seen.push([...args, session.stats.desyncs]) });
    session.queueRemoteInput(1, 0, 5);
    session.queueRemoteInput(1, 6, 5);
    run(session, 2);
    const before = observeSession(session);
    expect(session.queueRemoteInput(1, 0, 6)).toBe(false);
    expect(session.queueRemoteInput(1, 6, 4)).toBe(false);
    expect(session.feedRemoteInput(1, 0, 7)).toBe(false);
    expect(seen).toEqual([
      [0, 1, 1],
      [6, 1, 2],
      [0, 1, 3],
    ]);
    expect(observeSession(session)).toEqual({ ...before, stats: [0, 0, 0, 3, 0] });
    expect(session.resync()).toBe(false);
    run(session, 5);
    expect(inputOf(session, 1, 6)).toEqual([[5], true]);
  });

  it('needs no onDesync', () => {
    const session = make();
    session.queueRemoteInput(1, 0, 5);
    expect(session.queueRemoteInput(1, 0, 6)).toBe(false);
    expect(session.stats.desyncs).toBe(1);
  });

  it('a non-zero value below neutralUntil is a desync, a zero is nothing; a single non-zero word is enough', () => {
    const seen: unknown[] = [];
    const session = make({
      inputWords: 2,
      inputDelay: 4,
      neutralUntil: [4, 3],
      onDesync: (...args) => seen.push(args),
    });
    run(session, 2);
    const before = observeSession(session);
    expect(session.queueRemoteInput(1, 1, [0, 0])).toBe(false);
    expect(session.queueRemoteInput(1, 2, [0, 0])).toBe(false);
    expect(observeSession(session)).toEqual(before);
    expect(session.queueRemoteInput(1, 1, [0, 1])).toBe(false);
    expect(session.queueRemoteInput(1, 2, [1, 0])).toBe(false);
    session.setInput(1, 1, [3, 0]);
    expect(session.feedRemoteInput(0, 3, [9, 9])).toBe(false);
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [1, 1],
      [3, 0],
    ]);
    expect(observeSession(session)).toEqual({ ...before, stats: [0, 0, 0, 4, 0] });
    run(session, 3);
    for (const frame of [0, 1, 2]) expect(inputOf(session, 1, frame)).toEqual([[0, 0], true]);
    expect(session.queueRemoteInput(1, 3, [0, 1])).toBe(true);
  });

  it.each(['queueRemoteInput', 'feedRemoteInput', 'setInput'] as const)(
    '%s calls onDesync last of all: it may call anything',
    (name) => {
      const session: Made = make({
        onDesync: () => {
          session.queueRemoteInput(1, 3, 50);
          session.resync();
          session.setLocalInput(4);
          session.step();
          session.commit();
          session.rollback(1);
          if (session.stats.desyncs < 3) session.queueRemoteInput(1, 2, 6);
        },
      });
      session.queueRemoteInput(1, 2, 5);
      run(session, 5);
      session[name](1, 2, 6);
      expect(session.stats.desyncs).toBe(3);
      expect(session.frame()).toBe(8);
      expect(session.fields.x[1]).toBe(50);
    },
  );

  it.each(['queueRemoteInput', 'feedRemoteInput', 'setInput'] as const)(
    '%s: onDesync may reset the session',
    (name) => {
      const session: Made = make({ onDesync: () => session.reset() });
      session.queueRemoteInput(1, 0, 5);
      run(session, 5);
      session.queueRemoteInput(1, 3, 8);
      session[name](1, 0, 6);
      expect(session.frame()).toBe(0);
      expect(session.depth()).toBe(0);
      expect(session.stats.desyncs).toBe(0);
      expect(session.resync()).toBe(false);
      expect(session.stats.rollbacks).toBe(0);
      run(session, 3);
      expect([...session.fields.x]).toEqual([0, 0, 0, 0]);
    },
  );
});

describe('prediction', () => {
  it('repeats the newest input confirmed at or before frame-1, not the newest of all', () => {
    const session = make();
    session.queueRemoteInput(1, 1, 11);
    session.queueRemoteInput(1, 5, 55);
    run(session, 8);
    const used = [0, 1, 2, 3, 4, 5, 6, 7].map((frame) => inputOf(session, 1, frame));
    expect(used).toEqual([
      [[0], false],
      [[11], true],
      [[11], false],
      [[11], false],
      [[11], false],
      [[55], true],
      [[55], false],
      [[55], false],
    ]);
  });

  it('however old: long after the rings have turned over', () => {
    const session = make({ capacity: 4, inputWords: 2 });
    session.queueRemoteInput(1, 0, [9, -1]);
    for (let frame = 0; frame < 200; frame++) {
      session.step();
      expect(inputOf(session, 1, frame)).toEqual([[9, 4294967295], frame === 0]);
    }
  });

  it('however old, in a redo too: a newer input inside the window is not repeated before its frame', () => {
    const session = make({ capacity: 4, numPlayers: 3 });
    session.queueRemoteInput(1, 0, 9);
    run(session, 100);
    expect(session.queueRemoteInput(1, 99, 7)).toBe(true);
    expect(session.resync()).toBe(true);
    // Another player contradicts the oldest frame of the window: 97 and 98 are guessed again.
    expect(session.queueRemoteInput(2, 97, 1)).toBe(true);
    expect(session.resync()).toBe(true);
    expect([97, 98, 99].map((frame) => inputOf(session, 1, frame))).toEqual([
      [[9], false],
      [[9], false],
      [[7], true],
    ]);
    run(session, 1);
    expect(inputOf(session, 1, 100)).toEqual([[7], false]);
  });

  it('however old, when the future is known first', () => {
    const session = make({ capacity: 4 });
    session.queueRemoteInput(1, 0, 9);
    run(session, 50);
    session.queueRemoteInput(1, 54, 7);
    run(session, 6);
    expect([52, 53].map((frame) => inputOf(session, 1, frame)).length).toBe(2);
    expect([53, 54, 55].map((frame) => inputOf(session, 1, frame))).toEqual([
      [[9], false],
      [[7], true],
      [[7], false],
    ]);
  });

  it('guesses neutral when nothing is confirmed yet, and after startup frames', () => {
    const session = make({ inputDelay: 2 });
    run(session, 4);
    expect([0, 1, 2, 3].map((frame) => inputOf(session, 1, frame))).toEqual([
      [[0], true],
      [[0], true],
      [[0], false],
      [[0], false],
    ]);
  });

  it('is made anew in a redo, from what has arrived since', () => {
    const session = make();
    run(session, 6);
    session.queueRemoteInput(1, 4, 44);
    session.queueRemoteInput(1, 2, 22);
    session.resync();
    expect([1, 2, 3, 4, 5].map((frame) => inputOf(session, 1, frame))).toEqual([
      [[0], false],
      [[22], true],
      [[22], false],
      [[44], true],
      [[44], false],
    ]);
  });

  it('calls predict(player, frame, scratch, offset, fields) for each unconfirmed input, never for a confirmed or a startup frame', () => {
    const calls: [number, number][] = [];
    const session = make({
      numPlayers: 3,
      inputWords: 2,
      neutralUntil: [0, 2, 0],
      predict: (player, frame, scratch, offset, views) => {
        expect(scratch).toBeInstanceOf(Uint32Array);
        expect(views).toBe(session.fields);
        expect(offset + 2).toBeLessThanOrEqual(scratch.length);
        calls.push([player, frame]);
        scratch[offset] = 10 * player + frame;
        scratch[offset + 1] = -1;
      },
    });
    session.setLocalInput([1, 1]);
    session.queueRemoteInput(2, 1, [5, 5]);
    run(session, 3);
    expect(calls).toEqual([
      [2, 0],
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
    expect(inputOf(session, 2, 0)).toEqual([[20, 4294967295], false]);
    expect(inputOf(session, 1, 1)).toEqual([[0, 0], true]);
    expect(inputOf(session, 2, 1)).toEqual([[5, 5], true]);
    calls.length = 0;
    session.feedRemoteInput(0, 1, [3, 3]);
    expect(calls).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
  });

  it('shows predict the state before the frame, in a redo too', () => {
    const seen: number[] = [];
    const session = make({
      simulate: (views, inputs, frame) => {
        views.x[0] = frame + 1;
        views.x[1] = inputs[1] ?? 0;
      },
      predict: (_player, frame, scratch, offset, views) => {
        seen.push((views['x']?.[0] ?? -1) - frame);
        scratch[offset] = 0;
      },
    });
    run(session, 4);
    session.feedRemoteInput(1, 1, 6);
    expect(seen.length).toBeGreaterThan(8);
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  it('keeps players apart: 32 of them with 16 words each', () => {
    const session = createSession({ capacity: 4, numPlayers: 32, inputWords: 16, fields, simulate: () => {} });
    const words = (player: number, frame: number) =>
      Array.from(
        { length: 16 },
        (_, w) => (player * 65_536 + w * 256 + (frame % 200) + (w === 15 ? 2 ** 31 : 0)) >>> 0,
      );
    const out = new Uint32Array(16);
    for (let frame = 0; frame < 40; frame++) {
      for (let player = 0; player < 32; player++)
        if ((player + frame) % 3 !== 0) session.queueRemoteInput(player, frame, words(player, frame));
      session.step();
      for (let player = 0; player < 32; player++)
        if ((player + frame) % 3 === 0) session.queueRemoteInput(player, frame, words(player, frame));
      session.resync();
      for (let player = 0; player < 32; player++) {
        expect(session.inputAt(player, frame, out)).toBe(true);
        expect([...out]).toEqual(words(player, frame));
      }
      expect(session.confirmedFrame()).toBe(frame);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createFixedClock, createRollback, createSession, defineGame, type SessionOptions } from '../../src/index.js';
import { expectRefusal } from './refusal.js';

const fields = { x: { type: Int32Array, length: 1 } } as const;
type Options = SessionOptions<typeof fields>;

function make(options: Partial<Options> = {}) {
  return createSession({ capacity: 8, fields, numPlayers: 2, simulate: () => {}, ...options });
}

/** The caller's mistakes are of any type: the declarations would refuse most of them first. */
function makeWrong(options: Readonly<Record<string, unknown>>) {
  return make(options as Partial<Options>);
}

describe('a new session', () => {
  it('has the defaults of the contract', () => {
    const session = make();
    expect(session.capacity).toBe(8);
    expect(session.numPlayers).toBe(2);
    expect(session.inputWords).toBe(1);
    expect(session.inputDelay).toBe(0);
    expect(session.localPlayer).toBe(0);
    expect(session.frame()).toBe(0);
    expect(session.depth()).toBe(0);
    expect(session.resimulating).toBe(false);
    expect(session.confirmedFrame()).toBe(-1);
    expect(session.confirmedFrameOf(0)).toBe(-1);
    expect(session.confirmedFrameOf(1)).toBe(-1);
    expect(session.frameAdvantage()).toBe(0);
    expect([...session.fields.x]).toEqual([0]);
  });

  it('takes the extremes: 32 players, 16 words, delay capacity - 1, capacity 1', () => {
    const session = make({ numPlayers: 32, inputWords: 16, inputDelay: 7, localPlayer: 31 });
    expect([session.numPlayers, session.inputWords, session.inputDelay, session.localPlayer]).toEqual([32, 16, 7, 31]);
    expect(make({ capacity: 1, inputDelay: 0 }).capacity).toBe(1);
    expect(make({ startFrame: 2 ** 31 - 1, neutralUntil: [0, 0] }).frame()).toBe(2 ** 31 - 1);
  });

  it('counts startup frames as confirmed: below startFrame + inputDelay by default', () => {
    expect(make({ inputDelay: 3 }).confirmedFrame()).toBe(2);
    const late = make({ inputDelay: 3, startFrame: 100 });
    expect(late.frame()).toBe(100);
    expect(late.confirmedFrame()).toBe(102);
    expect(late.confirmedFrameOf(1)).toBe(102);
  });

  it('takes neutralUntil as absolute frames, one for each player', () => {
    const session = make({ inputDelay: 3, startFrame: 100, neutralUntil: [105, 101], localPlayer: 0 });
    expect(session.confirmedFrameOf(0)).toBe(104);
    expect(session.confirmedFrameOf(1)).toBe(100);
    expect(session.confirmedFrame()).toBe(100);
    expect(session.frameAdvantage()).toBe(4);
  });

  it('counts all that lies before startFrame as settled, however early neutralUntil ends', () => {
    const session = make({ startFrame: 100, neutralUntil: [2, 0] });
    expect(session.confirmedFrameOf(0)).toBe(99);
    expect(session.confirmedFrameOf(1)).toBe(99);
    session.queueRemoteInput(1, 100, 5);
    expect(session.confirmedFrameOf(1)).toBe(100);
  });

  it('copies neutralUntil', () => {
    const neutralUntil = [3, 3];
    const session = make({ neutralUntil });
    neutralUntil[0] = 50;
    expect(session.confirmedFrame()).toBe(2);
    session.reset();
    expect(session.confirmedFrame()).toBe(2);
  });
});

describe('what createSession refuses', () => {
  it.each([
    ['numPlayers', 0, 1, 32],
    ['numPlayers', 33, 1, 32],
    ['numPlayers', -1, 1, 32],
    ['inputWords', 0, 1, 16],
    ['inputWords', 17, 1, 16],
    ['inputDelay', -1, 0, 7],
    ['inputDelay', 8, 0, 7],
    ['localPlayer', -1, 0, 1],
    ['localPlayer', 2, 0, 1],
    ['startFrame', -1, 0, /2147483647|2147483648|2\^31|2\*\*31/],
    ['startFrame', 2 ** 31, 0, /2147483647|2\^31|2\*\*31/],
  ] as const)('%s %d: RangeError with the value and its bounds', (name, value, min, max) => {
    expectRefusal(() => makeWrong({ [name]: value }), RangeError, name, value, min, max);
  });

  it.each(['numPlayers', 'inputWords', 'inputDelay', 'localPlayer', 'startFrame', 'capacity'])(
    'a %s that is no integer: TypeError',
    (name) => {
      for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', true, {}, 1n]) {
        expectRefusal(() => makeWrong({ [name]: value }), TypeError, name);
      }
      expectRefusal(() => makeWrong({ [name]: 1.5 }), TypeError, name, '1.5');
    },
  );

  it.each(['numPlayers', 'capacity', 'fields', 'simulate'])('no %s: TypeError', (name) => {
    for (const none of [undefined, null]) expectRefusal(() => makeWrong({ [name]: none }), TypeError);
  });

  it.each(['simulate', 'predict', 'onDesync'])('a %s that is no function: TypeError', (name) => {
    for (const value of [3, {}, 'x']) expectRefusal(() => makeWrong({ [name]: value }), TypeError, name);
  });

  it('a neutralUntil of another count or kind: TypeError', () => {
    for (const value of [[], [0], [0, 0, 0], [0, 1.5], [0, '1'], [0, undefined], 3, {}, 'xy']) {
      expectRefusal(() => makeWrong({ neutralUntil: value }), TypeError, 'neutralUntil');
    }
    expectRefusal(() => makeWrong({ neutralUntil: [0, 0, 0] }), TypeError, 2, 3);
  });

  it('a neutralUntil out of range: RangeError', () => {
    expectRefusal(() => makeWrong({ neutralUntil: [0, -1] }), RangeError, 'neutralUntil', -1, 0);
    expectRefusal(() => makeWrong({ neutralUntil: [0, 2 ** 32] }), RangeError, 'neutralUntil', 2 ** 32);
  });

  it("the ring's mistakes, with the ring's errors", () => {
    expectRefusal(() => makeWrong({ capacity: 3 }), RangeError, 'capacity', 3, 1);
    expectRefusal(() => makeWrong({ fields: {} }), TypeError, /field/);
    expectRefusal(() => makeWrong({ fields: { hp: { type: Int8Array, length: 0 } } }), RangeError, 'hp', 0);
    expectRefusal(() => makeWrong({ fields: { hp: { type: Map, length: 1 } } }), TypeError, 'hp');
  });

  it('no options at all: TypeError that says what is needed', () => {
    const sentence = 'createSession() needs options: { capacity, fields, numPlayers, simulate }, got';
    // @ts-expect-error on purpose
    expect(() => createSession()).toThrow(new TypeError(`${sentence} undefined`));
    // @ts-expect-error on purpose
    expect(() => createSession(null)).toThrow(new TypeError(`${sentence} null`));
    // @ts-expect-error on purpose
    expect(() => createRollback()).toThrow(
      new TypeError('createRollback() needs options: { capacity, fields }, got undefined'),
    );
    // @ts-expect-error on purpose
    expect(() => defineGame()).toThrow(
      new TypeError('defineGame() needs a game: { id, fields, numPlayers, simulate }, got undefined'),
    );
    // @ts-expect-error on purpose
    expect(() => createFixedClock()).toThrow(new TypeError('createFixedClock() needs options: { hz }, got undefined'));
  });

  it('a number that is a string: TypeError that says so', () => {
    expect(() => makeWrong({ numPlayers: '2' })).toThrow(
      new TypeError("numPlayers must be an integer in [1, 32], got the string '2'"),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { packInputs } from './pack-inputs.js';
import { createSession, createSessionParts } from './session.js';
import type { SessionOptions } from './session-types.js';

const fields = { sum: { type: Uint32Array, length: 2 } } as const;

const options = {
  capacity: 4,
  numPlayers: 2,
  fields,
  simulate: ({ sum }, inputs) => {
    for (let i = 0; i < inputs.length; i++) sum[i % 2] = sum[i % 2]! + inputs[i]!;
  },
} as const satisfies SessionOptions<typeof fields>;

describe('the parts of a session', () => {
  it('restarts on other terms, leaving live for its owner to write, and resets to the same terms', () => {
    const { session, restart } = createSessionParts(options);
    for (let i = 0; i < 6; i++) session.step();
    session.feedRemoteInput(1, 4, 7);
    session.fields.sum.fill(40);
    restart(100, [103, 101], 1, 2);
    const terms = () => [
      session.frame(),
      session.localPlayer,
      session.inputDelay,
      session.confirmedFrameOf(0),
      session.confirmedFrameOf(1),
      session.depth(),
      session.stats.rollbacks,
    ];
    expect(terms()).toEqual([100, 1, 2, 102, 100, 0, 0]);
    expect([...session.fields.sum]).toEqual([40, 40]);
    expect(session.resimulating).toBe(false);
    session.setLocalInput(5);
    for (let i = 0; i < 3; i++) session.step();
    expect(session.stateAt(99).sum[1]).toBe(40);
    expect([...session.fields.sum]).toEqual([40, 45]);
    session.reset();
    expect(terms()).toEqual([100, 1, 2, 102, 100, 0, 0]);
    expect([...session.fields.sum]).toEqual([0, 0]);
  });

  it('takes another delay at any moment', () => {
    const { session, setDelay } = createSessionParts(options);
    session.step();
    setDelay(3);
    session.setLocalInput(9);
    expect(session.inputDelay).toBe(3);
    for (let frame = 1; frame < 5; frame++) session.step();
    expect(session.fields.sum[0]).toBe(9);
  });

  it('holds as many inputs ahead of a peer as it is told to', () => {
    for (const slots of [64, undefined]) {
      const { session, inputs } = createSessionParts(options, slots);
      for (let frame = 0; frame < 40; frame++) {
        session.setLocalInput(frame);
        session.queueRemoteInput(1, frame, frame);
        session.step();
      }
      expect(inputs.realAt(0, 39 - (slots ?? 16) + 1) >= 0).toBe(true);
      expect(inputs.realAt(0, 39 - 16) >= 0).toBe(slots !== undefined);
    }
  });

  it('seals what is packed, until the next match', () => {
    const { inputs, session } = createSessionParts(options);
    const own = createSession(options);
    own.setLocalInput(3);
    packInputs(own, new Uint8Array(64), 0, 1);
    own.setLocalInput(4);
    own.step();
    expect(own.fields.sum[0]).toBe(3);
    inputs.sealed = 5;
    session.reset();
    expect(inputs.sealed).toBe(-1);
  });
});

describe('a redo that is pending', () => {
  it('goes back as far as raw rollbacks have left it anything', () => {
    const { session } = createSessionParts({ ...options, capacity: 8 });
    for (let i = 0; i < 6; i++) session.step();
    expect(session.queueRemoteInput(1, 1, 1)).toBe(true);
    session.rollback(5);
    expect([session.depth(), session.frame()]).toEqual([2, 6]);
    session.step();
    expect([session.depth(), session.frame(), session.stats.maxRollbackDepth]).toEqual([3, 7, 1]);
    session.rollback(2);
    expect(session.queueRemoteInput(1, 6, 4)).toBe(false);
    session.step();
    expect([session.depth(), session.frame(), session.stats.rollbacks]).toEqual([2, 8, 1]);
  });

  it('is forgotten by a reset, also where the first commit is a raw one', () => {
    const { session } = createSessionParts(options);
    for (let i = 0; i < 3; i++) session.step();
    session.queueRemoteInput(1, 1, 1);
    session.reset();
    session.commit();
    session.step();
    expect([session.depth(), session.frame(), session.stats.rollbacks]).toEqual([2, 1, 0]);
  });
});

describe('inputAt', () => {
  it('calls no guess confirmed, whatever stands in memory before the inputs', () => {
    const out = new Uint32Array(3);
    for (const value of [0, 1, 9]) {
      const session = createSession({
        ...options,
        inputWords: 3,
        predict: (_player, _frame, scratch, offset) => scratch.fill(value, offset, offset + 3),
      });
      session.step();
      expect(session.inputAt(1, 0, out)).toBe(false);
      expect([...out]).toEqual([value, value, value]);
      session.queueRemoteInput(1, 0, [value, value, value]);
      expect(session.inputAt(1, 0, out)).toBe(true);
    }
  });
});

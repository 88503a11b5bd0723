import { describe, expect, it } from 'vitest';
import { checksum, createSession, stateChecksum } from '../../src/index.js';
import { bufferOf, observeSession } from './observe-session.js';
import { expectRefusal } from './refusal.js';
import { readTally, tally, TALLY_FIELDS, TALLY_STRIDE } from './tally-game.js';

function make(
  options: {
    capacity?: number;
    numPlayers?: number;
    inputDelay?: number;
    startFrame?: number;
    localPlayer?: number;
  } = {},
) {
  return createSession({ capacity: 8, numPlayers: 2, fields: TALLY_FIELDS, simulate: tally, ...options });
}

type Made = ReturnType<typeof make>;

function run(session: Made, frames: number): void {
  for (let i = 0; i < frames; i++) session.step();
}

describe('confirmedFrame', () => {
  it('is contiguous: a hole holds it, and filling the hole moves it past all that waited', () => {
    const session = make();
    for (const [frame, expected] of [
      [0, 0],
      [1, 1],
      [3, 1],
      [6, 1],
      [4, 1],
      [5, 1],
      [2, 6],
    ] as const) {
      session.queueRemoteInput(1, frame, 1);
      expect(session.confirmedFrameOf(1)).toBe(expected);
    }
    expect(session.confirmedFrame()).toBe(-1);
    for (let frame = 0; frame <= 4; frame++) session.queueRemoteInput(0, frame, 1);
    expect(session.confirmedFrame()).toBe(4);
    expect(session.confirmedFrameOf(0)).toBe(4);
  });

  it('counts inputs: it runs ahead of frame() and of a resync not yet run', () => {
    const session = make();
    for (let frame = 0; frame <= 8; frame++) for (const player of [0, 1]) session.queueRemoteInput(player, frame, 1);
    expect(session.frame()).toBe(0);
    expect(session.confirmedFrame()).toBe(8);
    const late = make();
    run(late, 3);
    for (const player of [0, 1]) late.queueRemoteInput(player, 0, 5);
    expect(late.confirmedFrame()).toBe(0);
    expect(late.stats.rollbacks).toBe(0);
  });

  it('is the minimum over all players', () => {
    const session = make({ numPlayers: 4 });
    for (let player = 0; player < 4; player++)
      for (let frame = 0; frame <= player + 1; frame++) session.queueRemoteInput(player, frame, 0);
    expect([0, 1, 2, 3].map((player) => session.confirmedFrameOf(player))).toEqual([1, 2, 3, 4]);
    expect(session.confirmedFrame()).toBe(1);
  });

  it('is held for good by a hole older than the redo window', () => {
    const session = make();
    for (let frame = 0; frame < 60; frame++) {
      if (frame !== 2) session.queueRemoteInput(1, frame, 1);
      session.setLocalInput(1);
      session.step();
    }
    expect(session.confirmedFrameOf(1)).toBe(1);
    expect(session.queueRemoteInput(1, 2, 1)).toBe(false);
    session.queueRemoteInput(1, 60, 1);
    run(session, 20);
    expect(session.confirmedFrameOf(1)).toBe(1);
    expect(session.confirmedFrame()).toBe(1);
    expect(session.confirmedFrameOf(0)).toBe(59);
  });

  it('is filled at the last moment: the oldest frame of the window still counts', () => {
    const session = make();
    for (let frame = 0; frame < 9; frame++) {
      if (frame !== 2) session.queueRemoteInput(1, frame, 1);
      session.step();
    }
    // depth 8, frame 9: the oldest that can be redone is 2.
    session.queueRemoteInput(1, 2, 3);
    expect(session.confirmedFrameOf(1)).toBe(8);
    expect(session.resync()).toBe(true);
    expect(session.stats.maxRollbackDepth).toBe(7);
  });

  it('has frameAdvantage as the local lead over it', () => {
    const session = make({ localPlayer: 1, inputDelay: 3 });
    expect(session.frameAdvantage()).toBe(0);
    for (let i = 0; i < 4; i++) {
      session.setLocalInput(1);
      session.step();
    }
    expect(session.frameAdvantage()).toBe(4);
    for (let frame = 3; frame < 12; frame++) session.queueRemoteInput(0, frame, 0);
    expect(session.confirmedFrame()).toBe(6);
    expect(session.frameAdvantage()).toBe(0);
  });

  it.each([-1, 2, 32])('confirmedFrameOf(%d): RangeError', (player) => {
    expectRefusal(() => make().confirmedFrameOf(player), RangeError, player, 0, 1);
  });

  it.each([0.5, Number.NaN, '0', null, undefined])('confirmedFrameOf(%o): TypeError', (player) => {
    // @ts-expect-error on purpose
    expectRefusal(() => make().confirmedFrameOf(player), TypeError, String(player));
  });
});

describe('stateAt and checksumAt', () => {
  it('reach from frame()-depth() to frame()-1, and refuse all else without touching anything', () => {
    for (const [capacity, frames, startFrame] of [
      [8, 0, 0],
      [8, 1, 0],
      [8, 3, 0],
      [8, 30, 0],
      [1, 5, 0],
      [2, 5, 0],
      [8, 3, 50],
      [8, 30, 50],
    ] as const) {
      const session = make({ capacity, startFrame });
      run(session, frames);
      const newest = session.frame() - 1;
      const oldest = session.frame() - session.depth();
      expect(session.depth()).toBe(frames === 0 ? 0 : Math.min(capacity, frames + 1));
      const before = observeSession(session);
      for (let frame = oldest; frame <= newest; frame++) {
        session.stateAt(frame);
        session.checksumAt(frame);
      }
      for (const frame of [oldest - 1, newest + 1, -1000, 2 ** 31, 2 ** 32 + newest]) {
        expectRefusal(() => session.stateAt(frame), RangeError, frame, oldest, newest);
        expectRefusal(() => session.checksumAt(frame), RangeError, frame, oldest, newest);
      }
      for (const frame of [0.5, Number.NaN, Number.POSITIVE_INFINITY, '0', null, undefined, 0n]) {
        // @ts-expect-error on purpose
        expectRefusal(() => session.stateAt(frame), TypeError, String(frame));
        // @ts-expect-error on purpose
        expectRefusal(() => session.checksumAt(frame), TypeError, String(frame));
      }
      expect(observeSession(session)).toEqual(before);
    }
  });

  it('give the same object for the same slot, before and after a redo of it', () => {
    const session = make({ capacity: 4 });
    run(session, 3);
    const slots = [-1, 0, 1, 2].map((frame) => session.stateAt(frame));
    expect(new Set(slots).size).toBe(4);
    for (let frame = 3; frame < 40; frame++) {
      session.step();
      for (let back = 0; back < 4; back++) expect(session.stateAt(frame - back)).toBe(slots[(frame - back + 1) % 4]);
      session.feedRemoteInput(1, frame - 1, frame);
      for (let back = 0; back < 4; back++) expect(session.stateAt(frame - back)).toBe(slots[(frame - back + 1) % 4]);
    }
    expect(session.stats.rollbacks).toBe(37);
  });

  it('show a frame as last simulated: the old state until resync, the corrected one after', () => {
    const session = make();
    run(session, 4);
    const guessed = readTally(session.stateAt(2));
    const guessedSum = session.checksumAt(2);
    session.queueRemoteInput(1, 1, 9);
    expect(readTally(session.stateAt(2))).toEqual(guessed);
    expect(session.checksumAt(2)).toBe(guessedSum);
    const untouched = session.checksumAt(0);
    session.resync();
    expect(readTally(session.stateAt(2))).not.toEqual(guessed);
    expect(session.checksumAt(2)).not.toBe(guessedSum);
    expect(session.checksumAt(0)).toBe(untouched);
    expect(session.stateAt(1).hash[3]).toBe(9);
  });

  it('checksumAt is the checksum of the bytes of that snapshot, padding included, with the seed', () => {
    const session = make();
    session.fields.hash.fill(3);
    run(session, 12);
    for (let frame = session.frame() - session.depth(); frame < session.frame(); frame++) {
      const views = Object.values(session.stateAt(frame));
      const from = Math.min(...views.map((view) => view.byteOffset));
      const bytes = new Uint8Array(bufferOf(session), from, TALLY_STRIDE);
      for (const seed of [0, 1, 0xffff_ffff]) expect(session.checksumAt(frame, seed)).toBe(checksum(bytes, seed));
      expect(session.checksumAt(frame)).toBe(session.checksumAt(frame, 0));
    }
    expect(stateChecksum(session)).toBe(session.checksumAt(11));
    expect(stateChecksum(session, 5)).toBe(session.checksumAt(11, 5));
    session.fields.byte[0] = (session.fields.byte[0] ?? 0) + 1;
    expect(stateChecksum(session)).not.toBe(session.checksumAt(11));
  });
});

describe('inputAt', () => {
  it('copies what the frame was last simulated with, and tells confirmed from predicted', () => {
    const session = make({ inputDelay: 1, startFrame: 5 });
    session.setLocalInput(3);
    run(session, 3);
    const out = new Uint32Array(3).fill(77);
    expect(session.inputAt(0, 5, out)).toBe(true);
    expect([...out]).toEqual([0, 77, 77]);
    expect(session.inputAt(0, 6, out)).toBe(true);
    expect([...out]).toEqual([3, 77, 77]);
    expect(session.inputAt(0, 7, out)).toBe(false);
    expect([...out]).toEqual([3, 77, 77]);
  });

  it('shows the old guess while its correction waits for resync', () => {
    const session = make();
    run(session, 3);
    const out = new Uint32Array(1);
    session.queueRemoteInput(1, 1, 8);
    expect(session.inputAt(1, 1, out)).toBe(false);
    expect(out[0]).toBe(0);
    session.resync();
    expect(session.inputAt(1, 1, out)).toBe(true);
    expect(out[0]).toBe(8);
    expect(session.inputAt(1, 2, out)).toBe(false);
    expect(out[0]).toBe(8);
  });

  it('calls a guess confirmed once the real input has proved it right', () => {
    const session = make();
    run(session, 3);
    const out = new Uint32Array(1);
    expect(session.inputAt(1, 1, out)).toBe(false);
    session.queueRemoteInput(1, 1, 0);
    expect(session.inputAt(1, 1, out)).toBe(true);
  });

  it('refuses a frame not simulated or no longer held, a bad player, a bad out; writes nothing', () => {
    const session = make();
    run(session, 30);
    const out = new Uint32Array(1).fill(77);
    const before = observeSession(session);
    for (const frame of [30, 31, -1, -2, 0, 2 ** 31, 2 ** 32 + 29])
      expectRefusal(() => session.inputAt(0, frame, out), RangeError, frame, 29);
    for (const player of [-1, 2]) expectRefusal(() => session.inputAt(player, 29, out), RangeError, player, 0, 1);
    for (const wrong of [0.5, Number.NaN, '1', null, undefined]) {
      // @ts-expect-error on purpose
      expectRefusal(() => session.inputAt(wrong, 29, out), TypeError, String(wrong));
      // @ts-expect-error on purpose
      expectRefusal(() => session.inputAt(0, wrong, out), TypeError, String(wrong));
    }
    for (const wrong of [null, undefined, [], [0], new Int32Array(1), new Float64Array(1), new ArrayBuffer(4)]) {
      // @ts-expect-error on purpose
      expectRefusal(() => session.inputAt(0, 29, wrong), TypeError);
    }
    expect(() => session.inputAt(0, 29, new Uint32Array(0))).toThrow(/0/);
    expect(out[0]).toBe(77);
    expect(observeSession(session)).toEqual(before);
  });
});

describe('resync', () => {
  it('is ONE rollback to the earliest contradicted frame, however many inputs were queued', () => {
    const simulated: number[] = [];
    const session = createSession({
      capacity: 16,
      numPlayers: 3,
      fields: TALLY_FIELDS,
      simulate: (fields, inputs, frame) => {
        simulated.push(frame);
        tally(fields, inputs, frame);
      },
    });
    for (let i = 0; i < 12; i++) session.step();
    for (const [player, frame] of [
      [2, 9],
      [1, 7],
      [1, 5],
      [2, 6],
      [0, 11],
    ] as const)
      session.queueRemoteInput(player, frame, 40 + frame);
    simulated.length = 0;
    expect(session.resync()).toBe(true);
    expect(simulated).toEqual([5, 6, 7, 8, 9, 10, 11]);
    expect(session.frame()).toBe(12);
    expect({ ...statsObject(session) }).toEqual({
      rollbacks: 1,
      maxRollbackDepth: 7,
      mispredictions: 5,
      desyncs: 0,
      fastForwardFrames: 7,
    });
    expect(session.resync()).toBe(false);
    expect(simulated.length).toBe(7);
  });

  it('has nothing to do before the first step, for right guesses and for the future', () => {
    const session = make();
    expect(session.resync()).toBe(false);
    session.queueRemoteInput(1, 0, 5);
    session.queueRemoteInput(1, 3, 5);
    expect(session.resync()).toBe(false);
    run(session, 3);
    session.queueRemoteInput(1, 1, 5);
    expect(session.resync()).toBe(false);
    expect(statsObject(session)).toEqual({
      rollbacks: 0,
      maxRollbackDepth: 0,
      mispredictions: 0,
      desyncs: 0,
      fastForwardFrames: 0,
    });
  });

  it('a right guess costs no re-simulation', () => {
    let runs = 0;
    const session = createSession({
      capacity: 8,
      numPlayers: 2,
      fields: TALLY_FIELDS,
      simulate: (fields, inputs, frame) => {
        runs++;
        tally(fields, inputs, frame);
      },
    });
    for (let frame = 0; frame < 100; frame++) {
      session.setLocalInput(1);
      session.step();
      if (frame >= 3) expect(session.feedRemoteInput(1, frame - 3, 0)).toBe(false);
    }
    expect(runs).toBe(100);
  });

  it('feedRemoteInput is queueRemoteInput then resync: true if it rolled back, for whatever reason', () => {
    const session = make();
    run(session, 4);
    session.queueRemoteInput(1, 1, 7);
    expect(session.feedRemoteInput(1, 5, 0)).toBe(true);
    expect(session.feedRemoteInput(1, 2, 7)).toBe(false);
    expect(session.feedRemoteInput(1, 3, 6)).toBe(true);
    expect(statsObject(session)).toEqual({
      rollbacks: 2,
      maxRollbackDepth: 3,
      mispredictions: 2,
      desyncs: 0,
      fastForwardFrames: 4,
    });
  });

  it('keeps stats cumulative, and maxRollbackDepth the maximum', () => {
    const session = make();
    let fastForward = 0;
    for (const [i, depth] of [3, 7, 1, 5].entries()) {
      run(session, 10);
      session.feedRemoteInput(1, session.frame() - depth, 100 + i);
      fastForward += depth;
      expect(session.stats.rollbacks).toBe(i + 1);
      expect(session.stats.fastForwardFrames).toBe(fastForward);
    }
    expect(session.stats.maxRollbackDepth).toBe(7);
  });

  it('reaches back to frame 0, over genesis', () => {
    const session = make();
    session.fields.hash.fill(1);
    run(session, 5);
    expect(session.feedRemoteInput(1, 0, 3)).toBe(true);
    const offline = make();
    offline.fields.hash.fill(1);
    offline.queueRemoteInput(1, 0, 3);
    run(offline, 5);
    expect(readTally(session.fields)).toEqual(readTally(offline.fields));
  });
});

describe('frames near 2^31', () => {
  it('never wrap: redo, watermark, checksum and packets work to the last frames', () => {
    const last = 2 ** 31 - 1;
    const session = make({ startFrame: last - 40 });
    const offline = make({ startFrame: last - 40 });
    for (let frame = last - 40; frame < last - 10; frame++) {
      offline.queueRemoteInput(0, frame, frame & 7);
      offline.queueRemoteInput(1, frame, frame & 3);
      offline.step();
      session.setLocalInput(frame & 7);
      session.step();
      if (frame >= last - 36) session.feedRemoteInput(1, frame - 4, (frame - 4) & 3);
    }
    for (let frame = last - 14; frame < last - 10; frame++) session.feedRemoteInput(1, frame, frame & 3);
    expect(session.confirmedFrame()).toBe(last - 11);
    expect(session.frame()).toBe(last - 10);
    expect(session.checksumAt(last - 11)).toBe(offline.checksumAt(last - 11));
    expect(session.stats.rollbacks).toBeGreaterThan(5);
  });

  it('end there: an input for frame 2^31 is out of range', () => {
    const session = make({ startFrame: 2 ** 31 - 3 });
    expect(session.queueRemoteInput(1, 2 ** 31 - 1, 5)).toBe(false);
    const before = observeSession(session);
    expectRefusal(() => session.queueRemoteInput(1, 2 ** 31, 5), RangeError, 2 ** 31, 2 ** 31 - 1);
    expect(observeSession(session)).toEqual(before);
  });
});

function statsObject(session: Made): Record<string, number> {
  const { rollbacks, maxRollbackDepth, mispredictions, desyncs, fastForwardFrames } = session.stats;
  return { rollbacks, maxRollbackDepth, mispredictions, desyncs, fastForwardFrames };
}

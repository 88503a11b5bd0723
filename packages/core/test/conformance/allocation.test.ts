// Bytes allocated in steady state: none.
import { describe, expect, it } from 'vitest';
import { createRollback, createSession, stateChecksum } from '../../src/index.js';
import { bytesPerCall } from '../allocated-bytes.js';

const LIMIT = 0.05;

const FIELDS = {
  x: { type: Int32Array, length: 40 },
  small: { type: Uint8Array, length: 5 },
  wide: { type: Float64Array, length: 2 },
} as const;
type Fields = { readonly x: Int32Array };

function add(fields: Fields, inputs: Uint32Array, frame: number): void {
  const { x } = fields;
  for (let i = 0; i < inputs.length; i++) x[i & 15] = (x[i & 15]! + inputs[i]!) | 0;
  x[39] = frame;
}

function make(numPlayers: number, inputWords: number, inputDelay = 0) {
  return createSession({ capacity: 16, numPlayers, inputWords, inputDelay, fields: FIELDS, simulate: add });
}

describe('the method of this file', () => {
  it('sees what is allocated, and nothing where nothing is', () => {
    let kept: unknown;
    const bytes = new Uint8Array(64);
    let n = 0;
    expect(
      bytesPerCall(50_000, () => {
        kept = { a: n, b: n };
      }),
    ).toBeGreaterThan(20);
    expect(
      bytesPerCall(50_000, () => {
        kept = bytes.subarray(1);
      }),
    ).toBeGreaterThan(80);
    expect(
      bytesPerCall(50_000, () => {
        n = (n + 1) & 1023;
      }),
    ).toBeLessThan(LIMIT);
    expect(kept).toBeDefined();
  });
});

describe('bytes allocated a frame', () => {
  it('none for commit, rollback and peek', () => {
    const ring = createRollback({ capacity: 8, fields: FIELDS });
    for (let i = 0; i < 8; i++) ring.commit();
    for (let n = 0; n < 8; n++) ring.peek(n);
    let seen = 0;
    const bytes = bytesPerCall(20_000, () => {
      ring.commit();
      ring.commit();
      seen += ring.peek(1).x.length;
      ring.rollback(1);
    });
    expect(bytes).toBeLessThan(LIMIT);
    expect(seen).toBeGreaterThan(0);
  });

  it.each([
    [2, 1, 0],
    [2, 1, 2],
    [4, 3, 0],
  ])('none for step with all inputs known: %d players, %d words, delay %d', (players, words, delay) => {
    const session = make(players, words, delay);
    const input = words === 1 ? 5 : new Uint32Array(words).fill(5);
    const bytes = bytesPerCall(20_000, () => {
      session.setLocalInput(input);
      for (let player = 1; player < players; player++) session.queueRemoteInput(player, session.frame() + delay, input);
      session.step();
    });
    expect(bytes).toBeLessThan(LIMIT);
    expect(session.confirmedFrame()).toBe(session.frame() - 1 + delay);
  });

  it('none for step with guesses, by default and by predict', () => {
    const guesses = make(4, 1);
    expect(bytesPerCall(20_000, () => guesses.step())).toBeLessThan(LIMIT);
    const predicts = createSession({
      capacity: 16,
      numPlayers: 4,
      fields: FIELDS,
      simulate: add,
      predict: (player, frame, scratch, offset) => {
        scratch[offset] = (player + frame) & 7;
      },
    });
    expect(bytesPerCall(20_000, () => predicts.step())).toBeLessThan(LIMIT);
  });

  it.each([
    [2, 1],
    [4, 3],
  ])('none for a redo of 8 frames every frame: %d players, %d words', (players, words) => {
    const session = make(players, words);
    const inputs = [1, 2].map((value) => (words === 1 ? value : new Uint32Array(words).fill(value)));
    let turn = 0;
    const frame = () => {
      // Every input that arrives differs from the one before it, which is what was guessed.
      turn ^= 1;
      session.setLocalInput(inputs[turn]!);
      session.step();
      for (let player = 1; player < players; player++)
        if (session.frame() >= 8) session.queueRemoteInput(player, session.frame() - 8, inputs[turn]!);
      session.resync();
    };
    expect(bytesPerCall(5000, frame)).toBeLessThan(LIMIT);
    expect(session.stats.maxRollbackDepth).toBe(8);
    expect(session.stats.rollbacks).toBeGreaterThan(session.frame() - 20);
  });

  it('none for a redo of 8 frames every frame with a predict of its own, nor for inputs that it guessed right', () => {
    const session = createSession({
      capacity: 16,
      numPlayers: 2,
      fields: FIELDS,
      simulate: add,
      predict: (_player, _frame, scratch, offset) => {
        scratch[offset] = scratch[offset]! ^ 1;
      },
    });
    let turn = 0;
    const frame = () => {
      turn = (turn + 1) & 7;
      session.setLocalInput(1);
      session.step();
      // A guess is the newest input with its lowest bit turned: half of these are right, and are carried to the present.
      if (session.frame() >= 8) session.queueRemoteInput(1, session.frame() - 8, turn >> 1);
      session.resync();
    };
    expect(bytesPerCall(5000, frame)).toBeLessThan(LIMIT);
    expect(session.stats.rollbacks).toBeGreaterThan(session.frame() / 4);
    expect(session.stats.rollbacks).toBeLessThan((session.frame() * 7) / 8);
  });

  it('none for feedRemoteInput, duplicates and desyncs', () => {
    let desyncs = 0;
    const session = createSession({
      capacity: 16,
      numPlayers: 2,
      fields: FIELDS,
      simulate: add,
      onDesync: () => {
        desyncs = (desyncs + 1) & 1023;
      },
    });
    let turn = 0;
    const bytes = bytesPerCall(10_000, () => {
      turn ^= 1;
      session.step();
      session.feedRemoteInput(1, session.frame() - 1, turn);
      session.feedRemoteInput(1, session.frame() - 1, turn);
      session.queueRemoteInput(1, session.frame() - 1, turn + 1);
    });
    expect(bytes).toBeLessThan(LIMIT);
    expect(session.stats.desyncs).toBeGreaterThan(25_000);
  });

  it('none for what a HUD or a loop reads each frame', () => {
    const session = make(2, 2);
    const input = Uint32Array.of(1, 2);
    const out = new Uint32Array(2);
    for (let i = 0; i < 20; i++) session.step();
    for (let back = 1; back <= session.depth(); back++) session.stateAt(session.frame() - back);
    let seen = 0;
    const bytes = bytesPerCall(10_000, () => {
      session.setLocalInput(input);
      session.queueRemoteInput(1, session.frame(), input);
      session.step();
      const { stats } = session;
      seen =
        (stats.rollbacks + stats.desyncs + stats.mispredictions + stats.maxRollbackDepth + stats.fastForwardFrames) &
        1023;
      seen += session.confirmedFrame() - session.confirmedFrameOf(1) + session.frameAdvantage() + session.depth();
      seen += session.stateAt(session.frame() - 1).x[0]! & 1;
      seen += session.inputAt(1, session.frame() - 1, out) ? 1 : 0;
    });
    expect(bytes).toBeLessThan(LIMIT);
    expect(seen).toBeGreaterThan(0);
  });

  it('for checksumAt and stateChecksum at most the box that an engine puts round a number from 2^31 on: 16 bytes', () => {
    const session = make(2, 1);
    // Kept in an array: a captured variable would box them again.
    const sums = new Uint32Array(2);
    const bytes = bytesPerCall(
      10_000,
      () => {
        session.step();
        sums[0] = session.checksumAt(session.frame() - 1);
        sums[1] = stateChecksum(session);
      },
      { limit: 2 * 16 + LIMIT },
    );
    expect(sums[0]).toBe(sums[1]);
    expect(bytes).toBeLessThanOrEqual(2 * 16 + LIMIT);
  });
});

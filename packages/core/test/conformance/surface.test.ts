import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.js';

describe('the public surface', () => {
  it.each([
    'createRollback',
    'createSession',
    'checksum',
    'createEmitter',
    'stateChecksum',
    'createPRNG',
    'nextPRNG',
    'packInputs',
    'unpackInputs',
    'assertTransport',
    'createFixedClock',
  ] as const)('exports the function %s', (name) => {
    expect(typeof core[name]).toBe('function');
  });

  it('has a VERSION that equals the one in package.json', () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(manifest).toHaveProperty('version', core.VERSION);
  });

  it('has NULL_FRAME -1 and CODEC_HEADER_BYTES 8', () => {
    expect(core.NULL_FRAME).toBe(-1);
    expect(core.CODEC_HEADER_BYTES).toBe(8);
  });

  it('has exactly four CONSTANTS, frozen', () => {
    expect(core.CONSTANTS).toEqual({ CAPACITY_MIN: 1, CAPACITY_MAX: 1_048_576, MAX_PLAYERS: 32, INPUT_WORDS_MAX: 16 });
    expect(Object.isFrozen(core.CONSTANTS)).toBe(true);
  });

  it('gives frozen handles', () => {
    const fields = { x: { type: Int32Array, length: 1 } };
    const session = core.createSession({ capacity: 4, numPlayers: 1, fields, simulate: () => {} });
    const rollback = core.createRollback({ capacity: 4, fields });
    for (const handle of [
      rollback,
      session,
      core.createPRNG(1),
      core.createFixedClock({ hz: 60 }),
      rollback.fields,
      session.fields,
    ]) {
      expect(Object.isFrozen(handle)).toBe(true);
    }
  });

  it('freezes the snapshots that peek and stateAt give, so that a slot never loses a view', () => {
    const rollback = core.createRollback({ capacity: 2, fields: { x: { type: Int32Array, length: 1 } } });
    rollback.commit();
    expect(Object.isFrozen(rollback.peek())).toBe(true);
  });

  it('has stats that cannot be written', () => {
    const session = core.createSession({
      capacity: 4,
      numPlayers: 1,
      fields: { x: { type: Int32Array, length: 1 } },
      simulate: () => {},
    });
    for (const name of ['rollbacks', 'maxRollbackDepth', 'mispredictions', 'desyncs', 'fastForwardFrames'] as const) {
      expect(session.stats[name]).toBe(0);
      expect(Reflect.set(session.stats, name, 7)).toBe(false);
      expect(session.stats[name]).toBe(0);
    }
    expect(session.stats).toBe(session.stats);
  });

  it('infers the type of each field and its view', () => {
    const rollback = core.createRollback({
      capacity: 1,
      fields: { pos: { type: Float32Array, length: 2 }, hp: { type: Uint8ClampedArray, length: 1 } },
    });
    // The compiler checks these lines too: a union of all the array types would not do.
    const pos: Float32Array = rollback.fields.pos;
    const hp: Uint8ClampedArray = rollback.fields.hp;
    expect(pos).toBeInstanceOf(Float32Array);
    expect(hp).toBeInstanceOf(Uint8ClampedArray);
  });
});

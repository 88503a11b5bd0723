import { describe, expect, it } from 'vitest';
import type { Game } from '../match/game.js';
import type { FieldSpecs } from '../state/fields.js';
import { runSyncTest } from './sync-test.js';
import { walkers } from './walkers.js';

const DISTANCES = [1, 2, 4, 8];

describe('runSyncTest on a sound game', () => {
  it.each(DISTANCES)('passes at distance %i, with the checksum that every distance gives', (distance) => {
    const report = runSyncTest(walkers(), { frames: 300, distance, seed: 5 });
    const straight = runSyncTest(walkers(), { frames: 300, distance: 1, seed: 5 });
    expect(report).toEqual({ ok: true, frames: 300, checksum: straight.checksum });
    expect(report.checksum).not.toBe(runSyncTest(walkers(), { frames: 300, distance, seed: 6 }).checksum);
  });

  it('ends in the state of an offline run of the same inputs', () => {
    const game = walkers();
    const inputs = (player: number, frame: number, out: Uint32Array): void =>
      void (out[0] = (frame >> (player + 2)) & 3);
    const fields = { rng: new Uint32Array(1), pos: new Int32Array(4), speed: new Float32Array(4) };
    game.init!(fields, 9);
    const frameInputs = new Uint32Array(4);
    for (let frame = 0; frame < 100; frame++) {
      for (let p = 0; p < 4; p++) inputs(p, frame, frameInputs.subarray(p, p + 1));
      game.simulate(fields, frameInputs, frame);
    }
    let last: number[] = [];
    runSyncTest(game, { frames: 100, seed: 9, inputs, onFrame: (f) => void (last = [...f.pos]) });
    expect(last).toEqual([...fields.pos]);
  });

  it('rewinds as far as it is asked to, from the first frames on, and asks once per player and frame for input', () => {
    const simulated: number[] = [];
    const asked: string[] = [];
    const base = walkers();
    const game = walkers({
      simulate(fields, inputs, frame) {
        simulated.push(frame);
        base.simulate(fields, inputs, frame);
      },
    });
    const seen: number[] = [];
    runSyncTest(game, {
      frames: 5,
      distance: 3,
      inputs: (player, frame) => void asked.push(`${player}@${frame}`),
      onFrame: (_, frame) => void seen.push(frame),
    });
    const rewinding = [0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4];
    const onceMore = [0, 1, 2, 3, 4];
    expect(simulated).toEqual([...rewinding, ...onceMore]);
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(asked).toEqual([0, 1, 2, 3, 4].flatMap((frame) => [0, 1, 2, 3].map((player) => `${player}@${frame}`)));
  });

  it('gives every player all words of its input, from a scratch that holds zeros', () => {
    const game: Game<{ readonly sum: { readonly type: Uint32ArrayConstructor; readonly length: 6 } }> = {
      id: 'words/1',
      fields: { sum: { type: Uint32Array, length: 6 } },
      numPlayers: 2,
      inputWords: 3,
      simulate(fields, inputs) {
        for (let i = 0; i < 6; i++) fields.sum[i] = fields.sum[i]! * 31 + inputs[i]!;
        inputs.fill(77); // a game may use it as scratch
      },
    };
    let last: number[] = [];
    const report = runSyncTest(game, {
      frames: 2,
      inputs(player, frame, out) {
        expect([...out]).toEqual([0, 0, 0]);
        out.set([1 + player * 10 + frame * 100, 2, 0xffff_ffff]);
      },
      onFrame: (fields) => void (last = [...fields.sum]),
    });
    expect(report.ok).toBe(true);
    const second = (0xffff_ffff * 31 + 0xffff_ffff) >>> 0;
    expect(last).toEqual([1 * 31 + 101, 64, second, 11 * 31 + 111, 64, second]);
    expect(runSyncTest(game, { frames: 200 }).ok).toBe(true);
  });

  it('its default inputs reach what a hand reaches', () => {
    const reached = { left: 0, right: 0, both: 0, none: 0, heldLong: 0 };
    let held = 0;
    const base = walkers();
    runSyncTest(
      walkers({
        simulate(fields, inputs, frame) {
          base.simulate(fields, inputs, frame);
          fields.speed[3] = inputs[0]! & 3;
        },
      }),
      {
        frames: 2000,
        onFrame(fields) {
          const turn = fields.speed[3]!;
          reached[(['none', 'left', 'right', 'both'] as const)[turn as 0 | 1 | 2 | 3]]++;
          held = turn === 1 ? held + 1 : 0;
          if (held === 12) reached.heldLong++;
        },
      },
    );
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(10);
  });

  it('what onFrame writes is lost', () => {
    const clean = runSyncTest(walkers(), { frames: 50 });
    const meddled = runSyncTest(walkers(), { frames: 50, onFrame: (fields) => void fields.pos.fill(-1) });
    expect(meddled).toEqual(clean);
  });
});

describe('runSyncTest and NaN', () => {
  it('reports the frame, the field and the element', () => {
    const base = walkers();
    const game = walkers({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        if (frame === 17) fields.speed[2] = Math.sqrt(-1);
      },
    });
    const report = runSyncTest(game, { frames: 100 });
    expect(report).toMatchObject({ ok: false, frames: 18, nan: { frame: 17, field: 'speed', index: 2 } });
    expect(report.mismatch).toBeUndefined();
  });

  it('after init it is frame -1', () => {
    const game = walkers({ init: (fields) => void (fields.speed[1] = NaN) });
    expect(runSyncTest(game, { frames: 10 })).toMatchObject({
      ok: false,
      frames: 0,
      nan: { frame: -1, field: 'speed', index: 1 },
    });
  });

  it('Infinity is a number with fixed bytes', () => {
    const game = walkers({ init: (fields) => void (fields.speed[1] = Infinity) });
    expect(runSyncTest(game, { frames: 10 }).ok).toBe(true);
  });
});

describe('runSyncTest refuses', () => {
  it.each<[object, ErrorConstructor]>([
    [{}, TypeError],
    [{ frames: 0 }, RangeError],
    [{ frames: 1.5 }, TypeError],
    [{ frames: 10, distance: 0 }, RangeError],
    [{ frames: 10, distance: 2 ** 20 }, RangeError],
    [{ frames: 10, distance: '8' }, TypeError],
    [{ frames: 10, seed: 0.5 }, TypeError],
    [{ frames: 10, inputs: 7 }, TypeError],
    [{ frames: 10, onFrame: 'x' }, TypeError],
  ])('the options %o', (options, type) => {
    // Callers in JavaScript pass what they like.
    expect(() => runSyncTest(walkers(), options as { frames: number })).toThrow(type);
  });

  it('a game that is none', () => {
    // Callers in JavaScript pass what they like.
    expect(() =>
      runSyncTest({ ...walkers(), simulate: undefined } as unknown as Game<FieldSpecs>, { frames: 1 }),
    ).toThrow(TypeError);
  });

  it('and passes on what the game throws', () => {
    const fault = new Error('mine');
    const game = walkers({
      simulate() {
        throw fault;
      },
    });
    expect(() => runSyncTest(game, { frames: 1 })).toThrow(fault);
  });
});

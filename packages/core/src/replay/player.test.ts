import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { checksum } from '../base/checksum.js';
import { stateChecksum } from '../state/state-checksum.js';
import { createPacketWriter } from '../wire/packet.js';
import { createBlock } from './block.js';
import { createByteStore } from './byte-store.js';
import { BLOCK_FRAMES, termsOf } from './format.js';
import { openReplay } from './player.js';
import { FROM_SEED, FROM_SNAPSHOT, seal, toy, type Toy } from './toy-replay.js';
import { writeReplay } from './write-replay.js';
import { putWord } from './words.js';

/** What the toy's players press in the long replay. */
const inputOf = (player: number, frame: number): number => (Math.floor(frame / (7 + player * 4)) * (player + 3)) % 5;

/** States of the toy after each frame, and before the first. */
function statesOf(frames: number): string[] {
  const state = { x: new Int32Array(1), y: new Uint8Array(3) };
  const { init, simulate } = toy();
  init!(state, 9);
  const states = [String([...state.x, ...state.y])];
  for (let frame = 0; frame < frames; frame++) {
    simulate(state, Uint32Array.of(inputOf(0, frame), inputOf(1, frame)), frame);
    states.push(String([...state.x, ...state.y]));
  }
  return states;
}

/**
 * A replay of the toy, or of a game with the toy's terms but with `extra` bytes of state, written without a recorder.
 */
function longReplay(frames: number, game: Toy = toy()): Uint8Array {
  const bytes = new Uint8Array(8);
  const state = { x: new Int32Array(bytes.buffer, 0, 1), y: new Uint8Array(bytes.buffer, 4, 3) };
  game.init!(state, 9);
  const block = createBlock(2);
  const out = createPacketWriter(1024);
  const store = createByteStore();
  for (let frame = 0; frame < frames; frame++) {
    const at = (frame % BLOCK_FRAMES) * 2;
    for (let player = 0; player < 2; player++) block.values[at + player] = inputOf(player, frame);
    game.simulate(state, Uint32Array.of(inputOf(0, frame), inputOf(1, frame)), frame);
    if (at < 2 * (BLOCK_FRAMES - 1) && frame < frames - 1) continue;
    out.at = 0;
    block.put(out, at / 2 + 1);
    putWord(out, checksum(bytes));
    store.append(out.bytes, out.at);
  }
  return writeReplay(
    termsOf(game),
    { seed: 9, startFrame: 0, frames, delays: [0, 0], cuts: [] },
    undefined,
    store,
    out.bytes,
    0,
  );
}

const stateOf = ({ fields }: { fields: { x: Int32Array; y: Uint8Array } }): string =>
  String([...fields.x, ...fields.y]);

describe('step', () => {
  it('plays every frame once, with the inputs and the frame that were written', () => {
    const asked: string[] = [];
    const player = openReplay(
      toy({
        simulate(_, inputs, frame) {
          asked.push(`${frame}:${inputs.join()}`);
          inputs.fill(77); // a game may use it as scratch
        },
      }),
      seal(FROM_SEED),
    );
    expect(player.frame()).toBe(0);
    expect([player.step(), player.step(), player.step()]).toEqual([true, true, true]);
    expect([player.step(), player.frame(), asked]).toEqual([false, 3, ['0:0,1', '1:0,1', '2:5,0']]);
  });

  it('from a snapshot the frames are the match’s', () => {
    const player = openReplay(toy(), seal(FROM_SNAPSHOT));
    expect(player.frame()).toBe(300);
    let steps = 0;
    while (player.step()) steps++;
    expect([steps, player.frame(), stateOf(player)]).toEqual([
      61,
      361,
      `${7 + 61 * 3000 + 1},${361 & 255},${359 & 255},${360 & 255}`,
    ]);
  });

  it('is bit-exact over blocks, and stateChecksum takes the player', () => {
    const states = statesOf(150);
    const player = openReplay(toy(), longReplay(150));
    for (let frame = 0; frame < 150; frame++) {
      expect(stateOf(player)).toBe(states[frame]);
      expect(player.step()).toBe(true);
    }
    expect(stateOf(player)).toBe(states[150]);
    expect(stateChecksum(player)).toBe(checksum(player.fields.x.buffer));
  });

  it('a replay without frames stands at its end', () => {
    const player = openReplay(toy(), longReplay(0));
    expect([player.step(), player.frame(), player.frames, player.verify(), player.fields.x[0]]).toEqual([
      false,
      0,
      0,
      -1,
      9,
    ]);
    player.seek(0);
    expect(() => player.seek(1)).toThrow(RangeError);
  });

  it('what simulate throws goes to the caller, and nothing has moved', () => {
    const base = toy();
    let angry = true;
    const player = openReplay(
      toy({
        simulate(fields, inputs, frame) {
          base.simulate(fields, inputs, frame);
          if (angry && frame === 70) throw new Error('mine');
        },
      }),
      longReplay(150),
    );
    const states = statesOf(150);
    player.seek(70);
    expect(() => player.step()).toThrow('mine');
    expect([player.frame(), stateOf(player)]).toEqual([70, states[70]]);
    player.seek(10);
    expect(() => player.seek(100)).toThrow('mine');
    expect([player.frame(), stateOf(player)]).toEqual([10, states[10]]);
    expect(player.verify()).toBe(70);
    expect([player.frame(), stateOf(player)]).toEqual([10, states[10]]);
    angry = false;
    player.seek(100);
    expect(stateOf(player)).toBe(states[100]);
    expect(player.verify()).toBe(-1);
  });
});

describe('seek', () => {
  const FRAMES = 500;
  const counted = () => {
    let simulated = 0;
    const base = toy();
    const player = openReplay(
      toy({
        simulate(fields, inputs, frame) {
          simulated++;
          base.simulate(fields, inputs, frame);
        },
      }),
      longReplay(FRAMES),
    );
    const cost = (travel: () => void): number => {
      simulated = 0;
      travel();
      return simulated;
    };
    return { player, cost };
  };

  it('goes anywhere in any order', () => {
    const states = statesOf(FRAMES);
    const { player } = counted();
    for (let i = 0, frame = 1; i < 400; i++, frame = (frame * 211 + i) % (FRAMES + 1)) {
      player.seek(frame);
      expect(player.frame()).toBe(frame);
      expect(stateOf(player)).toBe(states[frame]);
      if (i % 3 === 0 && player.step()) expect(stateOf(player)).toBe(states[frame + 1]);
    }
    for (const edge of [0, FRAMES, 0, 60, 59, 61, 120]) {
      player.seek(edge);
      expect(stateOf(player)).toBe(states[edge]);
    }
  });

  it('simulates at most a block where it has been, and each frame once where it has not', () => {
    const { player, cost } = counted();
    expect(cost(() => player.seek(FRAMES))).toBe(FRAMES);
    for (let frame = 0; frame <= FRAMES; frame += 7) expect(cost(() => player.seek(frame))).toBeLessThan(BLOCK_FRAMES);
    expect(cost(() => player.seek(480))).toBe(0); // a keyframe
    expect(cost(() => player.seek(499))).toBe(19);
    expect(cost(() => player.seek(499))).toBe(0);
    expect(cost(() => player.seek(498))).toBe(18);
    const fresh = counted();
    expect(fresh.cost(() => fresh.player.seek(100))).toBe(100);
    expect(fresh.cost(() => fresh.player.seek(130))).toBe(30);
    expect(fresh.cost(() => fresh.player.verify())).toBe(FRAMES);
    expect(fresh.cost(() => fresh.player.seek(450))).toBe(30);
  });

  it.each<[unknown, ErrorConstructor]>([
    [-1, RangeError],
    [501, RangeError],
    [1.5, TypeError],
    ['7', TypeError],
    [NaN, TypeError],
  ])('refuses %s', (frame, kind) => {
    const { player } = counted();
    player.seek(33);
    // Callers in JavaScript pass what they like.
    expect(() => player.seek(frame as number)).toThrow(kind);
    expect(player.frame()).toBe(33);
  });

  it('the bounds are absolute', () => {
    const player = openReplay(toy(), seal(FROM_SNAPSHOT));
    player.seek(361);
    player.seek(300);
    expect(stateOf(player)).toBe('7,1,2,3');
    expect(() => player.seek(299)).toThrow('[300, 361]');
  });

  it('keeps fewer keyframes of a large state', () => {
    // 20,000 frames are 334 blocks; with 512 KiB each they would take 167 MiB. One in 11 fits 16 MiB.
    let simulated = 0;
    const game = {
      id: 'large/1',
      numPlayers: 1,
      fields: { big: { type: Int32Array, length: 131_072 } },
      simulate({ big }: { big: Int32Array }) {
        simulated++;
        big[0]!++;
      },
    };
    const store = createByteStore();
    for (let block = 0; block < 333; block++) store.append(Uint8Array.of(31, 29, 0, 0, 0, 0), 6);
    const bytes = writeReplay(
      termsOf(game),
      { seed: 0, startFrame: 0, frames: 333 * 60, delays: [0], cuts: [] },
      undefined,
      store,
      new Uint8Array(0),
      0,
    );
    const player = openReplay(game, bytes);
    player.seek(19_980);
    simulated = 0;
    player.seek(660 * 30 - 1);
    expect(simulated).toBe(659);
    expect(player.fields.big[0]).toBe(19_799);
  });
});

describe('verify', () => {
  it('stays where it is', () => {
    const states = statesOf(200);
    const player = openReplay(toy(), longReplay(200));
    player.seek(77);
    expect(player.verify()).toBe(-1);
    expect([player.frame(), stateOf(player)]).toEqual([77, states[77]]);
    player.step();
    expect(stateOf(player)).toBe(states[78]);
  });

  it.each([
    [0, 59],
    [59, 59],
    [60, 119],
    [119, 119],
    [120, 149],
    [149, 149],
  ])('a rule that changed at frame %i shows at frame %i', (changed, shows) => {
    const base = toy();
    const game = toy({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        if (frame >= changed) fields.x[0]!++;
      },
    });
    const player = openReplay(game, longReplay(150));
    expect(player.verify()).toBe(shows);
    expect(player.frame()).toBe(0);
  });

  it('another beginning shows at the first checksum', () => {
    expect(openReplay(toy({ init: () => {} }), longReplay(150)).verify()).toBe(59);
    expect(openReplay(toy({ init: () => {} }), seal(FROM_SEED)).verify()).toBe(2);
  });

  it('is right about a game that reads the replay itself', () => {
    const base = toy();
    const out = new Uint32Array(1);
    const player: ReturnType<typeof openReplay> = openReplay(
      toy({
        simulate(fields, inputs, frame) {
          base.simulate(fields, inputs, frame);
          player.inputAt(0, 0, out);
        },
      }),
      longReplay(150),
    );
    expect(player.verify()).toBe(-1);
  });

  it('looks at everything anew, not at its keyframes', () => {
    const base = toy();
    let shift = 0;
    const player = openReplay(
      toy({
        simulate(fields, inputs, frame) {
          base.simulate(fields, inputs, frame);
          fields.x[0]! += shift;
        },
      }),
      longReplay(300),
    );
    expect(player.verify()).toBe(-1);
    shift = 1;
    expect(player.verify()).toBe(59);
  });
});

describe('inputAt', () => {
  it('gives what was written, wherever the player stands', () => {
    const player = openReplay(toy(), longReplay(150));
    const out = new Uint32Array(1);
    for (const at of [0, 100, 150]) {
      player.seek(at);
      for (let frame = 0; frame < 150; frame += 13) {
        player.inputAt(1, frame, out);
        expect(out[0]).toBe(inputOf(1, frame));
      }
      expect(player.frame()).toBe(at);
    }
    expect(player.verify()).toBe(-1);
  });

  it.each<[unknown, unknown, unknown, ErrorConstructor]>([
    [2, 0, new Uint32Array(1), RangeError],
    [-1, 0, new Uint32Array(1), RangeError],
    [0, 150, new Uint32Array(1), RangeError],
    [0, -1, new Uint32Array(1), RangeError],
    [0, 0.5, new Uint32Array(1), TypeError],
    [0, 0, new Uint32Array(0), TypeError],
    [0, 0, [0], TypeError],
  ])('refuses player %s, frame %s, out %s', (handle, frame, out, kind) => {
    const player = openReplay(toy(), longReplay(150));
    // Callers in JavaScript pass what they like.
    expect(() => player.inputAt(handle as number, frame as number, out as Uint32Array)).toThrow(kind);
  });
});

it('nothing that moves the player can be called from its own simulate', () => {
  const errors: unknown[] = [];
  const player = openReplay(
    toy({
      simulate() {
        for (const call of [() => player.step(), () => player.seek(0), () => player.verify()]) {
          try {
            call();
          } catch (error) {
            errors.push(error);
          }
        }
      },
    }),
    seal(FROM_SEED),
  );
  player.step();
  expect(errors.map(String)).toEqual(
    ['step', 'seek', 'verify'].map((call) => `Error: ${call}() was called from inside simulate`),
  );
  expect(player.frame()).toBe(1);
});

it('takes bytes of another realm', () => {
  const bytes = longReplay(60);
  const foreign = runInNewContext('(list) => Uint8Array.from(list)')([...bytes]) as Uint8Array;
  expect(foreign).not.toBeInstanceOf(Uint8Array);
  expect(openReplay(toy(), foreign).verify()).toBe(-1);
});

it('refuses an init or a simulate that returns something', () => {
  const wrong = (changes: object) => toy(changes as Parameters<typeof toy>[0]); // a caller's mistake
  expect(() => openReplay(wrong({ init: async () => {} }), longReplay(60))).toThrow(
    new TypeError('init() must return nothing and cannot be async, got Promise'),
  );
  expect(() => openReplay(wrong({ simulate: () => 1 }), longReplay(60)).step()).toThrow(
    new TypeError('simulate() must return nothing and cannot be async, got 1'),
  );
});

it('is frozen, with all that it lists', () => {
  const player = openReplay(toy(), seal(FROM_SEED));
  for (const part of [player, player.fields, player.delays, player.cuts, player.cuts[0]])
    expect(Object.isFrozen(part)).toBe(true);
});

import { describe, expect, it } from 'vitest';
import { createMatch } from '../match/match.js';
import type { Match } from '../match/match-types.js';
import { recordingSources } from '../match/recording-source.js';
import type { FieldSpecs } from '../state/fields.js';
import { createSimulatedNetwork } from '../testing/simulated-network.js';
import { openReplay } from './player.js';
import { recordMatch } from './recorder.js';
import { toy, type Toy } from './toy-replay.js';

type ToyMatch = Match<Toy['fields']>;
const hotseat = (change: Parameters<typeof toy>[0] = {}): ToyMatch =>
  createMatch({ game: toy(change), now: () => 0, random: () => 77 });
const inputOf = (player: number, frame: number): number => (Math.floor(frame / (5 + player * 6)) % 3) * (player + 1);
function play(match: ToyMatch, ticks: number): void {
  for (let i = 0; i < ticks; i++) {
    const frame = match.session.frame();
    match.advance([inputOf(0, frame), inputOf(1, frame)]);
  }
}
/** A replay's inputs, player by player. */
function inputsIn(bytes: Uint8Array): number[][] {
  const player = openReplay(toy(), bytes);
  const out = new Uint32Array(1);
  const frames = Array.from({ length: player.frames }, (_, i) => player.startFrame + i);
  return [0, 1].map((handle) => frames.map((frame) => (player.inputAt(handle, frame, out), out[0]!)));
}
const expected = (start: number, end: number): number[][] =>
  [0, 1].map((player) => Array.from({ length: end - start }, (_, i) => inputOf(player, start + i)));
const stateOf = ({ fields }: { fields: { x: Int32Array; y: Uint8Array } }): number[] => [...fields.x, ...fields.y];

/** Plays a replay to its end and compares with the match's own checksums of the frames that it still has. */
function expectSame(match: ToyMatch, bytes: Uint8Array): void {
  const player = openReplay(toy(), bytes);
  expect(player.verify()).toBe(-1);
  let compared = 0;
  while (player.step()) {
    const frame = player.frame() - 1;
    if (frame < match.session.frame() - match.session.depth()) continue;
    expect(stateOf({ fields: match.session.stateAt(frame) })).toEqual(stateOf(player));
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
}

describe('a recorder made before the start', () => {
  it('has every frame, from the seed', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    let seed = -1;
    match.on('start', (event) => (seed = event.seed));
    expect(recorder.frames).toBe(0);
    play(match, 200);
    expect(recorder.frames).toBe(200);
    const bytes = recorder.bytes();
    expect(openReplay(toy(), bytes)).toMatchObject({ seed, startFrame: 0, frames: 200, delays: [0, 0], cuts: [] });
    expect(inputsIn(bytes)).toEqual(expected(0, 200));
    expectSame(match, bytes);
  });

  it('gives bytes at any time, each a whole replay, and none of them disturbs the next', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    for (let frame = 0; frame <= 130; frame++) {
      const bytes = recorder.bytes();
      expect(openReplay(toy(), bytes).verify()).toBe(-1);
      expect(inputsIn(bytes)).toEqual(expected(0, frame));
      play(match, 1);
    }
  });

  it('of a match that never starts has an empty replay', () => {
    const recorder = recordMatch(hotseat());
    expect([openReplay(toy(), recorder.bytes()).frames, recorder.frames]).toEqual([0, 0]);
    recorder.stop();
    expect(openReplay(toy(), recorder.bytes()).frames).toBe(0);
  });
});

it('made in a start handler it begins at frame 0', () => {
  const match = hotseat();
  const recorders = new Set<ReturnType<typeof recordMatch>>();
  match.on('start', () => void recorders.add(recordMatch(match)));
  play(match, 100);
  for (const recorder of recorders) {
    expect(inputsIn(recorder.bytes())).toEqual(expected(0, 100));
    expectSame(match, recorder.bytes());
  }
  expect(recorders.size).toBe(1);
});

describe('a recorder made in mid-match', () => {
  it('opens with a snapshot', () => {
    const match = hotseat();
    play(match, 100);
    const recorder = recordMatch(match);
    play(match, 150);
    const player = openReplay(toy(), recorder.bytes());
    // The first tick after it finds frame 99 certain.
    expect(player).toMatchObject({ startFrame: 100, frames: 150 });
    expect(player.fields.x[0]).not.toBe(0);
    expect(inputsIn(recorder.bytes())).toEqual(expected(100, 250));
    expectSame(match, recorder.bytes());
  });

  it('has nothing until the match goes on', () => {
    const match = hotseat();
    play(match, 100);
    const recorder = recordMatch(match);
    expect([recorder.frames, openReplay(toy(), recorder.bytes()).frames]).toEqual([0, 0]);
  });

  it('beside another one: both are right', () => {
    const match = hotseat();
    const first = recordMatch(match);
    play(match, 90);
    const second = recordMatch(match);
    play(match, 90);
    first.stop();
    play(match, 90);
    expect(inputsIn(first.bytes())).toEqual(expected(0, 180));
    expect(inputsIn(second.bytes())).toEqual(expected(90, 270));
    expectSame(match, second.bytes());
  });
});

describe('the end of a recording', () => {
  it('stop: the bytes stay as they were, and the match is let go', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    play(match, 77);
    recorder.stop();
    const bytes = recorder.bytes();
    expect(recordingSources.get(match)!.observers.length).toBe(0);
    play(match, 2000);
    recorder.stop();
    expect(recorder.frames).toBe(77);
    expect(recorder.bytes()).toEqual(bytes);
    expect(inputsIn(bytes)).toEqual(expected(0, 77));
    expect(openReplay(toy(), bytes).verify()).toBe(-1);
  });

  it('close: nothing is lost', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    play(match, 77);
    match.close();
    expect(inputsIn(recorder.bytes())).toEqual(expected(0, 77));
    expectSame(match, recorder.bytes());
  });

  it('isOver: the final frame is the last', () => {
    const match = hotseat({ isOver: ({ x }) => x[0]! > 900 });
    const recorder = recordMatch(match);
    let final = -1;
    match.on('end', ({ reason }) => {
      expect(reason).toBe('finished');
      final = match.session.frame() - 1;
    });
    while (match.state !== 'ended') play(match, 1);
    const player = openReplay(toy(), recorder.bytes());
    expect([player.frames, player.verify()]).toEqual([final + 1, -1]);
    player.seek(player.frames - 1);
    expect(player.fields.x[0]).toBeLessThanOrEqual(900);
    player.step();
    expect(player.fields.x[0]).toBeGreaterThan(900);
    expect(recordingSources.get(match)!.observers.length).toBe(0);
  });

  it('a session that is set to another time: the replay ends with its last whole block', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    play(match, 150);
    // What a new snapshot does to one who watches.
    recordingSources.get(match)!.context.parts.restart(5000, [0, 0], 0, 0);
    play(match, 150);
    expect(inputsIn(recorder.bytes())).toEqual(expected(0, 120));
    expect(openReplay(toy(), recorder.bytes()).verify()).toBe(-1);
    expect(recorder.frames).toBe(120);
  });

  it('the same, if it is asked before the next tick', () => {
    const match = hotseat();
    const recorder = recordMatch(match);
    play(match, 150);
    recordingSources.get(match)!.context.parts.restart(5000, [0, 0], 0, 0);
    expect(recorder.frames).toBe(120);
    expect(inputsIn(recorder.bytes())).toEqual(expected(0, 120));
  });
});

it('a correction that has come and waits for its resync is not certain yet', () => {
  const network = createSimulatedNetwork({ latencyMs: 20 });
  let node = 0;
  const [a, b] = ['a', 'b'].map((name) =>
    createMatch({
      game: toy(),
      transport: network.transport(name),
      now: network.now,
      random: () => node++,
      inputDelay: 0,
    }),
  );
  const recorder = recordMatch(a!);
  const tick = (): void => {
    for (const match of [a!, b!]) match.advance(match.session.frame() % 7);
    network.advance(16);
  };
  while (recorder.frames < 100) tick();
  network.partition('a', 'b', true);
  for (let i = 0; i < 5; i++) tick();
  const { session } = recordingSources.get(a!)!.context.parts;
  const before = recorder.frames;
  expect(session.frame()).toBeGreaterThan(before + 3);
  const other = 1 - a!.localHandles[0]!;
  for (let frame = session.confirmedFrameOf(other) + 1; frame < session.frame(); frame++)
    session.queueRemoteInput(other, frame, 1000 + frame);
  expect(session.confirmedFrame()).toBe(session.frame() - 1);
  expect(recorder.frames).toBe(before);
  expect(openReplay(toy(), recorder.bytes()).verify()).toBe(-1);
  session.resync();
  expect(recorder.frames).toBe(session.frame());
  expect(openReplay(toy(), recorder.bytes()).verify()).toBe(-1);
});

it('what simulate throws leaves the recording right', () => {
  const base = toy();
  let angry = true;
  const match = hotseat({
    simulate(fields, inputs, frame) {
      base.simulate(fields, inputs, frame);
      if (frame === 59 && angry) throw new Error('mine');
    },
  });
  const recorder = recordMatch(match);
  play(match, 59);
  expect(() => play(match, 1)).toThrow('mine');
  expect(inputsIn(recorder.bytes())).toEqual(expected(0, 59));
  angry = false;
  play(match, 61);
  expect(inputsIn(recorder.bytes())).toEqual(expected(0, 120));
  expectSame(match, recorder.bytes());
});

it('refuses what is no match', () => {
  for (const value of [{}, undefined, null, 5, { ...hotseat() }]) {
    // Callers in JavaScript pass what they like.
    expect(() => recordMatch(value as unknown as Match<FieldSpecs>)).toThrow(TypeError);
  }
});

it('is frozen', () => expect(Object.isFrozen(recordMatch(hotseat()))).toBe(true));

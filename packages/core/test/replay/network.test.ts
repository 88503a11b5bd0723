// Replays of matches over bad links: both machines' hold the same inputs, and played again they give the match's own
// checksums, frame by frame.
import { describe, expect, it } from 'vitest';
import { openReplay, stateChecksum } from '../../src/index.js';
import { createParty, inputsIn, sums, type Machine, type Sums } from './recorded-play.js';

const BAD = { latencyMs: 60, jitterMs: 40, loss: 0.15, duplicate: 0.05, reorder: 0.1 };

/** Plays a machine's replay again and compares every frame that the match found certain. Returns how many. */
function expectBitExact(game: Sums, { recorder, sums }: Machine): number {
  const player = openReplay(game, recorder.bytes());
  expect(player.verify()).toBe(-1);
  let compared = 0;
  while (player.step()) {
    const sum = sums[player.frame() - 1];
    if (sum === undefined) continue;
    expect(stateChecksum(player), `frame ${player.frame() - 1}`).toBe(sum);
    compared++;
  }
  return compared;
}

/** Where two replays overlap they are the same. Returns by how many frames. */
function expectSameInputs(game: Sums, a: Machine, b: Machine): number {
  const ours = inputsIn(game, a.recorder.bytes());
  const theirs = inputsIn(game, b.recorder.bytes());
  const start = Math.max(ours.start, theirs.start);
  const end = Math.min(ours.start + ours.frames.length, theirs.start + theirs.frames.length);
  expect(ours.frames.slice(start - ours.start, end - ours.start)).toEqual(
    theirs.frames.slice(start - theirs.start, end - theirs.start),
  );
  return end - start;
}

describe('replays of a match over a bad link', () => {
  it.each([11, 12, 13, 14])('two machines, seed %i', (seed) => {
    const game = sums(2);
    const party = createParty(game, seed, BAD);
    const a = party.add('a', { inputDelay: 1 });
    const b = party.add('b', { inputDelay: 4 });
    party.run(3000);
    for (const machine of [a, b]) {
      expect(machine.match.session.stats.rollbacks).toBeGreaterThan(50);
      expect(expectBitExact(game, machine)).toBeGreaterThan(2000);
      expect(machine.recorder.frames).toBeGreaterThanOrEqual(machine.sums.length);
      const delays = machine.match.localHandles[0] === (machine === a ? 0 : 1) ? [1, 4] : [4, 1];
      expect(openReplay(game, machine.recorder.bytes())).toMatchObject({ startFrame: 0, delays });
    }
    expect(expectSameInputs(game, a, b)).toBeGreaterThan(2000);
    // Not all of them neutral.
    expect(inputsIn(game, a.recorder.bytes()).frames.filter(([x, y]) => x && y).length).toBeGreaterThan(500);
    expect(openReplay(game, a.recorder.bytes()).seed).toBe(openReplay(game, b.recorder.bytes()).seed);
  });

  it('three machines with several players and words each', () => {
    const game = sums(6, { inputWords: 3 });
    const party = createParty(game, 21, BAD, 0x8000_0103 | 0);
    for (const name of ['a', 'b', 'c']) party.add(name, { localPlayers: 2 });
    party.run(1500);
    const [a, b, c] = party.machines;
    for (const machine of party.machines) expect(expectBitExact(game, machine)).toBeGreaterThan(600);
    expect(expectSameInputs(game, a!, b!)).toBeGreaterThan(600);
    expect(expectSameInputs(game, b!, c!)).toBeGreaterThan(600);
  });

  it('two recorders that begin in mid-match, at different frames', async () => {
    const { recordMatch } = await import('../../src/index.js');
    const game = sums(2);
    const party = createParty(game, 31, BAD);
    const a = party.add('a');
    const b = party.add('b');
    party.run(500);
    const late: Machine = { ...a, recorder: recordMatch(a.match) };
    party.run(100);
    const later: Machine = { ...b, recorder: recordMatch(b.match) };
    party.run(1000);
    expect(openReplay(game, late.recorder.bytes()).startFrame).toBeGreaterThan(200);
    expect(openReplay(game, later.recorder.bytes()).startFrame).toBeGreaterThan(
      openReplay(game, late.recorder.bytes()).startFrame,
    );
    expect(expectBitExact(game, late)).toBeGreaterThan(700);
    expect(expectBitExact(game, later)).toBeGreaterThan(600);
    expect(expectSameInputs(game, late, later)).toBeGreaterThan(600);
    expect(expectSameInputs(game, late, b)).toBeGreaterThan(700);
  });

  it.each(['neutral', 'repeat'] as const)(
    'a machine dies, onDrop %s: what the survivors decided is in both replays, and the cut',
    (onDrop) => {
      const game = sums(3);
      const party = createParty(game, 41, BAD);
      const [a, b, c] = ['a', 'b', 'c'].map((name) => party.add(name, { onDrop, dropAfterMs: 1500 }));
      const cuts: object[] = [];
      a!.match.on('drop', ({ handles, lastFrame }) => cuts.push({ player: handles[0], lastFrame }));
      party.run(600);
      c!.off = true;
      party.run(900);
      expect(cuts).toHaveLength(1);
      for (const machine of [a!, b!]) {
        expect(machine.match.state).toBe('running');
        expect(expectBitExact(game, machine)).toBeGreaterThan(800);
        expect(openReplay(game, machine.recorder.bytes()).cuts).toEqual(cuts);
      }
      expect(expectSameInputs(game, a!, b!)).toBeGreaterThan(900);
      expect(expectSameInputs(game, a!, c!)).toBeGreaterThan(300);
      // After the cut the dropped player's inputs are one and the same.
      const { player, lastFrame } = openReplay(game, a!.recorder.bytes()).cuts[0]!;
      const after = inputsIn(game, a!.recorder.bytes())
        .frames.slice(lastFrame + 1)
        .map((row) => row[player]);
      expect(after.length).toBeGreaterThan(300);
      const last = inputsIn(game, a!.recorder.bytes()).frames[lastFrame]![player];
      expect(new Set(after)).toEqual(new Set([onDrop === 'repeat' ? last : 0]));
    },
  );

  it('a match that is over: both replays end with the final frame', () => {
    const game = sums(2, { isOver: ({ hash }) => (hash[0]! & 511) === 7 });
    for (const seed of [51, 52, 53, 54]) {
      const party = createParty(game, seed, BAD);
      const a = party.add('a');
      const b = party.add('b');
      party.run(8000, () => a.match.state === 'ended' && b.match.state === 'ended');
      const ours = inputsIn(game, a.recorder.bytes());
      expect(inputsIn(game, b.recorder.bytes())).toEqual(ours);
      const player = openReplay(game, a.recorder.bytes());
      player.seek(player.frames);
      expect(game.isOver!(player.fields)).toBe(true);
      expect([a, b].map((machine) => openReplay(game, machine.recorder.bytes()).verify())).toEqual([-1, -1]);
      expect(a.recorder.frames).toBe(b.recorder.frames);
    }
  });

  it('recorders change nothing: a match with and one without them go the same way', () => {
    const run = (recorded: boolean): number[] => {
      const game = sums(2);
      const party = createParty(game, 61, BAD);
      const a = party.add('a');
      party.add('b');
      if (!recorded) for (const { recorder } of party.machines) recorder.stop();
      party.run(800);
      const { stats } = a.match.session;
      return [...a.sums, stats.rollbacks, stats.fastForwardFrames, a.match.counters.stalls];
    };
    expect(run(true)).toEqual(run(false));
  });

  it('asking for bytes at every tick changes nothing', () => {
    const run = (greedy: boolean) => {
      const game = sums(2);
      const party = createParty(game, 71, BAD);
      const a = party.add('a');
      party.add('b');
      for (let i = 0; i < 700; i++) {
        party.run(1);
        if (greedy) expect(openReplay(game, a.recorder.bytes()).frames).toBe(a.recorder.frames);
      }
      return { bytes: [...a.recorder.bytes()], stats: { ...a.match.session.stats } };
    };
    expect(run(true)).toEqual(run(false));
  });

  it('a machine that comes back by its ticket: the replays of those who stayed go through it, its own begins anew', () => {
    const game = sums(3);
    const party = createParty(game, 91, { latencyMs: 25, loss: 0.05 });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => party.add(name, { onDrop: 'neutral', dropAfterMs: 1000 }));
    let ticket = '';
    c!.match.on('start', (event) => (ticket = event.ticket));
    party.run(400);
    c!.off = true;
    party.run(400);
    const back = party.add('c2', { onDrop: 'neutral', dropAfterMs: 1000, ticket });
    party.run(1200);
    expect(back.match.localHandles).toEqual(c!.match.localHandles);
    for (const machine of [a!, b!, back]) {
      expect(machine.match.state).toBe('running');
      expect(expectBitExact(game, machine)).toBeGreaterThan(500);
    }
    expect(openReplay(game, back.recorder.bytes()).startFrame).toBeGreaterThan(500);
    expect(expectSameInputs(game, a!, b!)).toBeGreaterThan(1000);
    expect(expectSameInputs(game, a!, back)).toBeGreaterThan(500);
    // It presses again after it came back.
    const [handle] = back.match.localHandles;
    expect(
      inputsIn(game, b!.recorder.bytes())
        .frames.slice(1000)
        .filter((row) => row[handle!]).length,
    ).toBeGreaterThan(100);
  });

  it('a spectator’s replay holds the same inputs', () => {
    const game = sums(2);
    const party = createParty(game, 81, { latencyMs: 30, loss: 0.05 });
    const a = party.add('a');
    party.add('b');
    party.run(600);
    const watcher = party.add('w', { role: 'spectator' });
    party.run(1200);
    expect(watcher.match.state).toBe('running');
    expect(openReplay(game, watcher.recorder.bytes()).startFrame).toBeGreaterThan(300);
    expect(expectBitExact(game, watcher)).toBeGreaterThan(500);
    expect(expectSameInputs(game, a, watcher)).toBeGreaterThan(500);
  });
});

// A game that is over ends 'finished' on every machine, in the same state.
import { describe, expect, it } from 'vitest';
import { stateChecksum } from '../../src/index.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

function expectFinished(world: World, machines: readonly Machine[] = world.machines): void {
  world.until('all finished', () => machines.every(({ match }) => match.state === 'ended'), 60_000);
  const finals = machines.map(({ truth }) => truth!.over);
  expect(finals[0]).toBeGreaterThan(0);
  for (const [i, machine] of machines.entries()) {
    expect(machine.events('end'), machine.name).toEqual([{ reason: 'finished' }]);
    expect(finals[i]).toBe(finals[0]);
    expect(machine.match.session.confirmedFrame()).toBeGreaterThanOrEqual(finals[0]!);
    // What it had guessed past the final frame is gone, from the counter, the ring and the screen.
    const { session } = machine.match;
    expect(session.frame(), machine.name).toBe(finals[0]! + 1);
    expect(session.resimulating).toBe(false);
    expect(session.checksumAt(finals[0]!)).toBe(machines[0]!.match.session.checksumAt(finals[0]!));
    expect(stateChecksum(session)).toBe(session.checksumAt(finals[0]!));
    expect(machine.tick()).toBe('ended');
  }
}

describe("isOver ends the match 'finished' at the same frame everywhere", () => {
  /** Returns how many were told that another is gone before they were told that it is over. */
  const play = (seed: number, count: number, loss: number, stopped: boolean, by: 'hits' | 'frames'): number => {
    // Hits depend on every input, so a guessed state is over now and then where the true one is not.
    const game = sensitiveGame({ numPlayers: count, ...(by === 'hits' ? { overAtHits: 12 } : { overAtFrames: 150 }) });
    const world = createWorld({
      seed,
      game,
      link: { latencyMs: 40, jitterMs: 20, loss, duplicate: 0.05 },
      options: { onDrop: seed % 2 ? 'end' : 'neutral' },
    });
    for (const name of 'abcd'.slice(0, count)) {
      const machine = world.machine(name);
      // A page that shows the result and calls nothing any more.
      if (stopped) machine.match.on('end', () => (machine.mode = 'off'));
    }
    expectFinished(world);
    for (const machine of world.machines) {
      const told = machine.happenings
        .map(({ name }) => name)
        .filter((name) => !['start', 'interrupt', 'resume', 'drop'].includes(name));
      expect(told, `seed ${seed}`).toEqual(['end']);
      if (by === 'frames') expect(machine.truth!.over).toBe(149);
    }
    return world.machines.filter((machine) => machine.events('drop').length).length;
  };

  it.each([2, 3, 4])('%d machines on a good link', (count) => {
    expect(play(count, count, 0, false, 'hits')).toBe(0);
    expect(play(count + 10, count, 0, true, 'frames')).toBe(0);
  });

  it.each([2, 3, 4])('%d machines at 30 % loss, 25 times', (count) => {
    for (let seed = 100; seed < 125; seed++)
      expect(play(seed * 4 + count, count, 0.3, false, seed % 3 ? 'hits' : 'frames'), `seed ${seed}`).toBe(0);
  });

  it.each([2, 3, 4])('%d machines at 30 % loss that stop calling as soon as they are told, 25 times', (count) => {
    let missed = 0;
    for (let seed = 200; seed < 225; seed++)
      missed += play(seed * 4 + count, count, 0.3, true, seed % 3 ? 'hits' : 'frames');
    // Its last packets may all be lost (one match in some 300): then it is missed, and the others finish without it.
    expect(missed).toBeLessThan(2);
  });

  it.each([2, 3])(
    '%d machines at 60 percent loss that stop calling as soon as they are told, 40 times: nobody is told before the others hold the last input',
    (count) => {
      for (let seed = 300; seed < 340; seed++) {
        const game = sensitiveGame({ numPlayers: count, overAtFrames: 60 });
        const world = createWorld({
          seed: seed * 4 + count,
          game,
          link: { latencyMs: 20 },
          options: { dropAfterMs: 2000 },
        });
        for (const name of 'abc'.slice(0, count)) {
          const machine = world.machine(name);
          machine.match.on('end', () => (machine.mode = 'off'));
        }
        world.play(40);
        world.network.set({ loss: 0.6 });
        // One whose last acknowledgements are lost finishes when it misses the others.
        expectFinished(world);
      }
    },
  );

  it('in lockstep, with long delays, and in the first frame', () => {
    for (const options of [
      { maxPrediction: 0, inputDelay: 6 },
      { inputDelay: 15 },
      { inputDelay: 0, maxPrediction: 30 },
    ]) {
      for (const overAtFrames of [1, 2, 40]) {
        const world = createWorld({
          seed: overAtFrames,
          game: sensitiveGame({ numPlayers: 3, overAtFrames }),
          link: { latencyMs: 40, loss: 0.1 },
          options,
        });
        for (const name of 'abc') world.machine(name);
        world.until('all finished', () => world.machines.every(({ match }) => match.state === 'ended'), 20_000);
        for (const machine of world.machines) {
          expect(machine.events('end')).toEqual([{ reason: 'finished' }]);
          expect(machine.truth!.over).toBe(overAtFrames - 1);
        }
      }
    }
  });

  it('hotseat', () => {
    const world = createWorld({ seed: 1, game: sensitiveGame({ overAtFrames: 100 }) });
    // A transport's absence is what makes a hotseat.
    const machine = world.machine('a', { options: { transport: undefined } as never });
    world.run(4000);
    expect(machine.events('end')).toEqual([{ reason: 'finished' }]);
    expect(machine.truth!.over).toBe(99);
    expect(machine.tick()).toBe('ended');
  });
});

describe('a machine that is gone while the game ends', () => {
  it('before its last inputs were known: the others finish without it', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const world = createWorld({
        seed,
        game: sensitiveGame({ numPlayers: 3, overAtFrames: 200 }),
        link: { latencyMs: 40, loss: 0.2 },
        options: { onDrop: 'neutral', dropAfterMs: 2000 },
      });
      const [a, b, c] = [...'abc'].map((name) => world.machine(name)) as [Machine, Machine, Machine];
      world.until('near the end', () => c.match.session.frame() >= 185 + seed, 20_000);
      c.mode = 'off';
      expectFinished(world, [a, b]);
    }
  });
});

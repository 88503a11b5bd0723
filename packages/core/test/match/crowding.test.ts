// Machines for which there is no seat are told so, at once and with the reason; nobody who plays notices them.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

describe('a second machine with the ticket of one that plays', () => {
  const twins = (count: number) => {
    const world = createWorld({
      seed: 70 + count,
      game: sensitiveGame({ numPlayers: count }),
      link: { latencyMs: 40 },
      options: { onDrop: 'neutral', rejoinGraceMs: 5000 },
    });
    const machines = [...'abc'.slice(0, count)].map((name) => world.machine(name));
    world.play(120);
    const { ticket } = machines[1]!.events('start')[0]!;
    const twin = world.machine('twin', { options: { ticket }, verified: false });
    return { world, machines, twin };
  };

  it.each([2, 3])('of %d is told within a second that the seat is taken, and the first plays on', (count) => {
    const { world, machines, twin } = twins(count);
    const came = world.now();
    world.until('told', () => twin.events('reject').length > 0, 1000);
    expect(twin.events('reject')[0]).toMatchObject({ who: 'self', reason: 'taken' });
    expect(twin.when('reject')! - came).toBeLessThan(1000);
    world.play(600, 40_000, machines);
    for (const machine of machines) {
      expect(names(machine).filter((name) => name !== 'reject')).toEqual(['start']);
      for (const reject of machine.events('reject')) expect(reject).toMatchObject({ who: 'peer', reason: 'taken' });
      expect(machine.results.stalled).toBeLessThan(20);
    }
    expect(twin.events('start')).toEqual([]);
  });

  it.each([2, 3])('of %d ends soon after', (count) => {
    const { world, twin } = twins(count);
    world.until('ended', () => twin.match.state === 'ended', 5000);
    expect(twin.events('end')).toEqual([{ reason: 'rejected' }]);
  });
});

describe('a game that four machines cannot fill', () => {
  it('the fifth is told at once that at most four play', () => {
    const world = createWorld({ seed: 80, game: sensitiveGame({ numPlayers: 6 }), link: { latencyMs: 40 } });
    for (const name of 'abcd') world.machine(name, { options: { host: name === 'a' } });
    world.run(1000);
    for (const machine of world.machines) expect(names(machine)).toEqual([]);
    const came = world.now();
    const fifth = world.machine('e');
    world.until('told', () => fifth.events('reject').length > 0, 1000);
    expect(fifth.events('reject')).toMatchObject([{ peer: 'a', who: 'self', reason: 'full' }]);
    expect(fifth.when('reject')! - came).toBeLessThan(500);
  });
});

describe('a machine whose inputs a transport does not carry', () => {
  it('is refused when they meet, with both figures', () => {
    const world = createWorld({
      seed: 90,
      game: sensitiveGame({ numPlayers: 3, inputWords: 16 }),
      link: { latencyMs: 40 },
    });
    const narrow = { ...world.network.join('a'), maxPayload: 200 };
    const a = world.machine('a', { address: 'a, unused', options: { transport: narrow } });
    world.run(1000);
    const b = world.machine('b', { options: { localPlayers: 2 } });
    world.until('told', () => [a, b].every((machine) => machine.events('reject').length > 0), 2000);
    // Two players of 16 words, five bytes each, and 76; of 200 bytes, 9 are kept for a relay.
    const figures = (side: string): string =>
      `the inputs of 2 players need packets of 236 bytes, the transport ${side} carries 191`;
    expect(a.events('reject')).toEqual([{ peer: 'b', who: 'peer', reason: 'options', detail: figures('here') }]);
    expect(b.events('reject')).toEqual([{ peer: 'a', who: 'self', reason: 'options', detail: figures('there') }]);
    world.until('ended', () => b.match.state === 'ended', 5000);
    expect(a.match.state).toBe('connecting');
  });
});

// The start: what the game throws there is the caller's to see, and costs nobody the match.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld } from './world.js';

describe('init that throws', () => {
  it.each([2, 3])('once: advance() throws, the next one begins the match, with %d machines', (count) => {
    const game = sensitiveGame({ numPlayers: count });
    const world = createWorld({ seed: 50 + count, game, link: { latencyMs: 40 } });
    let calls = 0;
    for (const name of 'ac'.slice(0, count - 1)) world.machine(name);
    const b = world.machine('b', {
      game: {
        ...game,
        init(fields, seed) {
          // Half done, so that what is left of it would show.
          fields.lanes[1] = 7;
          fields.tally[2] = 9;
          if (++calls === 1) throw new Error('mine');
          fields.tally[2] = 0;
          game.init!(fields, seed);
        },
      },
    });
    expect(() => world.run(5000)).toThrow('mine');
    expect([b.match.state, b.events('start')]).toEqual(['syncing', []]);
    b.tick();
    expect([b.match.state, b.events('start').length, calls]).toEqual(['running', 1, 2]);
    world.play(200);
    for (const machine of world.machines) expect(machine.happenings.map(({ name }) => name)).toEqual(['start']);
  });
});

describe('after the end', () => {
  it('advance() takes no input, and gives ended', () => {
    const world = createWorld({ seed: 60, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a, b] = [world.machine('a'), world.machine('b')];
    world.play(60);
    a.match.close();
    world.until('ended', () => b.match.state === 'ended', 1000);
    for (const { match } of [a, b]) {
      expect([match.advance(), match.advance(5), match.advance([1, 2, 3])]).toEqual(['ended', 'ended', 'ended']);
    }
  });
});

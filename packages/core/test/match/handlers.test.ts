// What event handlers may do: anything.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchEvents } from '../../src/index.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const EVENTS: readonly (keyof MatchEvents)[] = [
  'start',
  'reject',
  'join',
  'interrupt',
  'resume',
  'drop',
  'desync',
  'pause',
  'unpause',
  'end',
];
const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

/** What a match that met everything was told. */
function eventful(prepare: (machine: Machine) => void): World {
  const world = createWorld({
    seed: 1,
    game: sensitiveGame({ numPlayers: 3 }),
    link: { latencyMs: 40 },
    options: { onDrop: 'neutral', dropAfterMs: 2000 },
  });
  const [a, b, c] = [...'abc'].map((name) => world.machine(name)) as [Machine, Machine, Machine];
  prepare(a);
  world.play(60);
  b.match.pause();
  world.run(300);
  b.match.unpause();
  world.play(100);
  b.mode = 'off';
  world.run(1200);
  b.mode = 'advance';
  world.play(200);
  world.machine('d');
  world.run(500);
  c.mode = 'off';
  world.until('dropped', () => b.events('drop').length > 0, 5000);
  world.play(300, 20_000, [a, b]);
  expect(names(a)).toEqual(
    expect.arrayContaining(['start', 'pause', 'unpause', 'interrupt', 'resume', 'reject', 'drop']),
  );
  return world;
}

describe('a handler', () => {
  const errors = vi.spyOn(console, 'error');
  beforeEach(() => void errors.mockReset().mockImplementation(() => undefined));
  afterEach(() => void errors.mockReset());

  it('that throws is reported and does no harm, to the match or to the other handlers', () => {
    let thrown = 0;
    const after: string[] = [];
    const world = eventful(({ match }) => {
      for (const event of EVENTS) {
        match.on(event, () => {
          thrown++;
          throw new Error(`from a handler of ${event}`);
        });
        match.on(event, () => after.push(event));
      }
    });
    expect(after).toEqual(names(world.machines[0]!));
    expect(thrown).toBeGreaterThanOrEqual(7);
    expect(errors.mock.calls.length).toBe(thrown);
  });

  it('may call poll() and on(), read everything, and unsubscribe itself and others', () => {
    let calls = 0;
    let later = 0;
    eventful(({ match }) => {
      for (const event of EVENTS) {
        const off = match.on(event, () => {
          calls++;
          match.poll();
          match.on(event, () => later++);
          expect(match.session.frame()).toBeGreaterThanOrEqual(0);
          match.stats('b');
          match.pacing();
          off();
          off();
        });
      }
    });
    expect(errors).not.toHaveBeenCalled();
    expect(calls).toBeGreaterThanOrEqual(7);
    expect(later).toBeLessThanOrEqual(20);
  });

  it.each(['start', 'pause', 'interrupt', 'drop'] as const)("may call close() at '%s'", (event) => {
    const game = sensitiveGame({ numPlayers: 2 });
    const world = createWorld({
      seed: 2,
      game,
      link: { latencyMs: 40 },
      options: { onDrop: 'neutral', dropAfterMs: 2000 },
    });
    const [a, b] = [world.machine('a'), world.machine('b')];
    a.match.on(event, () => a.match.close());
    if (event !== 'start') world.play(60);
    if (event === 'pause') b.match.pause();
    else if (event !== 'start') b.mode = 'off';
    world.until('ended', () => a.match.state === 'ended', 10_000);
    world.run(500);
    expect(a.events('end')).toEqual([{ reason: 'closed' }]);
    expect(a.tick()).toBe('ended');
    expect(errors).not.toHaveBeenCalled();
    if (event === 'start') expect(['connecting', 'syncing', 'running', 'ended']).toContain(b.match.state);
  });

  it('that calls close() keeps no later handler from hearing what was under way, and that before the end', () => {
    const world = createWorld({ seed: 4, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a] = [world.machine('a'), world.machine('b')];
    const heard: string[] = [];
    a.match.on('start', () => a.match.close());
    a.match.on('start', () => heard.push('start'));
    a.match.on('end', ({ reason }) => heard.push(reason));
    world.until('ended', () => a.match.state === 'ended', 5000);
    expect(heard).toEqual(['start', 'closed']);
  });

  it('that unsubscribes and subscribes again is called once for each event, and does not hang', () => {
    const world = createWorld({ seed: 5, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a, b] = [world.machine('a'), world.machine('b')];
    let calls = 0;
    const again = (): void => {
      calls++;
      off();
      off = a.match.on('pause', again);
    };
    let off = a.match.on('pause', again);
    world.play(30);
    for (let turn = 1; turn <= 3; turn++) {
      b.match.pause();
      world.run(300);
      b.match.unpause();
      world.run(300);
      expect(calls).toBe(turn);
    }
    expect(errors).not.toHaveBeenCalled();
  });

  it("may call close() at 'end', and make the rematch there", () => {
    const world = createWorld({ seed: 3, game: sensitiveGame({ overAtFrames: 60 }), link: { latencyMs: 40 } });
    const first = [world.machine('a'), world.machine('b')];
    const again: Machine[] = [];
    for (const machine of first) {
      machine.match.on('end', () => {
        machine.match.close();
        again.push(
          world.machine(`${machine.name}2`, {
            address: `${machine.name} unused`,
            options: { transport: machine.options.transport! },
          }),
        );
      });
    }
    world.until(
      'played twice',
      () => again.length === 2 && again.every(({ match }) => match.state === 'ended'),
      20_000,
    );
    for (const machine of [...first, ...again]) expect(machine.events('end')).toEqual([{ reason: 'finished' }]);
    expect(errors).not.toHaveBeenCalled();
  });

  it('may pause, unpause and change the delay', () => {
    const world = eventful((machine) => {
      for (const event of ['start', 'pause', 'unpause', 'interrupt', 'resume', 'drop'] as const) {
        machine.match.on(event, () => {
          machine.match.pause();
          machine.match.unpause();
        });
      }
    });
    expect(errors).not.toHaveBeenCalled();
    expect(world.machines[0]!.match.state).toBe('running');
  });

  it('is never called inside createMatch, and not after it was unsubscribed', () => {
    const world = createWorld({ seed: 5, game: sensitiveGame(), link: { latencyMs: 1 } });
    const a = world.machine('a');
    let calls = 0;
    const off = a.match.on('start', () => calls++);
    a.match.on('start', () => calls++);
    off();
    world.machine('b');
    world.play(30);
    expect(calls).toBe(1);
  });

  it('advance() and poll() called from simulate are refused, and the match lives', () => {
    const game = sensitiveGame();
    const world = createWorld({ seed: 6, link: { latencyMs: 40 }, game });
    let refused = 0;
    let inside = false;
    const a: Machine = world.machine('a', {
      game: {
        ...game,
        simulate(fields, inputs, frame) {
          if (frame % 10 === 0 && !inside) {
            inside = true;
            for (const call of [() => a.match.advance(1), () => a.match.poll()]) {
              expect(call).toThrow(/was called from inside simulate/);
              refused++;
            }
            inside = false;
          }
          game.simulate(fields, inputs, frame);
        },
      },
    });
    world.machine('b');
    world.play(120);
    expect(refused).toBeGreaterThan(20);
  });
});

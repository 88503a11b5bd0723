// Rules 5 and 6: what a machine claims is bounded by what can exist, and what it may cost the others has a budget.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, dropped, reached, seatOf } from './arena.js';
import { expectEnded, expectNobodyOut, expectPlaysOn } from './fate.js';
import type { Play } from './wire/play.js';
import { FINISHED, PAUSED, WHOLE } from './wire/play.js';
import { TYPES } from './wire/seals.js';

const QUICK = { onDrop: 'neutral', dropAfterMs: 1000, notifyAfterMs: 400 } as const;
/** Budgets of a tenth, so that a scenario of a minute stands for ten. */
const BUDGETS = { budgetSpanMs: 60_000, pauseBudgetMs: 12_000, stallBudgetMs: 6000, pauseTimeoutMs: 6000 } as const;

const expectOut = (machines: readonly Machine[], reason: string): void => {
  for (const machine of machines) {
    expect(machine.events('drop').map(({ peer, reason: why }) => [peer, why])).toEqual([['evil', reason]]);
  }
};

function trio(
  seed: number,
  options = {},
  game = {},
): { arena: Arena; honest: readonly Machine[]; evil: Arena['clients'][0] } {
  const arena = new Arena({ seed, game: { numPlayers: 3, ...game }, options: { ...QUICK, ...BUDGETS, ...options } });
  arena.play(['a', 'b', 'evil'], { evil: {} });
  return { arena, honest: arena.machines, evil: arena.clients[0]! };
}

describe('claims', () => {
  it.each([100, 100_000, 2 ** 31 - 1])(
    'frames held that cannot exist (%i ahead) move nothing, and nobody stands still',
    (ahead) => {
      const { arena, honest, evil } = trio(2);
      evil.player.bend = (play) => ({ ...play, held: play.held.map((held) => Math.min(held + ahead, 2 ** 31 - 1)) });
      const watcher = arena.honest('w', { options: { role: 'spectator' } });
      expectPlaysOn(arena, honest, 4000);
      expectNobodyOut(arena, honest);
      expect(reached(watcher)).toBeGreaterThan(60);
      expect(honest.map(dropped)).toEqual(honest.map(() => expect.toSatisfy((count: number) => count < 10)));
    },
  );

  it.each([-30_000, -300, 50, 30_000])('its own frame %i away: nobody runs slower than by a tenth', (ahead) => {
    const { arena, honest, evil } = trio(3);
    evil.player.bend = (play) => ({ ...play, frame: play.frame + ahead });
    arena.run(4000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
  });

  it('false returns are announced of every seat, near and far: nobody is filled in', () => {
    const { arena, honest, evil } = trio(4);
    const before = evil.player.sent[0]!;
    evil.player.bend = (play, to) => {
      const returns = [0, 1, 2].map((seat) => ({ seat, returnsAt: play.frame + (to + 1) * (seat + 1) * 1000 }));
      return { ...play, report: WHOLE, sections: [...returns, ...play.sections] };
    };
    expectPlaysOn(arena, honest, 4000);
    expectNobodyOut(arena, honest);
    expect(evil.player.sent[0]! - before).toBeGreaterThan(200);
  });

  it('inputs of frames far ahead, or for the seats of others, are not taken', () => {
    const { arena, honest, evil } = trio(5);
    evil.player.bend = (play, to) => {
      const forged = [0, 1, 2].map((seat) => {
        const start = evil.player.held[seat]! + (seat === 2 ? 500 : 1);
        return {
          seat,
          start,
          before: evil.player.rowOf(seat, start - 1),
          rows: [[1], [2], [3], [4], [5], [6], [7], [8]],
        };
      });
      return { ...play, sections: [...play.sections.slice(0, to === 9 ? 1 : 0), ...forged.slice(0, 2)] };
    };
    arena.run(200);
    evil.player.bend = (play) => play;
    expectPlaysOn(arena, honest, 3000);
    expectNobodyOut(arena, honest);
  });

  it.each([0, 1, 2])(
    'a delay of 2^%i × a billion in the roster, or players that are none: no match begins on it',
    (i) => {
      const arena = new Arena({ seed: 6 + i, options: QUICK, verified: false });
      arena.hostile('evil', { delay: [2 ** 30, 2 ** 31, 2 ** 32 - 1][i]!, host: true, coordinates: true });
      const a = arena.honest('a');
      arena.run(1000);
      expect(a.match.session.frame()).toBeLessThan(120);
      const b = arena.honest('b');
      arena.until('a and b play', () => reached(a) > 60 && reached(b) > 60);
    },
  );
});

describe('acks', () => {
  it.each(['withheld for ever', 'withheld from one of two'])(
    '%s: the one that withholds them is out, or plays by what it needs',
    (how) => {
      const { arena, honest, evil } = trio(8);
      const stopped = [...evil.player.held];
      evil.player.isFree = true;
      evil.player.bend = (play, to) =>
        how.endsWith('two') && to === 1 ? play : { ...play, held: [stopped[0]!, stopped[1]!, 0] };
      arena.run(12_000);
      expectNobodyOut(arena, honest);
      expectPlaysOn(arena, honest, 3000);
    },
  );

  it.each([2, 3])('the final one withheld, of %i machines: all end finished, in time', (count) => {
    const game = { numPlayers: count, overAtFrames: 200 };
    const arena = new Arena({ seed: 9, game, options: { ...QUICK, ...BUDGETS, finishTimeoutMs: 2000 } });
    arena.play(['a', 'b', 'evil'].slice(3 - count), { evil: {} });
    const evil = arena.clients[0]!;
    evil.player.bend = (play) => ({ ...play, held: play.held.map((held) => Math.min(held, 190)) });
    arena.until('the final frame', () => arena.machines.every((machine) => reached(machine) >= 199), 10_000);
    arena.run(2600);
    expectEnded(arena, arena.machines, ['finished']);
    const states = arena.machines.map(({ match }) => match.session.checksumAt(199));
    expect(new Set(states).size).toBe(1);
  });

  it('a goodbye after the final frame, said in mid-match, ends nothing and holds nobody up', () => {
    const { arena, honest, evil } = trio(10);
    evil.player.bend = (play) => ({ ...play, type: TYPES.BYE, flags: FINISHED });
    arena.run(500);
    evil.player.bend = (play) => play;
    expectPlaysOn(arena, honest, 3000);
    expectNobodyOut(arena, honest);
  });
});

it.each([2, 3])(
  'a goodbye after the final frame, said in mid-match, and then a pause and silence: out in time, of %i machines',
  (count) => {
    const arena = new Arena({ seed: 12, game: { numPlayers: count }, options: { ...QUICK, ...BUDGETS } });
    arena.play(['a', 'b', 'evil'].slice(3 - count), { evil: {} });
    const evil = arena.clients[0]!;
    evil.player.bend = (play) => ({ ...play, type: TYPES.BYE, flags: FINISHED });
    arena.run(100);
    evil.player.bend = (play) => ({ ...play, flags: PAUSED });
    arena.run(300);
    evil.isSilent = true;
    arena.run(BUDGETS.pauseTimeoutMs + 2000);
    for (const machine of arena.machines) {
      expect(
        machine.events('drop').map(({ peer }) => peer),
        arena.show(),
      ).toEqual(['evil']);
    }
    if (count > 2) expectPlaysOn(arena, arena.machines);
  },
);

/** Bends every packet so that it pauses while `isPausing`. */
const pausing =
  (isPausing: () => boolean) =>
  (play: Play): Play =>
    isPausing() ? { ...play, flags: PAUSED } : play;

describe.each([2, 3])('time of %i machines', (count) => {
  const set = (seed: number, options = {}) => {
    const arena = new Arena({ seed, game: { numPlayers: count }, options: { ...QUICK, ...BUDGETS, ...options } });
    arena.play(['a', 'b', 'evil'].slice(3 - count), { evil: {} });
    return { arena, honest: arena.machines, evil: arena.clients[0]! };
  };

  it('paused 5.9 s of every 6: the pauses are used up, and its name is told', () => {
    const { arena, honest, evil } = set(20);
    const since = arena.now;
    let pauses = 0;
    evil.player.bend = pausing(() => (arena.now - since) % 6000 < 5900);
    arena.until(
      'it is out',
      () => honest.every((machine) => machine.events('drop').length > 0),
      40_000,
      () => {
        if ((arena.now - since) % 6000 < 20) pauses++;
      },
    );
    expect(pauses).toBeGreaterThan(1);
    expectOut(honest, 'budget');
    if (count > 2) expectPlaysOn(arena, honest);
  });

  it('paused for ever, and silent: out at the longest pause', () => {
    const { arena, honest, evil } = set(21);
    evil.player.bend = pausing(() => true);
    arena.run(500);
    evil.isSilent = true;
    arena.run(6500);
    expectOut(honest, 'timeout');
    if (count > 2) expectPlaysOn(arena, honest);
  });

  it('a pause toggled 100 times a tick: one event a tick at the most, and the budget is charged', () => {
    const { arena, honest, evil } = set(22);
    const ticks = honest[0]!.match.counters.ticks;
    arena.run(4000, () => {
      for (let i = 0; i < 25; i++) {
        for (const machine of honest) {
          const seat = seatOf(machine);
          evil.player.sendRaw(seat, { ...evil.player.honestPlay(seat), flags: i % 2 ? 0 : PAUSED, sections: [] });
        }
      }
    });
    const told = honest[0]!.happenings.filter(({ name }) => name === 'pause' || name === 'unpause').length;
    expect(told).toBeLessThanOrEqual(honest[0]!.match.counters.ticks - ticks + 60);
    for (const machine of honest) expect(machine.events('end')).toEqual([]);
    arena.run(1000);
    expectPlaysOn(arena, honest);
  });

  // A tenth of the speed is worth no match. Each sends one input, and nothing else is amiss.
  it.each([6000, 300, 240])('one input every %i ms: what it holds up is used up', (everyMs) => {
    const { arena, honest, evil } = set(23);
    const since = arena.now;
    evil.player.makesInputs = false;
    const sample = (): void => {
      const { player } = evil;
      if (player.held[player.self]! - player.frame < 2) {
        player.makesInputs = true;
      }
    };
    let next = arena.now;
    arena.until(
      'it is out',
      () => honest.every((machine) => machine.events('drop').length > 0),
      60_000,
      () => {
        evil.player.makesInputs = false;
        if (arena.now < next) return;
        next += everyMs;
        sample();
      },
    );
    expect(arena.now - since).toBeGreaterThan(2000);
    expectOut(honest, 'budget');
    if (count > 2) expectPlaysOn(arena, honest);
  });
});

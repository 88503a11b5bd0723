// Rules 4, 5 and 6 where a machine is gone: what the one that is left beside the honest ones can make of it.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, reached, seatOf } from './arena.js';
import type { HostileSeat } from './client/hostile-seat.js';
import { expectEnded, expectNobodyOut, expectPlaysOn } from './fate.js';
import { WHOLE } from './wire/play.js';

const QUICK = { onDrop: 'neutral', dropAfterMs: 1000, notifyAfterMs: 400 } as const;
const BUDGETS = { budgetSpanMs: 60_000, pauseBudgetMs: 20_000, stallBudgetMs: 4000 } as const;

interface Table {
  readonly arena: Arena;
  readonly victim: Machine;
  /** Those that remain beside evil. */
  readonly honest: readonly Machine[];
  readonly player: HostileSeat;
}

/** Of three or four machines, the one at seat 0 is to go, the last one is evil. */
function table(seed: number, count: number, options = {}): Table {
  const arena = new Arena({ seed, game: { numPlayers: count }, options: { ...QUICK, ...BUDGETS, ...options } });
  arena.play(['victim', 'a', 'b'].slice(0, count - 1).concat('evil'), { evil: {} }, 90);
  const [victim, ...honest] = arena.machines;
  return { arena, victim: victim!, honest, player: arena.clients[0]!.player };
}

const dies = ({ victim }: Table): void => void (victim.mode = 'off');

describe('a machine dies, and one of those that remain', () => {
  it.each([3, 4])('says the same as the others: %i machines become one less', (count) => {
    const all = table(1, count);
    dies(all);
    all.arena.run(4000);
    expectPlaysOn(all.arena, all.honest);
    for (const machine of all.honest) expect(machine.events('drop').map(({ peer }) => peer)).toEqual(['victim']);
  });

  it.each([1, 5, 1000])('claims to hold %i frames more of it than there are: the claim ends nobody else', (more) => {
    const all = table(2, 4);
    const { arena, honest, player, victim } = all;
    dies(all);
    const seat = seatOf(victim);
    player.bend = (play) => ({ ...play, held: play.held.map((held, i) => (i === seat ? held + more : held)) });
    arena.run(12_000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
  });

  it('claims fewer frames of it to one than to the other', () => {
    const all = table(3, 4);
    const { arena, honest, player, victim } = all;
    dies(all);
    const seat = seatOf(victim);
    player.bend = (play, to) => ({ ...play, held: play.held.map((held, i) => (i === seat ? held - to : held)) });
    arena.run(12_000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
  });

  it.each(['never agrees', 'agrees on another one too', 'is always a view ahead', 'is always a view behind'])(
    '%s',
    (how) => {
      const all = table(4, 4);
      const { arena, honest, player } = all;
      dies(all);
      player.bend = (play) => {
        const report = play.report ?? WHOLE;
        if (how === 'never agrees') return { ...play, report: { ...report, closing: 0, accuses: report.accuses } };
        if (how === 'agrees on another one too') return { ...play, report: { ...report, closing: report.closing | 2 } };
        return { ...play, report: { ...report, view: (report.view + (how.endsWith('ahead') ? 1 : 7)) & 7 } };
      };
      arena.run(15_000);
      expectNobodyOut(arena, honest);
      expectPlaysOn(arena, honest);
    },
  );

  it('holds that it lives: with two others that do not hear it, it is out', () => {
    const all = table(5, 4);
    const { arena, honest, player } = all;
    dies(all);
    player.bend = (play) => ({ ...play, report: play.report && { ...play.report, accuses: 0, closing: 0 } });
    arena.run(12_000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
    for (const machine of honest) expect(machine.events('drop').map(({ peer }) => peer)).toContain('victim');
  });

  it('holds that it lives, of three: nobody can tell which one lies, and the wait ends with a reason', () => {
    const all = table(6, 3);
    const { arena, honest, player } = all;
    dies(all);
    player.follows = false;
    arena.run(15_000);
    expectEnded(arena, honest, ['split', 'dropped']);
  });

  it('leaves as well, the moment after: the others play on', () => {
    const all = table(7, 4);
    const { arena, honest } = all;
    dies(all);
    arena.run(1200);
    arena.clients[0]!.isSilent = true;
    arena.run(5000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
  });
});

describe('of two that cannot hear each other, carried by evil alone', () => {
  it.each(['all', 'what one says'])(
    'withholds %s: of three somebody ends with a reason, and nobody waits without end',
    (what) => {
      const all = table(10, 3);
      const { arena, victim, honest, player } = all;
      const a = honest[0]!;
      arena.world.network.set({ cut: true }, victim.name, a.name);
      player.bendRelay = (relay) => (what === 'all' || relay.origin === seatOf(victim) ? undefined : relay);
      arena.run(20_000);
      for (const machine of [victim, a]) {
        const { state } = machine.match;
        expect(state === 'ended' || state === 'running', arena.show()).toBe(true);
        if (state === 'running') expectPlaysOn(arena, [machine]);
      }
    },
  );

  it('withholds all, but a fourth machine hears both: all three play on', () => {
    const all = table(11, 4);
    const { arena, victim, honest, player } = all;
    arena.world.network.set({ cut: true }, victim.name, honest[0]!.name);
    player.relays = false;
    arena.run(6000);
    expectNobodyOut(arena, [victim, ...honest]);
    expectPlaysOn(arena, [victim, ...honest], 3000, 0.5);
    expect(player.carried.length).toBeGreaterThan(100);
  });
});

describe('coming back', () => {
  const GRACE = { rejoinGraceMs: 3000 } as const;

  it('one that never agrees to a return is the one that goes', () => {
    const all = table(20, 3, GRACE);
    const { arena, victim, honest } = all;
    const { ticket } = victim.events('start')[0]!;
    victim.match.close();
    arena.run(300);
    victim.mode = 'off';
    const again = arena.honest('again', { options: { ticket } });
    // It votes with the others, and never repeats the frame of the return.
    arena.until('it is back', () => again.match.localHandles.length > 0, 15_000);
    // The others wait for the one that went, too.
    arena.run(GRACE.rejoinGraceMs + 1000);
    expectPlaysOn(arena, [...honest, again]);
    for (const machine of honest) expect(machine.events('drop').map(({ peer }) => peer)).toContain('evil');
  });

  it('twenty returns of one machine: the others wait for eight, and then no more', () => {
    const arena = new Arena({ seed: 21, game: { numPlayers: 3 }, options: { ...QUICK, ...GRACE } });
    arena.play(['a', 'b', 'c'], {});
    const [a, b] = [arena.machine('a'), arena.machine('b')];
    let page = arena.machine('c');
    const { ticket } = page.events('start')[0]!;
    let returns = 0;
    for (let i = 0; i < 12; i++) {
      page.match.close();
      arena.run(150);
      page.mode = 'off';
      page = arena.honest(`c${i}`, { options: { ticket } });
      const current = page;
      const isSettled = (): boolean => current.match.localHandles.length > 0 || current.match.state === 'ended';
      arena.run(3500, () => undefined);
      if (!isSettled()) break;
      if (current.match.localHandles.length > 0) returns++;
    }
    expect(returns).toBe(8);
    expectPlaysOn(arena, [a, b]);
    expectNobodyOut(arena, [a, b]);
    const before = reached(a);
    arena.run(2000);
    expect(reached(a) - before).toBeGreaterThan(100);
  });
});

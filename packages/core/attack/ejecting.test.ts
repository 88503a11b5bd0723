// Rule 4: nobody is put out on one machine's word.
import { describe, expect, it } from 'vitest';
import { Arena, dropped, seatOf } from './arena.js';
import { expectEnded, expectNobodyOut, expectPlaysOn } from './fate.js';
import { WHOLE, type Report } from './wire/play.js';

/** Short, so that a machine that is believed silent would be out within the scenario. */
const QUICK = { onDrop: 'neutral', dropAfterMs: 1000, notifyAfterMs: 400 } as const;

const KINDS: Record<string, (victim: number) => Partial<Report>> = {
  'says that it is out': (victim) => ({ out: victim }),
  'says that it is out, a view ahead': (victim) => ({ view: 1, out: victim }),
  'accuses it': (victim) => ({ accuses: victim }),
  'has stopped taking its inputs': (victim) => ({ closing: victim }),
  'does not hear it': (victim) => ({ deaf: victim }),
  'says all of it at once, of everyone': () => ({ view: 1, out: 15, accuses: 15, closing: 15, deaf: 15 }),
};

/** The seats of evil, and everyone's names in order. */
const namesOf = (count: number, evil: number): string[] =>
  Array.from({ length: count }, (_, seat) => (seat === evil ? 'evil' : 'abcd'[seat]!));

describe.each([3, 4])('of %i machines, one', (count) => {
  const seats = Array.from({ length: count }, (_, seat) => seat);
  for (const [kind, masks] of Object.entries(KINDS)) {
    it.each(seats)(`${kind}: from seat %i`, (evil) => {
      const arena = new Arena({ seed: 11 + evil, game: { numPlayers: count }, options: QUICK });
      arena.play(namesOf(count, evil), { evil: {} });
      const honest = arena.machines;
      const victim = honest.at(-1)!;
      const { player } = arena.clients[0]!;
      const report = { ...WHOLE, ...masks(1 << seatOf(victim)) };
      player.follows = false;
      player.bend = (play) => ({ ...play, report });
      const before = honest.map(dropped);
      const sent = [...player.sent];
      expectPlaysOn(arena, honest, 3000);
      expectNobodyOut(arena, honest);
      // It was heard: its packets were sealed, and taken.
      expect(honest.map((machine) => player.sent[seatOf(machine)]! - sent[seatOf(machine)]!)).toEqual(
        honest.map(() => expect.toSatisfy((packets: number) => packets > 150)),
      );
      expect(honest.map(dropped)).toEqual(before);
    });
  }
});

it('of two machines each decides for itself: one that is told that it is out ends, with a reason', () => {
  const arena = new Arena({ seed: 5, options: QUICK });
  arena.play(['a', 'evil'], { evil: {} });
  const { player } = arena.clients[0]!;
  player.follows = false;
  player.bend = (play) => ({ ...play, report: { ...WHOLE, view: 1, out: 1 } });
  arena.run(3000);
  expectEnded(arena, arena.machines, ['dropped']);
});

describe.each([3, 4])('of %i machines, one refuses to talk to another', (count) => {
  it.each([0, 1, count - 1])('from seat %i, for as long as it likes', (evil) => {
    const arena = new Arena({ seed: 31 + evil, game: { numPlayers: count }, options: QUICK });
    arena.play(namesOf(count, evil), { evil: {} });
    const honest = arena.machines;
    const refused = seatOf(honest[0]!);
    const { player } = arena.clients[0]!;
    let withheld = 0;
    player.isFree = true;
    player.bend = (play, to) => {
      if (to !== refused) return play;
      withheld++;
      return undefined;
    };
    arena.run(6000);
    expect(withheld).toBeGreaterThan(300);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest, 2000, 0.5);
    expectNobodyOut(arena, honest);
  });

  it.each([0, 1, count - 1])('from seat %i, and keeps its inputs back from all: it is the one that goes', (evil) => {
    const budget = { stallBudgetMs: 4000, budgetSpanMs: 60_000 };
    const arena = new Arena({ seed: 41 + evil, game: { numPlayers: count }, options: { ...QUICK, ...budget } });
    arena.play(namesOf(count, evil), { evil: {} });
    const honest = arena.machines;
    const refused = seatOf(honest[0]!);
    const { player } = arena.clients[0]!;
    player.makesInputs = false;
    player.follows = false;
    player.bend = (play, to) => (to === refused ? undefined : { ...play, sections: [] });
    arena.run(10_000);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
    for (const machine of honest) expect(machine.events('drop').map(({ peer }) => peer)).toEqual(['evil']);
  });
});

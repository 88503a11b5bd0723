// Rule 10: with three machines or more `desync` names the one that differs, and no lie uses up a report or makes a false one.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, reached, seatOf } from './arena.js';
import { expectNobodyOut, expectPlaysOn } from './fate.js';
import { EVIDENCE, NOTHING, writePull } from './wire/pull.js';
import { TYPES } from './wire/seals.js';

const QUICK = { onDrop: 'neutral', dropAfterMs: 1500, notifyAfterMs: 400 } as const;

function table(seed: number, count = 3, options = {}, verified = true) {
  const arena = new Arena({ seed, game: { numPlayers: count }, options: { ...QUICK, ...options }, verified });
  arena.play(['a', 'b', 'c'].slice(0, count - 1).concat('evil'), { evil: {} }, 90);
  return { arena, honest: arena.machines, evil: arena.clients[0]! };
}

const checkedFrame = (machine: Machine): number => Math.floor((reached(machine) - 2) / 30) * 30;

/** What each honest machine was told of whom. */
const blame = (honest: readonly Machine[]): string[][] =>
  honest.map((machine) => machine.events('desync').map(({ peer, odd }) => `${peer} ${odd}`));

describe.each([3, 4])('of %i machines', (count) => {
  it('a false checksum names the one that told it, once, and harms nobody', () => {
    const { arena, honest, evil } = table(1, count);
    evil.player.bend = (play) => ({ ...play, checked: { frame: checkedFrame(honest[0]!), checksum: 12345 } });
    expectPlaysOn(arena, honest, 5000);
    expect(blame(honest)).toEqual(honest.map(() => ['evil peer']));
    expectNobodyOut(arena, honest);
  });

  it('a false checksum to each another one, of every frame: the same', () => {
    const { arena, honest, evil } = table(2, count);
    let i = 1;
    evil.player.bend = (play, to) => ({
      ...play,
      checked: { frame: checkedFrame(honest[0]!), checksum: i++ * 7 + to },
    });
    expectPlaysOn(arena, honest, 6000);
    expect(blame(honest)).toEqual(honest.map(() => ['evil peer']));
  });

  it.each([0, 30, 60, 7, -30, 2 ** 31 - 2, 90_000])(
    'evidence asked for of frame %i, with a false checksum',
    (frame) => {
      const { arena, honest, evil } = table(3, count);
      arena.run(3000, () => {
        for (const machine of honest) {
          const pull = { ...NOTHING, kind: EVIDENCE, frame, checksum: 9 };
          evil.player.sendBody(seatOf(machine), TYPES.PULL, writePull(pull));
        }
      });
      expectPlaysOn(arena, honest);
      for (const machine of honest) {
        for (const { peer, odd } of machine.events('desync')) expect([peer, odd]).toEqual(['evil', 'peer']);
      }
    },
  );

  it('inputs that differ from machine to machine: told, though a lie was told before', () => {
    const { arena, honest, evil } = table(4, count, {}, false);
    evil.player.bend = (play) => ({ ...play, checked: { frame: checkedFrame(honest[0]!), checksum: 12345 } });
    arena.run(4500);
    const before = blame(honest);
    // One input of evil, another one for each of two.
    let equivocated = 0;
    const until = arena.now + 300;
    evil.player.bend = (play, to) => {
      if (to !== 0 || arena.now > until) return play;
      equivocated++;
      const sections = play.sections.map((section) =>
        'rows' in section ? { ...section, rows: section.rows.map((row) => row.map((input) => input ^ 1)) } : section,
      );
      return { ...play, sections };
    };
    arena.run(8000);
    expect(equivocated).toBeGreaterThan(5);
    expect(before).toEqual(honest.map(() => ['evil peer']));
    // The states of two honest machines differ now: each of them tells it, of a machine that differs from it.
    for (const machine of honest.slice(0, 2)) {
      const later = machine.events('desync').filter(({ peer }) => peer !== 'evil');
      expect(later.length, arena.show()).toBeGreaterThan(0);
    }
  });

  it('a lie does not end a match that ends on a desync for those who agree', () => {
    const { arena, honest, evil } = table(5, count, { onDesync: 'end' });
    evil.player.bend = (play) => ({ ...play, checked: { frame: checkedFrame(honest[0]!), checksum: 12345 } });
    arena.run(6000);
    // The match may end, as its options say; with the liar's name.
    for (const machine of honest) {
      expect(machine.events('desync').map(({ peer, odd }) => [peer, odd])).toEqual([['evil', 'peer']]);
    }
  });
});

it('of two machines nobody can tell which one is wrong', () => {
  const { arena, honest, evil } = table(6, 2);
  evil.player.bend = (play) => ({ ...play, checked: { frame: checkedFrame(honest[0]!), checksum: 12345 } });
  arena.run(5000);
  expect(blame(honest)).toEqual([['evil unknown']]);
});

it('a machine dies, and one of the three that remain lends two others different inputs of it: they agree, or tell it', () => {
  const arena = new Arena({ seed: 7, game: { numPlayers: 4 }, options: QUICK, verified: false });
  arena.play(['victim', 'a', 'b', 'evil'], { evil: {} }, 90);
  const honest = arena.machines.slice(-2);
  const victim = arena.machine('victim');
  const { player } = arena.clients[0]!;
  const seat = seatOf(victim);
  victim.mode = 'off';
  let lent = 0;
  player.bend = (play, to) => {
    const closing = player.report.closing & (1 << seat);
    if (!closing) return play;
    lent++;
    const start = player.held[seat]! + 1;
    const rows = [1, 2, 3].map((i) => [to * 100 + i]);
    const section = { seat, start, before: player.rowOf(seat, start - 1), rows };
    return {
      ...play,
      held: play.held.map((held, i) => (i === seat ? start + 2 : held)),
      sections: [...play.sections, section],
    };
  };
  arena.run(8000);
  expect(lent).toBeGreaterThan(10);
  const through = Math.min(...honest.map(reached));
  const sums = honest.map(({ match }) => match.session.checksumAt(through));
  // With one liar among three, nobody can tell who lied. Nobody is put out for it, and both are told at once.
  const isTold = honest.every((machine) => machine.events('desync').length > 0);
  expect(isTold || new Set(sums).size === 1, arena.show()).toBe(true);
  expectNobodyOut(arena, honest);
});

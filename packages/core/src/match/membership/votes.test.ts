import { describe, expect, it } from 'vitest';
import { toySeats, type ToySeats } from './toy-seats.js';
import { arePutOut, isClosedElsewhere, isCurrent, isVotedOut } from './votes.js';

const votedOut = ({ seats, self, reports, own }: ToySeats, index: number): boolean =>
  isVotedOut(seats[index]!, own, self, seats, reports);

describe('who is voted out', () => {
  it.each([
    // Machines, our word against seat 1, others that want it out, and what comes of it.
    [2, true, [], true],
    [2, false, [], false],
    [3, true, [], false],
    [3, false, [2], false],
    [3, true, [2], true],
    [4, true, [], false],
    [4, false, [2, 3], true],
    [4, true, [3], true],
    [4, false, [3], false],
  ] as const)('of %i machines, with ours %s and those of %j: %s', (count, ours, others, out) => {
    const toy = toySeats(count, { accuses: ours ? 2 : 0 });
    for (const other of others) toy.reports.of(toy.seats[other]!).accuses = 2;
    expect(votedOut(toy, 1)).toBe(out);
  });

  it('counts nobody’s word against itself, and nobody’s who is out or being put out', () => {
    const toy = toySeats(4);
    toy.reports.of(toy.seats[1]!).accuses = 2;
    toy.reports.of(toy.seats[2]!).accuses = 2;
    expect(votedOut(toy, 1)).toBe(false);
    toy.own.out = 4;
    expect(votedOut(toy, 1)).toBe(false);
    toy.reports.of(toy.seats[3]!).closing = 2;
    toy.own.accuses = 2;
    expect(votedOut(toy, 1)).toBe(true);
  });

  it('counts the word of one that has put the seat out already, but not one from before our last change', () => {
    const toy = toySeats(3, { view: 1, accuses: 2 });
    const other = toy.reports.of(toy.seats[2]!);
    Object.assign(other, { view: 2, out: 2 });
    expect(votedOut(toy, 1)).toBe(true);
    Object.assign(other, { view: 0, out: 0, accuses: 2 });
    expect(votedOut(toy, 1)).toBe(false);
  });

  it('two machines of three, one of them a traitor, decide; one of them alone does not', () => {
    const toy = toySeats(3);
    toy.reports.of(toy.seats[2]!).accuses = 3;
    expect([votedOut(toy, 1), arePutOut(toy.own, toy.self, toy.seats, toy.reports)]).toEqual([false, false]);
  });
});

describe('views', () => {
  it('are current up to three changes ahead, across the wrap at eight', () => {
    const { own, reports, seats } = toySeats(2, { view: 6 });
    const theirs = reports.of(seats[1]!);
    const current = [0, 1, 2, 3, 4, 5, 6, 7].filter((view) => isCurrent(own, { ...theirs, view }));
    expect(current).toEqual([0, 1, 6, 7]);
  });
});

describe('what others have done', () => {
  it('a seat is closed elsewhere once one live machine says so', () => {
    const toy = toySeats(4);
    const closed = (): boolean => isClosedElsewhere(toy.seats[1]!, toy.own, toy.self, toy.seats, toy.reports);
    toy.reports.of(toy.seats[2]!).accuses = 2;
    expect(closed()).toBe(false);
    toy.reports.of(toy.seats[2]!).closing = 2;
    expect(closed()).toBe(true);
    toy.own.out = 4;
    expect(closed()).toBe(false);
    toy.reports.of(toy.seats[1]!).closing = 2;
    expect(closed()).toBe(false);
  });

  it('we are put out when more than half of the others say so', () => {
    const toy = toySeats(4);
    const excluded = (): boolean => arePutOut(toy.own, toy.self, toy.seats, toy.reports);
    Object.assign(toy.reports.of(toy.seats[1]!), { view: 1, out: 1 });
    expect(excluded()).toBe(false);
    Object.assign(toy.reports.of(toy.seats[2]!), { view: 1, out: 1 });
    expect(excluded()).toBe(true);
  });
});

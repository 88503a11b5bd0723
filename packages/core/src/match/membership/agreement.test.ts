import { describe, expect, it } from 'vitest';
import type { Frame } from '../../base/frame.js';
import { adoptableView, agreedOut, agreedReturn, isBlockedBy } from './agreement.js';
import { toySeats, type ToySeats } from './toy-seats.js';

/** Seat 2 is being put out; we hold its frames to 30. */
function closing(count = 3): ToySeats & { readonly holds: () => Frame } {
  return { ...toySeats(count, { closing: 4 }), holds: () => 30 };
}
const out = (toy: ReturnType<typeof closing>, remaining: readonly number[]): number =>
  agreedOut(
    toy.own,
    remaining.map((i) => toy.seats[i]!),
    toy.seats,
    toy.reports,
    toy.holds,
  );

describe('who is out for good', () => {
  it('nobody, until all that remain close the same seats and hold the same of them', () => {
    const toy = closing(4);
    expect(out(toy, [1, 3])).toBe(0);
    for (const other of [1, 3]) Object.assign(toy.reports.of(toy.seats[other]!), { closing: 4 });
    toy.reports.of(toy.seats[1]!).held[2] = 30;
    toy.reports.of(toy.seats[3]!).held[2] = 29;
    expect(out(toy, [1, 3])).toBe(0);
    toy.reports.of(toy.seats[3]!).held[2] = 30;
    expect(out(toy, [1, 3])).toBe(4);
    toy.reports.of(toy.seats[1]!).closing = 4 | 8;
    expect(out(toy, [1, 3])).toBe(0);
  });

  it('at once where nobody else remains', () => expect(out(closing(2), [])).toBe(4));

  it('by the word of one that has done it already, if it holds the same', () => {
    const toy = closing();
    Object.assign(toy.reports.of(toy.seats[1]!), { view: 1, out: 4 });
    toy.reports.of(toy.seats[1]!).held[2] = 31;
    expect(out(toy, [1])).toBe(0);
    toy.reports.of(toy.seats[1]!).held[2] = 30;
    expect(out(toy, [1])).toBe(4);
  });

  it('the first of two, where one was done before the second was accused', () => {
    const toy = closing(4);
    toy.own.closing = 4 | 8;
    Object.assign(toy.reports.of(toy.seats[1]!), { view: 1, out: 4 });
    toy.reports.of(toy.seats[1]!).held[2] = 30;
    expect(out(toy, [1])).toBe(4);
    // Somebody that we do not put out at all is not put out on another's word.
    toy.reports.of(toy.seats[1]!).out = 2 | 4;
    expect(out(toy, [1])).toBe(0);
  });

  it('whoever differs is the one that keeps it from being final', () => {
    const toy = closing(4);
    Object.assign(toy.reports.of(toy.seats[1]!), { closing: 4 });
    toy.reports.of(toy.seats[1]!).held[2] = 30;
    const blocks = [1, 3].map((i) => isBlockedBy(toy.own, toy.reports.of(toy.seats[i]!), toy.seats, toy.holds));
    expect(blocks).toEqual([false, true]);
  });
});

describe('who is let back in', () => {
  const back = (): ToySeats => toySeats(4, { view: 3, out: 4, returning: 2, returnsAt: 500 });
  const agreed = (toy: ToySeats): boolean =>
    agreedReturn(toy.own, toy.seats[2]!, [toy.seats[1]!, toy.seats[3]!], toy.reports);

  it('nobody, until all name the same frame', () => {
    const toy = back();
    const say = (seat: number, returnsAt: Frame): void =>
      void Object.assign(toy.reports.of(toy.seats[seat]!), { view: 3, out: 4, returning: 2, returnsAt });
    say(1, 500);
    expect(agreed(toy)).toBe(false);
    say(3, 501);
    expect(agreed(toy)).toBe(false);
    say(3, 500);
    expect(agreed(toy)).toBe(true);
  });

  it('one that is a change ahead has agreed, if the seat plays there', () => {
    const toy = back();
    for (const seat of [1, 3]) Object.assign(toy.reports.of(toy.seats[seat]!), { view: 4, out: 0 });
    expect(agreed(toy)).toBe(true);
    toy.reports.of(toy.seats[3]!).out = 4 | 2;
    expect(agreed(toy)).toBe(false);
  });
});

describe('the view', () => {
  it('is taken over from more than half of the others, with the same seats out', () => {
    const toy = toySeats(4, { view: 7, out: 0 });
    const remaining = toy.seats.slice(1);
    const say = (seat: number, view: number, gone = 0): void =>
      void Object.assign(toy.reports.of(toy.seats[seat]!), { view, out: gone });
    for (const seat of [1, 2, 3]) say(seat, 7);
    say(1, 1);
    expect(adoptableView(toy.own, remaining, toy.reports)).toBe(7);
    say(2, 1);
    expect(adoptableView(toy.own, remaining, toy.reports)).toBe(1);
    say(2, 1, 8);
    expect(adoptableView(toy.own, remaining, toy.reports)).toBe(7);
    // Five ahead is three behind.
    say(1, 4);
    say(2, 4);
    expect(adoptableView(toy.own, remaining, toy.reports)).toBe(7);
  });
});

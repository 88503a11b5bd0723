import { describe, expect, it } from 'vitest';
import type { Progress } from '../progress.js';
import { createToyContext } from '../toy-match.js';
import { createLending } from './lending.js';
import { toySeats } from './toy-seats.js';

function lending() {
  const toy = createToyContext();
  const seats = toySeats(3);
  const held = [10, 10, 10];
  // What lending asks of a progress, and no more.
  const progress: Pick<Progress, 'heldOf'> = { heldOf: ({ index }) => held[index]! };
  const made = createLending(toy.context, seats.own, seats.self, seats.seats, seats.reports);
  return { ...toy, ...seats, held, lending: made, note: () => made.note(progress as Progress) };
}

describe('whose word counts for a seat’s inputs', () => {
  it('its own, as a rule', () => {
    const { lending: made, seats } = lending();
    const [us, one, two] = seats;
    expect([made.mayTake(one!, one!), made.mayTake(one!, two!), made.mayTake(us!, one!)]).toEqual([true, false, false]);
    expect([made.lends(one!, two!), made.lends(us!, two!)]).toEqual([false, false]);
  });

  it('another machine’s, once we have accused the seat and do not hear it', () => {
    const { lending: made, seats, own, note, wait } = lending();
    const [, one, two] = seats;
    own.deaf = 2;
    note();
    expect(made.mayTake(one!, two!)).toBe(false);
    own.accuses = 2;
    note();
    expect(made.mayTake(one!, two!)).toBe(true);
    // Within a minute, silence alone is enough. After that it takes dropAfterMs anew.
    own.accuses = 0;
    wait(59_000);
    expect(made.mayTake(one!, two!)).toBe(true);
    own.deaf = 0;
    expect(made.mayTake(one!, two!)).toBe(false);
    own.deaf = 2;
    wait(1100);
    expect(made.mayTake(one!, two!)).toBe(false);
  });

  it('ours, towards one that accuses the seat while we hear it', () => {
    const { lending: made, seats, own, reports, note } = lending();
    const [, one, two] = seats;
    reports.of(two!).accuses = 2;
    note();
    expect([made.lends(one!, two!), made.lends(two!, one!)]).toEqual([true, false]);
    own.accuses = 2;
    expect(made.lends(one!, two!)).toBe(false);
  });

  it('that of all who put the seat out, and of nobody else', () => {
    const { lending: made, seats, own, reports } = lending();
    const [, one, two] = seats;
    own.closing = 2;
    expect([made.mayTake(one!, one!), made.mayTake(one!, two!), made.lends(one!, two!)]).toEqual([false, false, false]);
    reports.of(two!).closing = 2;
    expect([made.mayTake(one!, two!), made.lends(one!, two!)]).toEqual([true, true]);
    own.out = 2;
    expect([made.mayTake(one!, two!), made.lends(one!, two!)]).toEqual([false, false]);
  });

  it('knows for how long a seat’s inputs have not come on', () => {
    const { lending: made, seats, held, note, wait } = lending();
    note();
    wait(300);
    note();
    expect(made.waitedFor(seats[1]!)).toBe(300);
    held[1] = 11;
    note();
    expect(made.waitedFor(seats[1]!)).toBe(0);
  });
});

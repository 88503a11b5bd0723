import { describe, expect, it } from 'vitest';
import { PAUSED } from '../../wire/messages.js';
import { createProgress } from '../progress.js';
import { createToyContext } from '../toy-match.js';
import { Budgets } from './budgets.js';
import { toySeats } from './toy-seats.js';

type Options = Parameters<typeof createToyContext>[0];

/** We and another machine, and what it has sent at a time. */
function budgets(options: Options = {}) {
  const toy = createToyContext(options);
  const { seats, self, reports } = toySeats(2);
  const { parts } = toy.context;
  const other = seats[1]!;
  const progress = createProgress(toy.context, self, reports, []);
  const made = new Budgets(toy.context, seats, self, reports, progress);
  let ms = 0;
  let played = 0;
  const send = (to: number): void => {
    for (let frame = progress.heldOf(other) + 1; frame <= to; frame++) parts.queueInput(1, frame, 1);
    reports.of(other).acked = progress.heldOf(self);
  };
  /**
   * A turn every 20 ms: we play as far as its inputs let us. `sentBy` gives its last frame after so many ms without a
   * pause. Returns the first ms at which it is over a budget, or -1.
   */
  const run = (
    forMs: number,
    sentBy: (ms: number) => number,
    pauses: (ms: number) => boolean = () => false,
  ): number => {
    for (const end = ms + forMs; ms < end;) {
      ms += 20;
      toy.wait(20);
      const { session } = parts;
      const paused = pauses(ms);
      reports.of(other).pausing = paused ? PAUSED : 0;
      if (!paused) {
        played += 20;
        // Nor can it be further ahead of us than the window.
        send(Math.min(sentBy(played), session.frame() + 8));
      }
      if (!paused && session.frame() - session.confirmedFrame() <= 8) {
        parts.queueInput(0, progress.heldOf(self) + 1, 1);
        session.step();
      }
      made.settle([other], 0, paused);
      if (made.isOver(other)) return ms;
    }
    return -1;
  };
  return { ...toy, run, budgets: made, other, reports, progress };
}
const PACE = 50;
const steady = (ms: number): number => Math.floor((ms * PACE) / 1000);

describe('pauses', () => {
  it('59 s of every 60 end before four minutes are over', () => {
    const { run } = budgets();
    const over = run(600_000, steady, (ms) => ms % 60_000 < 59_000);
    expect(over).toBeGreaterThan(119_000);
    expect(over).toBeLessThan(240_000);
  });

  it('10 s of every 60 never end', () => {
    const { run } = budgets();
    expect(run(900_000, steady, (ms) => ms % 60_000 < 10_000)).toBe(-1);
  });

  it('are counted without a break', () => {
    const { run, budgets: made, other } = budgets();
    run(1000, steady, () => true);
    expect(made.pausedFor(other)).toBe(980);
    run(20, steady);
    expect(made.pausedFor(other)).toBe(0);
  });

  it('cost what a wait for a return costs', () => {
    const toy = budgets({ pauseBudgetMs: 1000 });
    for (let i = 0; i < 60; i++) {
      toy.wait(20);
      toy.budgets.settle([], 2, true);
    }
    expect([toy.budgets.isOver(toy.other), toy.budgets.mayReturn(toy.other)]).toEqual([true, false]);
  });
});

describe('inputs', () => {
  it.each([
    ['one a minute', (ms: number) => Math.floor(ms / 60_000)],
    ['one every 300 ms', (ms: number) => Math.floor(ms / 300)],
    ['none at all', () => -1],
  ])('%s end the match with the machine', (_, sentBy) => {
    const { run } = budgets();
    const over = run(240_000, sentBy);
    expect(over).toBeGreaterThan(55_000);
    expect(over).toBeLessThan(150_000);
  });

  it('that come at the pace cost nothing', () => {
    expect(budgets({ stallBudgetMs: 0 }).run(120_000, steady)).toBe(-1);
  });

  it('with a hitch of 700 ms every ten seconds never end a match', () => {
    const hitched = (ms: number): number => steady(ms % 10_000 < 700 ? ms - (ms % 10_000) : ms);
    expect(budgets().run(1_200_000, hitched)).toBe(-1);
  });

  it('that come at a third of the pace cost nothing: a slow machine is no attacker', () => {
    const { run } = budgets({ stallBudgetMs: 0 });
    expect(run(60_000, (ms) => Math.floor((ms * 20) / 1000))).toBe(-1);
  });

  it('far ahead of what it acknowledges put it over', () => {
    const { budgets: made, other, reports, context } = budgets();
    for (let frame = 0; frame < 530; frame++) {
      context.parts.queueInput(0, frame, 1);
      context.parts.queueInput(1, frame, 1);
      context.parts.session.step();
    }
    reports.of(other).acked = 5;
    expect(made.isOver(other)).toBe(false);
    reports.of(other).acked = 1;
    expect(made.isOver(other)).toBe(true);
  });
});

describe('returns', () => {
  it('are limited within the span, and granted again as it goes by', () => {
    const { budgets: made, other, wait } = budgets({ rejoinBudget: 3, budgetSpanMs: 60_000 });
    const returned: boolean[] = [];
    for (let i = 0; i < 5; i++) {
      returned.push(made.mayReturn(other));
      if (made.mayReturn(other)) made.chargeReturn(other);
    }
    expect(returned).toEqual([true, true, true, false, false]);
    wait(19_000);
    made.settle([], 0, false);
    expect(made.mayReturn(other)).toBe(false);
    wait(1100);
    made.settle([], 0, false);
    expect(made.mayReturn(other)).toBe(true);
  });
});

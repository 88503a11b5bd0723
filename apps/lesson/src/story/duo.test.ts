import { describe, expect, it } from 'vitest';
import type { Press } from '../settings.js';
import { LEFT, RIGHT, STAY, STARTS } from '../sim/track.js';
import { createDuo } from './duo.js';
import { FRIEND, type Hand, YOU } from './one-machine.js';

const still: Hand = () => STAY;
const hold =
  (press: Press, from = 0): Hand =>
  (frame) =>
    frame < from ? STAY : press;
const run = (duo: ReturnType<typeof createDuo>, ticks: number): void => {
  for (let i = 0; i < ticks; i++) duo.tick();
};

describe('two machines that play on', () => {
  it.each([1, 3, 6])('a press takes %i ticks: your machine knows of a step so much later', (lag) => {
    const duo = createDuo({ lag, delay: 0, window: 8 }, [still, hold(LEFT, 10)]);
    const moved = { there: -1, known: -1 };
    for (let tick = 0; tick < 40; tick++) {
      duo.tick();
      if (moved.there < 0 && duo.now[FRIEND].cells[FRIEND] < STARTS[FRIEND]) moved.there = tick;
      if (moved.known < 0 && duo.known[FRIEND] < STARTS[FRIEND]) moved.known = tick;
    }
    expect(moved.there).toBeGreaterThan(0);
    expect(moved.known - moved.there).toBe(lag);
  });

  it('presses fly from the machine that made them, for as long as the line is', () => {
    const duo = createDuo({ lag: 3, delay: 0, window: 8 }, [hold(RIGHT), hold(LEFT)]);
    run(duo, 12);
    for (const { arrivesAt, from, press, sentAt } of duo.flights) {
      expect(arrivesAt - sentAt).toBe(3);
      expect(press).toBe(from === YOU ? RIGHT : LEFT);
    }
    expect(new Set(duo.flights.map(({ from }) => from))).toEqual(new Set([YOU, FRIEND]));
  });

  it('without guesses both wait in most ticks, and nothing is played again', () => {
    const duo = createDuo({ lag: 3, delay: 0, window: 0 }, [hold(RIGHT), still]);
    let again = 0;
    for (let tick = 0; tick < 60; tick++) {
      duo.tick();
      again += duo.now[YOU].again.length;
      expect(duo.now[YOU].guessed).toBe(false);
    }
    expect(again).toBe(0);
    expect(duo.counts.waited).toBeGreaterThan(30);
    expect(duo.counts.guessed).toBe(0);
  });

  it('with guesses your own step shows in the tick of its press, and a friend who never changes is guessed right', () => {
    const duo = createDuo({ lag: 3, delay: 0, window: 8 }, [hold(RIGHT, 12), still]);
    run(duo, 60);
    expect(duo.counts).toMatchObject({ wrong: 0 });
    expect(duo.counts.guessed).toBeGreaterThan(30);
    expect(duo.counts.waited).toBeLessThan(8);
    expect(duo.now[YOU].guessed).toBe(true);
  });

  it('a friend who turns is guessed wrong for as long as the news takes, and those moments are played again', () => {
    const duo = createDuo({ lag: 3, delay: 0, window: 8 }, [still, (frame) => (frame < 12 ? STAY : LEFT)]);
    let found: (typeof duo.now)[0] | undefined;
    for (let tick = 0; tick < 40 && found === undefined; tick++) {
      duo.tick();
      if (duo.now[YOU].again.length > 0) found = duo.now[YOU];
    }
    expect(duo.counts.wrong).toBe(1);
    expect(found?.wrong).toEqual([STARTS, STARTS, STARTS]);
    expect(found?.again.map((cells) => cells[FRIEND])).toEqual([11, 10, 9]);
    expect(found?.cells[FRIEND]).toBe(8);
  });
});

import { expect, it } from 'vitest';
import { createSleepWatch } from './sleep-watch.js';

function setUp() {
  const calls: string[] = [];
  const watch = createSleepWatch(
    () => calls.at(-1) !== 'asleep' && calls.push('asleep'),
    () => calls.push('awake'),
  );
  let now = 0;
  return {
    calls,
    beats: (count: number, everyMs: number, hidden = true) => {
      for (let i = 0; i < count; i++) watch.beat((now += everyMs), hidden);
    },
  };
}

it('a hidden page that beats once a second is asleep, and awake again when it is shown', () => {
  const { beats, calls } = setUp();
  beats(5, 16, false);
  beats(2, 1000);
  expect(calls).toEqual([]);
  beats(10, 1000);
  expect(calls).toEqual(['asleep']);
  beats(5, 16, false);
  expect(calls).toEqual(['asleep', 'awake']);
});

it('a hidden page that is called twice a second, at once, is asleep', () => {
  const { beats, calls } = setUp();
  for (let i = 0; i < 4; i++) {
    beats(1, 990);
    beats(1, 10);
  }
  expect(calls).toEqual(['asleep']);
});

it('a busy moment is no sleep, and a page that keeps up again is awake though hidden', () => {
  const { beats, calls } = setUp();
  for (let i = 0; i < 20; i++) {
    beats(2, 900);
    beats(20, 16);
  }
  expect(calls).toEqual([]);
  beats(3, 900);
  beats(19, 16);
  expect(calls).toEqual(['asleep']);
  beats(1, 16);
  expect(calls).toEqual(['asleep', 'awake']);
});

it('a visible page is never asleep, however slow', () => {
  const { beats, calls } = setUp();
  beats(30, 900, false);
  expect(calls).toEqual([]);
});

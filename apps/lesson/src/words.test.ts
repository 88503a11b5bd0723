import { describe, expect, it } from 'vitest';
import { record } from './record.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { momentLabel, runSummary, tellingMoment, wallSummary } from './words.js';

const run = record(DEFAULT_SETTINGS);
const stalling = record({ ...DEFAULT_SETTINGS, lag: 6, window: 4 });
const delayed = record({ ...DEFAULT_SETTINGS, delay: 3 });
const telling = ({ walls }: typeof run, wall: number): string => {
  const { moments } = walls[wall]!;
  return momentLabel(moments[tellingMoment(moments)]!, moments);
};
const labels = (wall: number): string[] => run.walls[wall]!.moments.map((moment, _, all) => momentLabel(moment, all));

describe('a tick in words', () => {
  it('tells the one thing that is worth a look', () => {
    expect([0, 3, 4, 16].map((wall) => telling(run, wall))).toEqual([
      'guess P2 in 0: stay',
      'back to before frame 0',
      'frame 1: guessed right',
      'frame 13: guessed right',
    ]);
    expect(telling(stalling, 4)).toBe('wait for P2’s press for 0');
    expect(telling(delayed, 5)).toBe('run frame 5');
    expect(tellingMoment([])).toBe(0);
  });

  it('lists what the trace told, in its order', () => {
    expect(labels(0)).toEqual([
      'P1’s press for 0: right',
      'send presses up to 0',
      'guess P2 in 0: stay',
      'run frame 0',
    ]);
    expect(labels(4)).toEqual([
      'P2’s press for 1 lands: left',
      'frame 1: guessed right',
      'P1’s press for 4: right',
      'send presses up to 4',
      'guess P2 in 4: left',
      'run frame 4',
    ]);
    expect(labels(7)).toEqual([
      'P2’s press for 4 lands: right',
      'frame 4: confirmed',
      'frame 4: guessed left, wrong',
      'back to before frame 4',
      'run 4 again',
      'guess P2 in 5: right',
      'run 5 again',
      'guess P2 in 6: right',
      'run 6 again',
      'P1’s press for 7: right',
      'send presses up to 7',
      'guess P2 in 7: right',
      'run frame 7',
    ]);
  });

  it('says what was read and what was run', () => {
    expect(wallSummary(run.walls[0]!)).toBe('Wall frame 1. Frame 0 runs on a guess: stay.');
    expect(wallSummary(run.walls[7]!)).toBe(
      'Wall frame 8. P2’s press for frame 4 lands: right, and the guess was left. Back to before frame 4, and 3 frames run again. Frame 7 runs on a guess: right.',
    );
    expect(wallSummary(run.walls[4]!)).toBe(
      'Wall frame 5. P2’s press for frame 1 lands and is what was guessed: nothing runs again. Frame 4 runs on a guess: left.',
    );
    expect(wallSummary(run.walls[14]!)).toContain('the last presses are still on their way');
    expect(wallSummary(run.walls[16]!)).toContain('All frames have run, and on real presses.');
    expect(wallSummary(stalling.walls[4]!)).toBe(
      'Wall frame 5. The window is full: frame 4 waits for P2’s press for frame 0.',
    );
    expect(wallSummary(delayed.walls[5]!)).toBe(
      'Wall frame 6. P2’s press for frame 5 lands in time. Frame 5 runs on both real presses.',
    );
  });

  it('sums the run up', () => {
    expect(runSummary(run)).toBe(
      '14 frames in 17 wall frames: 2 rollbacks ran 6 frames again, 3 at the most in one tick, and no tick stalled. Confirmed through frame 13.',
    );
    expect(runSummary(stalling)).toContain('and 4 ticks stalled');
    expect(runSummary(delayed)).toContain('no guess was wrong');
  });
});

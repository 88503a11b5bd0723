import { ReplayError, type ReplayErrorCode } from '@lite-rollback/core';
import { expect, it } from 'vitest';
import { timeOf, wordsForReplay } from './words-for-replay.js';

it('every way in which a file is no replay of this game has words of its own, with what to do', () => {
  const codes: ReplayErrorCode[] = ['not-a-replay', 'version', 'game', 'layout', 'truncated', 'corrupt'];
  const said = codes.map((code) => wordsForReplay(new ReplayError(code, 'raw')));
  expect(new Set(said).size).toBe(codes.length);
  for (const words of said) expect(words).toMatch(/Choose|Open|Save/);
  expect(said.join()).not.toContain('raw');
  expect(wordsForReplay(new Error('no permission'))).toContain('no permission');
});

it('time is minutes, seconds and tenths', () => {
  expect([0, 59, 60, 4050, 36_000, -1].map((frame) => timeOf(frame, 60))).toEqual([
    '0:00.0',
    '0:00.9',
    '0:01.0',
    '1:07.5',
    '10:00.0',
    '0:00.0',
  ]);
});

import { lagModeWords } from '@lite-rollback/app-shared/lag-mode';
import { describe, expect, it } from 'vitest';
import { trainingModeWords } from '../training/training-mode-words.js';
import { readMode } from './mode.js';

describe('readMode', () => {
  it.each([
    ['', { kind: 'cabinet' }],
    ['?mode=hotseat', { kind: 'cabinet' }],
    ['?room=x', { kind: 'cabinet' }],
    ['?mode=fight', { kind: 'fight', boxes: false }],
    ['?mode=boxes', { kind: 'fight', boxes: true }],
    ['?mode=synctest', { kind: 'synctest' }],
    ['?mode=lag', { kind: 'lag', frames: 6, loss: 10 }],
    ['?mode=lag:10:25', { kind: 'lag', frames: 10, loss: 25 }],
    ['?mode=lag:10', { kind: 'lag', frames: 10, loss: 0 }],
    ['?mode=lag:0:0', { kind: 'lag', frames: 0, loss: 0 }],
    ['?mode=lag:60:80', { kind: 'lag', frames: 60, loss: 80 }],
    // Out of bounds or not a number: the cabinet says that there is no such mode.
    ['?mode=lag:61:0', { kind: 'cabinet' }],
    ['?mode=lag:1:81', { kind: 'cabinet' }],
    ['?mode=lag:-1:0', { kind: 'cabinet' }],
    ['?mode=lag:1:2:3', { kind: 'cabinet' }],
    ['?mode=lag:a:b', { kind: 'cabinet' }],
  ])('%s', (search, mode) => {
    expect(readMode(search)).toEqual(mode);
  });

  it.each([
    ['?mode=training', 'parry'],
    ['?mode=training:block', 'block'],
    ['?mode=training:air', 'air'],
  ])('%s', (search, id) => {
    expect(readMode(search)).toMatchObject({ kind: 'training', lesson: { id } });
  });

  it('leaves a lesson that there is not to the cabinet, which says which there are', () => {
    expect(readMode('?mode=training:dance')).toEqual({ kind: 'cabinet' });
    expect(trainingModeWords('training:dance')).toMatch(/one of strike, block, parry, answer, air, break\. /);
    expect(trainingModeWords('trainings')).toBeUndefined();
  });
});

describe('lagModeWords', () => {
  it('says of numbers that cannot be had which can, and what to type', () => {
    for (const mode of ['lag:99:300', 'lag:61:0', 'lag:1:81', 'lag:-1:0', 'lag:a:b', 'lag:']) {
      expect(readMode(`?mode=${mode}`)).toEqual({ kind: 'cabinet' });
      expect(lagModeWords(mode)).toMatch(/F, .* 0 to 60; L, .* 0 to 80\. .*\?mode=lag:6:10\.$/);
    }
  });

  it('says nothing of another mode', () => {
    for (const mode of ['', 'lagoon', 'boxes']) expect(lagModeWords(mode)).toBeUndefined();
  });
});

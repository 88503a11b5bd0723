import { defineGame, TRACE } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { createFlightRecorder, type FlightRecorder } from './flight-recorder.js';
import { inputGlyphs, inputWords } from './input-words.js';
import { rowWords, sumWords, wordsForTimeline } from './row-words.js';

const BUTTONS = [
  { bits: 1, label: 'left', glyph: '←' },
  { bits: 2, label: 'right', glyph: '→' },
  { bits: 8, label: 'punch' },
];
const NAMES = ['Red', 'Blue'];
const game = defineGame({
  id: 'words/1',
  numPlayers: 2,
  fields: { x: { type: Int32Array, length: 1 } },
  simulate() {},
});

function say({ log }: FlightRecorder, frame: number): string[] {
  const row = log.row(frame);
  if (row === undefined) throw new Error('no such row');
  const { lines, title } = rowWords(log, row, NAMES, BUTTONS);
  return [title, ...lines];
}

describe('inputs in words', () => {
  it('are named by their buttons, and what no button has is in hexadecimal', () => {
    expect([0, 1, 9, 10, 0x80000001].map((word) => inputWords(BUTTONS, word))).toEqual([
      'nothing',
      'left',
      'left, punch',
      'right, punch',
      'left, 0x80000000',
    ]);
    expect([0, 1, 9, -1].map((word) => inputGlyphs(BUTTONS, word))).toEqual([
      '',
      '←',
      '← punch',
      '← → punch 0xfffffff4',
    ]);
    expect(inputWords([], 5)).toBe('0x5');
  });
});

describe('a row in words', () => {
  const recorder = createFlightRecorder({ game });
  const { afterTick, trace } = recorder;
  // Frame 0 is a startup frame of Red's; Blue's input of it is guessed, and comes two ticks later as another one.
  trace(TRACE.PREDICT, 0, 1, 1);
  trace(TRACE.STEP, 0, -1, 0);
  afterTick('advanced');
  trace(TRACE.RECEIVE, 1, 0, 8);
  trace(TRACE.SEND, 1, 1, 30);
  trace(TRACE.PREDICT, 1, 1, 1);
  trace(TRACE.STEP, 1, -1, 0);
  afterTick('advanced');
  trace(TRACE.RECEIVE, 0, 1, 2);
  trace(TRACE.MISPREDICT, 0, 1, 2);
  trace(TRACE.RECEIVE, 1, 1, 1);
  trace(TRACE.ROLLBACK, 0, -1, 2);
  trace(TRACE.RESIMULATE, 0, -1, 0);
  trace(TRACE.RESIMULATE, 1, -1, 0);
  trace(TRACE.STALL, 2, 1, 1);
  afterTick('stalled');
  trace(TRACE.DESYNC, 0, 1, 77);

  it('says what each input was, when it came, and what was thought of it', () => {
    expect(say(recorder, 0)).toEqual([
      'Frame 0, run 2 times, not confirmed',
      'Apart: Blue’s machine has another state here',
      'Red: nothing by rule: a startup frame',
      'Blue: right, came 2 ticks late; guessed wrong, as left',
      'A rollback began here, 2 frames deep',
    ]);
    expect(say(recorder, 1)).toEqual([
      'Frame 1, run 2 times, not confirmed', 'Red: punch, came in time', 'Blue: left, came 1 tick late; guessed right', '1 packet sent, 30 bytes; 1 input on the way',
    ]); // prettier-ignore
    expect(say(recorder, 2)).toEqual([
      'Frame 2, due, not confirmed',
      'Red: not known yet',
      'Blue: not known yet',
      'Waited 1 tick for Blue',
    ]);
  });

  it('says what all of them come to', () => {
    expect(sumWords(recorder.log.sums(), 60)).toEqual({
      title: 'The last 0.0 s',
      lines: [
        'Apart: the machines differ at frame 0',
        'Redone: 2 frames in 1 rollback, the deepest 2',
        'Guessed: 1 wrong, 1 right, 0 open',
        'Waited: 1 tick. On the way: 1 input',
      ],
    });
  });

  it('has other words for each way in which a file is none', () => {
    const said = (['not-a-timeline', 'version', 'truncated', 'corrupt'] as const).map(wordsForTimeline);
    expect(new Set(said).size).toBe(4);
    for (const words of said) expect(words).toMatch(/Choose|Open|Save/);
  });
});

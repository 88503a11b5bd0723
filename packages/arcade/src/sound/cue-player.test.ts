import { describe, expect, it } from 'vitest';
import { createCuePlayer } from './cue-player.js';

function setUp() {
  const log: string[] = [];
  const cues = new Map<number, number>();
  const player = createCuePlayer((bit, frame) => {
    log.push(`play ${bit} @${frame}`);
    return () => log.push(`cut ${bit} @${frame}`);
  });
  return {
    log,
    cues,
    hear: (newest: number, from = newest) => player.hear(newest, from, (frame) => cues.get(frame) ?? 0),
    player,
  };
}

describe('createCuePlayer', () => {
  it('plays each cue of a frame once, and the same cue of another frame again', () => {
    const { cues, hear, log } = setUp();
    cues.set(10, 1 | 4);
    cues.set(11, 4);
    hear(10);
    hear(10, 4);
    hear(11);
    hear(11, 9);
    expect(log).toEqual(['play 1 @10', 'play 4 @10', 'play 4 @11']);
  });

  it('after a rollback plays what is new in the frames that it corrected, and cuts what the correction took away', () => {
    const { cues, hear, log } = setUp();
    for (let frame = 0; frame <= 40; frame++) {
      if (frame === 37) cues.set(37, 2); // a kill …
      hear(frame);
    }
    cues.set(37, 8); // … that a late block turned into a parry
    cues.set(10, 1); // before the rollback
    cues.set(11, 1); // as deep as a rollback can be
    hear(40, 11);
    expect(log).toEqual(['play 2 @37', 'play 1 @11', 'cut 2 @37', 'play 8 @37']);
    hear(40, 11);
    expect(log).toHaveLength(4);
  });

  it('without a rollback reads the leading frame alone', () => {
    const { cues, hear, log } = setUp();
    hear(5);
    cues.set(5, 1);
    hear(6);
    expect(log).toEqual([]);
  });

  it('knows the highest bit, too, by the number that a game has it under, whatever its sign', () => {
    for (const bits of [0x80000000, 0x80000000 | 0]) {
      const { cues, hear, log } = setUp();
      cues.set(3, bits);
      hear(3);
      cues.set(3, 0);
      hear(3, 2);
      expect(log).toEqual(['play 2147483648 @3', 'cut 2147483648 @3']);
    }
  });

  it('forgets everything for a new match', () => {
    const { cues, hear, log, player } = setUp();
    cues.set(1, 1);
    hear(1);
    player.reset();
    hear(1);
    expect(log).toEqual(['play 1 @1', 'play 1 @1']);
  });
});

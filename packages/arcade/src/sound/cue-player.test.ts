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
    hear: (newest: number, rolledBack = false) => player.hear(newest, rolledBack, (frame) => cues.get(frame) ?? 0),
    player,
  };
}

describe('createCuePlayer', () => {
  it('plays each cue of a frame once, and the same cue of another frame again', () => {
    const { cues, hear, log } = setUp();
    cues.set(10, 1 | 4);
    cues.set(11, 4);
    hear(10);
    hear(10, true);
    hear(11);
    hear(11, true);
    expect(log).toEqual(['play 1 @10', 'play 4 @10', 'play 4 @11']);
  });

  it('after a rollback plays what is new among the last six frames, and cuts what the correction took away', () => {
    const { cues, hear, log } = setUp();
    for (let frame = 0; frame <= 20; frame++) {
      if (frame === 17) cues.set(17, 2); // a kill …
      hear(frame);
    }
    cues.set(17, 8); // … that a late block turned into a parry
    cues.set(14, 1); // too old to be heard
    cues.set(15, 1); // just young enough
    hear(20, true);
    expect(log).toEqual(['play 2 @17', 'play 1 @15', 'cut 2 @17', 'play 8 @17']);
    hear(20, true);
    expect(log).toHaveLength(4);
  });

  it('without a rollback reads the leading frame alone', () => {
    const { cues, hear, log } = setUp();
    hear(5);
    cues.set(5, 1);
    hear(6);
    expect(log).toEqual([]);
  });

  it('knows the highest bit, too', () => {
    const { cues, hear, log } = setUp();
    cues.set(3, 0x80000000);
    hear(3);
    cues.set(3, 0);
    hear(3, true);
    expect(log).toHaveLength(2);
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

// The case that sound lives in the state for: a kill was heard, and then the defender turns out to have tapped block in
// time.
import { createCuePlayer } from '@lite-rollback/arcade';
import { createSession } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { drills } from '../src/drills/drills.js';
import { fighter } from '../src/game.js';
import { CUE_KILL, CUE_PARRY, CUE_SWING } from '../src/sim/cues.js';
import { ACTION, ACTION_PARRY, CUES, read, readOf } from '../src/sim/layout.js';
import { beginMatch } from '../src/sim/step.js';

/**
 * Plays the drill of a parry with the right player's nibbles arriving `late` frames late, and writes down what is
 * heard.
 */
function hear(late: number): { started: string[]; stopped: string[]; rollbacks: number; parried: boolean } {
  const drill = drills.find(({ name }) => name === 'parry on the last step of the window');
  if (drill === undefined) throw new Error('the drill has another name now');
  const done = drill.play();
  const session = createSession({ ...fighter, capacity: 16 });
  beginMatch(session.fields.fight, done.seed);
  const started: string[] = [];
  const stopped: string[] = [];
  const player = createCuePlayer((bit, frame) => {
    if (bit !== CUE_KILL && bit !== CUE_PARRY && bit !== CUE_SWING) return () => {};
    started.push(`${bit} at ${frame}`);
    return () => stopped.push(`${bit} at ${frame}`);
  });
  const nibble = (handle: number, frame: number): number => ((done.inputs[frame] ?? 0) >> (handle * 4)) & 15;
  let rollbacks = 0;
  for (let tick = 0; tick < done.frames; tick++) {
    if (tick >= late) session.queueRemoteInput(1, tick - late, nibble(1, tick - late));
    session.setLocalInput(nibble(0, tick));
    session.step();
    const newest = session.frame() - 1;
    const from = session.stats.rollbacks === rollbacks ? newest : newest - late;
    rollbacks = session.stats.rollbacks;
    player.hear(newest, from, (frame) => read(session.stateAt(frame).fight, CUES));
  }
  session.resync();
  const parried = done.history.some((state) => readOf(state, 1, ACTION) === ACTION_PARRY);
  return { started, stopped, rollbacks, parried };
}

describe('a kill that a late block turns into a parry', () => {
  it('is only a parry where the block is known in time', () => {
    const { started, stopped, rollbacks, parried } = hear(0);
    expect(parried).toBe(true);
    expect(rollbacks).toBe(0);
    expect(started.map((sound) => sound.split(' ')[0])).toEqual([String(CUE_SWING), String(CUE_PARRY)]);
    expect(stopped).toEqual([]);
  });

  it.each([5, 6, 7, 8, 9])('%i frames late: the kill is heard, cut short, and the parry heard once', (late) => {
    const { started, stopped, rollbacks } = hear(late);
    const kill = started.find((sound) => sound.startsWith(`${CUE_KILL} `)) ?? '';
    const impact = kill.split(' at ')[1] ?? '';
    expect(kill).not.toBe('');
    expect(rollbacks).toBeGreaterThan(0);
    expect(started.filter((sound) => sound.startsWith(`${CUE_KILL} `))).toHaveLength(1);
    expect(stopped).toEqual([kill]);
    expect(started.filter((sound) => sound.startsWith(`${CUE_PARRY} `))).toEqual([`${CUE_PARRY} at ${impact}`]);
    expect(started.filter((sound) => sound.startsWith(`${CUE_SWING} `))).toHaveLength(1);
  });
});

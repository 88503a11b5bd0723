// What a lesson is called and what it says.
import {
  PARRY_COOLDOWN,
  PARRY_WINDOW,
  PUNCH_ACTIVE,
  PUNCH_RECOVERY,
  PUNCH_STARTUP,
  STUN_FRAMES,
} from '../sim/constants.js';
import type { Lesson } from '../sim/training/lessons.js';

export interface LessonWords {
  /** In the list of lessons. */
  readonly name: string;
  /** Over the fight: what there is to do. */
  readonly task: string;
  /** In the ground: how. */
  readonly how: string;
  /** Of an attempt that came to nothing, where no tap explains it. */
  readonly bad: string;
}

const PUNCH = `A punch: ${PUNCH_STARTUP} frames to come, ${PUNCH_ACTIVE} live, ${PUNCH_RECOVERY} open.`;
const WINDOW = `A tap parries for ${PARRY_WINDOW} frames, the next one after ${PARRY_COOLDOWN}.`;

export const LESSON_WORDS: Readonly<Record<Lesson['id'], LessonWords>> = {
  strike: { name: 'Strike', task: 'Walk in and strike', how: PUNCH, bad: 'Out of reach' },
  block: {
    name: 'Block',
    task: 'Block this punch',
    how: 'Hold block. It costs a piece of your guard.',
    bad: 'No guard',
  },
  parry: { name: 'Parry', task: 'Parry this punch', how: WINDOW, bad: 'No tap' },
  answer: {
    name: 'Parry, then strike',
    task: 'Parry, then strike',
    how: `Parried, he stands open for ${STUN_FRAMES} frames.`,
    bad: 'No tap',
  },
  air: { name: 'Punish', task: 'He hits air: strike', how: PUNCH, bad: 'Too near' },
  break: {
    name: 'Break the guard',
    task: 'Break the guard, then strike',
    how: 'The third block breaks it. Then nothing stops you.',
    bad: 'Not in time',
  },
};

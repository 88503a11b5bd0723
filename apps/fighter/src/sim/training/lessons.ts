// Rolls back: what there is to learn: how each lesson begins, what the other does, and what it counts as. Each is a drill whose one
// pair of hands is a person's.
import { FIST_FAR, HURT_HALF, PUNCH_LUNGE, PUNCH_STARTUP, PX } from '../constants.js';
import { CUE_BLOCK, CUE_BREAK, CUE_CLASH, CUE_KILL, CUE_PARRY } from '../cues.js';
import {
  ACTION,
  ACTION_FREE,
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  IMPACT_BY,
  read,
  readOf,
  type State,
  X,
} from '../layout.js';

export interface Lesson {
  readonly id: 'strike' | 'block' | 'parry' | 'answer' | 'air' | 'break';
  /** px between the two when an attempt begins. */
  readonly gap: number;
  /** Steps after which an attempt that came to nothing ends. */
  readonly longest: number;
  /** The other's nibble at `step` of the attempt. */
  other(state: State, step: number): number;
  /**
   * What an impact of this step means: 1 good, −1 bad, 0 not decided yet. `cues` are the step's, `reached` those of the
   * attempt so far.
   */
  judge(state: State, cues: number, reached: number): -1 | 0 | 1;
  /** Whether the other throws a punch that is to be answered: then the picture shows when. */
  readonly fist: boolean;
}

/** px: from here a punch reaches one who stands still. */
const REACH = (FIST_FAR + HURT_HALF + PUNCH_LUNGE * PUNCH_STARTUP) / PX;
/** px nearer than REACH: there the other stops walking and strikes. */
const SURE = 3;
/** Steps between two punches that hit air: time to see the rhythm, and to use it. */
const AIR_EVERY = 75;
/** Steps that a person may take over an attempt that has no end of its own. */
const PATIENCE = 420;

/** What a kill of this step means: the person's own, or the other's. */
const personKills = (state: State, cues: number): boolean => (cues & CUE_KILL) !== 0 && read(state, IMPACT_BY) === 0;
const personDies = (state: State, cues: number): boolean => (cues & CUE_KILL) !== 0 && read(state, IMPACT_BY) !== 0;

function walkInAndStrike(state: State): number {
  if (readOf(state, 1, ACTION) !== ACTION_FREE) return 0;
  const gap = (readOf(state, 1, X) - readOf(state, 0, X)) / PX;
  return gap > REACH - SURE ? BIT_LEFT : BIT_PUNCH;
}

const stand = (): number => 0;
const guard = (): number => BIT_BLOCK;

/** Good is whatever of `wanted` stops the fist; anything else that happens is not. */
function stopsWith(wanted: number): Lesson['judge'] {
  return (_, cues) => {
    if ((cues & wanted) !== 0) return 1;
    return (cues & (CUE_BLOCK | CUE_BREAK | CUE_PARRY | CUE_KILL | CUE_CLASH)) === 0 ? 0 : -1;
  };
}

const FISTS = { gap: 84, longest: PATIENCE, fist: true, other: walkInAndStrike } as const;

export const LESSONS: readonly Lesson[] = [
  {
    id: 'strike',
    gap: 96,
    longest: PATIENCE,
    fist: false,
    other: stand,
    judge: (state, cues) => (personKills(state, cues) ? 1 : 0),
  },
  { id: 'block', ...FISTS, judge: stopsWith(CUE_BLOCK | CUE_BREAK | CUE_PARRY) },
  { id: 'parry', ...FISTS, judge: stopsWith(CUE_PARRY) },
  {
    id: 'answer',
    ...FISTS,
    judge(state, cues, reached) {
      const parried = (reached & CUE_PARRY) !== 0;
      if (personKills(state, cues)) return parried ? 1 : -1;
      // He is on his feet again: the answer came too late.
      if (parried && readOf(state, 1, ACTION) === ACTION_FREE) return -1;
      return personDies(state, cues) || (cues & (CUE_BLOCK | CUE_BREAK | CUE_CLASH)) !== 0 ? -1 : 0;
    },
  },
  {
    id: 'air',
    gap: 58,
    longest: PATIENCE,
    fist: false,
    other: (_, step) => (step % AIR_EVERY < 2 ? BIT_PUNCH : 0),
    judge: (state, cues) => (personKills(state, cues) ? 1 : personDies(state, cues) ? -1 : 0),
  },
  {
    id: 'break',
    gap: 60,
    longest: 2 * PATIENCE,
    fist: false,
    other: guard,
    judge: (state, cues, reached) => (personKills(state, cues) && (reached & CUE_BREAK) !== 0 ? 1 : 0),
  },
];

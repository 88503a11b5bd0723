// Rolls back: one frame of a lesson. The other's hands are here, so the whole of it is a game for one player.
import { GUARD_PIPS, PUNCH_STARTUP, PX, STAGE_WIDTH } from '../constants.js';
import { CUE_BLOCK, CUE_BREAK, CUE_CLASH, CUE_KILL, CUE_PARRY } from '../cues.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_FREE,
  ACTION_PUNCH,
  BIT_BLOCK,
  BUFFER,
  COOLDOWN,
  CUES,
  facing,
  GUARD,
  HELD,
  HITSTOP,
  IMPACT,
  IMPACT_NONE,
  INPUT_MASK,
  OUTCOME,
  OUTCOME_NONE,
  PARRY_LEFT,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  PHASE_LEFT,
  read,
  readOf,
  ROUND,
  SLIDE,
  SPENT,
  type State,
  WINS,
  writeOf,
  X,
} from '../layout.js';
import { drawRandom, seedRandom } from '../random.js';
import { step } from '../step.js';
import {
  BIT_SLOW,
  type Course,
  FIST,
  GATHERED,
  goodOnes,
  NEEDED,
  PASSED,
  RAW,
  REACHED,
  readCourse,
  RECORD,
  SLOW,
  SLOW_FACTOR,
  SLOW_FRAME,
  STAGE,
  STAGE_AFTER,
  STAGE_ATTEMPT,
  STAGE_STEP,
  STAGE_WAITING,
  TAPPED,
  TRIES,
  VERDICT,
  VERDICT_BAD,
  VERDICT_GOOD,
  VERDICT_NONE,
  WAIT,
  WINDOW,
} from './course-layout.js';
import type { Lesson } from './lessons.js';

const IMPACTS = CUE_BLOCK | CUE_BREAK | CUE_PARRY | CUE_CLASH | CUE_KILL;
/** Steps that the other stands at first, at the least, and a mask of what chance adds: nobody is to learn a rhythm. */
const WAIT_STEPS = 30;
const WAIT_SPREAD_MASK = 63;
/** Steps in which the outcome is shown. */
const AFTER_STEPS = 80;
/** Steps after the fist in which a tap still counts as one that came too late. */
const LATE_STEPS = 30;

export function beginLesson(lesson: Lesson, state: State, course: Course, round: number, seed: number): void {
  state.fill(0);
  course.fill(0);
  seedRandom(state, seed);
  state[ROUND] = round;
  setUp(lesson, state, course);
}

/** 1/60 s: one step of the fight, or in slow motion a quarter of one. `before` gets the state before that step. */
export function runLesson(lesson: Lesson, state: State, before: State, course: Course, input: number): void {
  const raw = input & (INPUT_MASK | BIT_SLOW);
  if ((raw & ~readCourse(course, RAW) & BIT_SLOW) !== 0) {
    course[SLOW] = readCourse(course, SLOW) ^ 1;
    course[SLOW_FRAME] = 0;
  }
  course[RAW] = raw;
  course[GATHERED] = readCourse(course, GATHERED) | (raw & INPUT_MASK);
  if (readCourse(course, SLOW) === 1) {
    const passed = readCourse(course, SLOW_FRAME) + 1;
    course[SLOW_FRAME] = passed % SLOW_FACTOR;
    if (passed < SLOW_FACTOR) {
      state[CUES] = 0; // what was to be heard of the last step has been
      return;
    }
  }
  const nibble = readCourse(course, GATHERED);
  course[GATHERED] = 0;
  before.set(state);
  runStep(lesson, state, course, nibble);
}

function runStep(lesson: Lesson, state: State, course: Course, nibble: number): void {
  const stage = readCourse(course, STAGE);
  const at = readCourse(course, STAGE_STEP);
  course[STAGE_STEP] = at + 1;
  noteTap(state, course, nibble, stage, at);
  step(state, nibble, stage === STAGE_ATTEMPT ? lesson.other(state, at) : 0);
  if (stage === STAGE_WAITING) {
    if (at >= readCourse(course, WAIT)) enter(course, STAGE_ATTEMPT);
  } else if (stage === STAGE_ATTEMPT) judge(lesson, state, course, at);
  else if (at >= AFTER_STEPS) setUp(lesson, state, course);
}

/** Everyone on their marks, whole; who has done what before is in the course alone. */
function setUp(lesson: Lesson, state: State, course: Course): void {
  state[PHASE] = PHASE_FIGHT;
  state[PHASE_LEFT] = 0;
  // Past the word that a fight begins with.
  state[PHASE_FRAME] = 600;
  state[HITSTOP] = 0;
  state[OUTCOME] = OUTCOME_NONE;
  state[IMPACT] = IMPACT_NONE;
  for (const fighter of [0, 1] as const) {
    writeOf(state, fighter, X, (STAGE_WIDTH - facing(fighter) * lesson.gap * PX) >> 1);
    writeOf(state, fighter, GUARD, GUARD_PIPS);
    for (const cell of [ACTION_FRAME, PARRY_LEFT, COOLDOWN, BUFFER, SLIDE, SPENT, WINS])
      writeOf(state, fighter, cell, 0);
    writeOf(state, fighter, ACTION, ACTION_FREE);
  }
  enter(course, STAGE_WAITING);
  course[WAIT] = WAIT_STEPS + (drawRandom(state) & WAIT_SPREAD_MASK);
  course[TAPPED] = -1;
  course[FIST] = -1;
  course[REACHED] = 0;
  course[VERDICT] = VERDICT_NONE;
}

function enter(course: Course, stage: number): void {
  course[STAGE] = stage;
  course[STAGE_STEP] = 0;
}

/** Taps are counted from the attempt's first step; one that comes a little after the fist is one that came too late. */
function noteTap(state: State, course: Course, nibble: number, stage: number, at: number): void {
  const goesDown = (nibble & BIT_BLOCK) !== 0 && (readOf(state, 0, HELD) & BIT_BLOCK) === 0;
  if (!goesDown || stage === STAGE_WAITING) return;
  if (stage === STAGE_ATTEMPT) course[TAPPED] = at;
  else if (readCourse(course, TAPPED) < 0 && at < LATE_STEPS && readCourse(course, FIST) >= 0)
    course[TAPPED] = readCourse(course, FIST) + at + 1;
}

function judge(lesson: Lesson, state: State, course: Course, at: number): void {
  if (readOf(state, 1, ACTION) === ACTION_PUNCH && read(state, HITSTOP) === 0)
    course[FIST] = at + Math.max(0, PUNCH_STARTUP - readOf(state, 1, ACTION_FRAME));
  const cues = read(state, CUES);
  if ((cues & IMPACTS) !== 0 && readCourse(course, REACHED) === 0 && lesson.fist) course[FIST] = at;
  const verdict = lesson.judge(state, cues, readCourse(course, REACHED));
  course[REACHED] = readCourse(course, REACHED) | (cues & IMPACTS);
  if (verdict === 0 && at < lesson.longest) return;
  decide(course, verdict > 0);
}

function decide(course: Course, good: boolean): void {
  course[TRIES] = readCourse(course, TRIES) + 1;
  course[RECORD] = ((readCourse(course, RECORD) << 1) | (good ? 1 : 0)) & ((1 << WINDOW) - 1);
  course[VERDICT] = good ? VERDICT_GOOD : VERDICT_BAD;
  if (goodOnes(course) >= NEEDED) course[PASSED] = 1;
  enter(course, STAGE_AFTER);
}

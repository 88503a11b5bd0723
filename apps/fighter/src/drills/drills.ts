// One drill for each mechanic. Each says what it must reach: a script that reaches nothing rolls back beautifully and
// proves nothing.
import {
  ACTION,
  ACTION_BLOCKSTUN,
  ACTION_BOUNCE,
  ACTION_DEAD,
  ACTION_STUNNED,
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  GUARD,
  OUTCOME,
  OUTCOME_LEFT,
  PHASE,
  PHASE_INTRO,
  PHASE_OVER,
  ROUND,
  read,
  readOf,
  WINS,
  X,
} from '../sim/layout.js';
import type { CueName } from './cue-names.js';
import { type Beat, type Performance, perform } from './script.js';

export interface Drill {
  readonly name: string;
  /** Exact count of every cue the mechanic sets. One that is not named here may be anything. */
  readonly cues: Partial<Record<CueName, number>>;
  /** Plays it. Deterministic: the same performance every time. */
  play(): Performance;
  /** Faults beyond the cue counts, in words; none when the mechanic was reached. */
  look?(done: Performance): readonly string[];
}

// The rules' own numbers are written out here: a drill that took them from the sim would bend along with it, and miss
// nothing.
const PARRY_WINDOW = 5;
const PARRY_COOLDOWN = 45;
const ROUNDS_TO_WIN = 3;
const PUNCH_STARTUP = 8;
const PUNCH_TOTAL = 29;
const BREAK_FRAMES = 30;
const HITSTOP_BLOCK = 6;
const HITSTOP_BREAK = 12;
const HITSTOP_PARRY = 12;
const HITSTOP_CLASH = 10;
const HITSTOP_KILL = 20;
/** 1/256 px. */
const START_GAP = 96 * 256;
/** 1/256 px a step. */
const WALK_FORWARD = 384;

/**
 * Steps of walking that bring a punch into reach of somebody who stands at his mark: START_GAP less reach and lunge, at
 * WALK_FORWARD, rounded up.
 */
const APPROACH = 34;
/** From the press to the step on which the fist goes live. */
const TO_IMPACT = PUNCH_STARTUP;
const PUNCH_OVER = PUNCH_TOTAL + HITSTOP_KILL;

const walkIn: Beat = [APPROACH, BIT_RIGHT, 0];

/** Left punches; right taps block so that the tap comes `early` steps before the fist does. Then hands off. */
function tapBefore(early: number, then: readonly Beat[] = []): Beat[] {
  return [walkIn, [TO_IMPACT - early, BIT_PUNCH, 0], [1, BIT_PUNCH, BIT_BLOCK], [early, BIT_PUNCH, 0], ...then];
}

export const drills: readonly Drill[] = [
  {
    name: 'kill',
    cues: { kill: 1, block: 0, parry: 0, clash: 0, break: 0, swingLeft: 1, swingRight: 0 },
    play: () => perform(1, [walkIn, [1, BIT_PUNCH, 0], [TO_IMPACT, 0, 0]], { after: 10 }),
    look: (done) => [
      ...expectAction(done, 1, ACTION_DEAD),
      ...expectEqual('the left one scores', readOf(done.end, 0, WINS), 1),
      ...expectEqual(
        'the fall is on the first live step',
        firstFrame(done, (s) => readOf(s, 1, ACTION) === ACTION_DEAD) - start(done),
        APPROACH + TO_IMPACT,
      ),
    ],
  },
  {
    name: 'block spends a pip',
    cues: { block: 1, kill: 0, parry: 0, break: 0, armRight: 1 },
    play: () =>
      perform(2, [
        [APPROACH, BIT_RIGHT, BIT_BLOCK],
        [1, BIT_PUNCH, BIT_BLOCK],
        [TO_IMPACT + 4, 0, BIT_BLOCK],
      ]),
    look: (done) => [
      ...expectEqual('pips left', readOf(done.end, 1, GUARD), 2),
      ...expectAction(done, 1, ACTION_BLOCKSTUN),
    ],
  },
  {
    name: 'block until the guard breaks, then the next punch kills',
    cues: { block: 2, break: 1, kill: 1, parry: 0, clash: 0 },
    play: () => perform(3, [[APPROACH, BIT_RIGHT, BIT_BLOCK], ...fourPunches()], { after: 20 }),
    look: (done) => [
      ...expectAction(done, 1, ACTION_DEAD),
      ...expectEqual('pips left', readOf(done.end, 1, GUARD), 0),
      ...expectEqual('frozen frames', done.frozen, 2 * HITSTOP_BLOCK + HITSTOP_BREAK + HITSTOP_KILL),
    ],
  },
  {
    name: 'parry on the first step of the window',
    cues: { parry: 1, kill: 0, block: 0, armRight: 1 },
    play: () => perform(4, tapBefore(0), { after: 20 }),
    look: (done) => [
      ...expectAction(done, 0, ACTION_STUNNED),
      ...expectEqual('pips left', readOf(done.end, 1, GUARD), 3),
      ...expectEqual('frozen frames', done.frozen, HITSTOP_PARRY),
    ],
  },
  {
    name: 'parry on the last step of the window',
    cues: { parry: 1, kill: 0, block: 0, armRight: 1 },
    play: () => perform(5, tapBefore(PARRY_WINDOW - 1), { after: 20 }),
    look: (done) => expectAction(done, 0, ACTION_STUNNED),
  },
  {
    name: 'a tap one step too early is no parry',
    cues: { parry: 0, kill: 1, block: 0, armRight: 1 },
    play: () => perform(6, tapBefore(PARRY_WINDOW), { after: 20 }),
    look: (done) => [...expectAction(done, 1, ACTION_DEAD), ...expectEqual('frozen frames', done.frozen, HITSTOP_KILL)],
  },
  {
    name: 'held block past the window is only a block',
    cues: { parry: 0, kill: 0, block: 1, armRight: 1 },
    play: () =>
      perform(7, [walkIn, [TO_IMPACT - PARRY_WINDOW, BIT_PUNCH, 0], [PARRY_WINDOW + 4, BIT_PUNCH, BIT_BLOCK]]),
  },
  {
    name: 'block held past the cooldown never arms a second time',
    cues: { parry: 0, kill: 0, block: 1, armRight: 1 },
    // Held from the first step on. The fist arrives two steps after the cooldown's end: were holding enough, it would
    // be parried.
    play: () =>
      perform(17, [
        [PARRY_COOLDOWN + 2 - APPROACH - TO_IMPACT, 0, BIT_BLOCK],
        [APPROACH, BIT_RIGHT, BIT_BLOCK],
        [TO_IMPACT + 4, BIT_PUNCH, BIT_BLOCK],
      ]),
  },
  {
    name: 'parry, then a kill for free, whatever the stunned one presses',
    cues: { parry: 1, kill: 1, block: 0, armLeft: 0 },
    play: () => perform(8, tapBefore(2, [[1, 0, 0], ...mash(30, BIT_BLOCK | BIT_PUNCH, BIT_PUNCH)]), { after: 20 }),
    look: (done) => [
      ...expectAction(done, 0, ACTION_DEAD),
      ...expectEqual('the right one scores', readOf(done.end, 1, WINS), 1),
    ],
  },
  {
    name: 'clash bounces both',
    cues: { clash: 1, kill: 0, block: 0, parry: 0, swingLeft: 1, swingRight: 1 },
    play: () =>
      perform(9, [
        [17, BIT_RIGHT, BIT_LEFT],
        [1, BIT_PUNCH, BIT_PUNCH],
        [TO_IMPACT + 14, 0, 0],
      ]),
    look: (done) => {
      const gap = readOf(done.end, 1, X) - readOf(done.end, 0, X);
      const before = START_GAP - 2 * 17 * WALK_FORWARD;
      return [
        ...expectAction(done, 0, ACTION_BOUNCE),
        ...expectAction(done, 1, ACTION_BOUNCE),
        ...expectEqual('frozen frames', done.frozen, HITSTOP_CLASH),
        ...(gap > before ? [] : [`thrown apart: gap ${gap} is not above ${before}`]),
      ];
    },
  },
  {
    name: 'the cooldown turns a mashed tap into a block',
    cues: { armRight: 1, parry: 0, block: 1, kill: 0 },
    // The first tap is too early to meet the fist. The second meets it, with the cooldown still running.
    play: () => perform(10, [walkIn, [1, BIT_PUNCH, BIT_BLOCK], [TO_IMPACT - 2, 0, 0], [6, 0, BIT_BLOCK]]),
  },
  {
    name: 'the cooldown ends',
    cues: { armRight: 2, parry: 1, block: 0, kill: 0 },
    play: () =>
      perform(11, [[1, 0, BIT_BLOCK], [PARRY_COOLDOWN - 1 - APPROACH - TO_IMPACT, 0, 0], ...tapBefore(0)], {
        after: 4,
      }),
  },
  {
    name: 'hit stop freezes both, and a key pressed in it counts at its end',
    cues: { block: 1, armRight: 1, kill: 0 },
    play: () =>
      perform(12, [
        [APPROACH, BIT_RIGHT, BIT_BLOCK],
        [1, BIT_PUNCH, BIT_BLOCK],
        [TO_IMPACT, 0, BIT_BLOCK],
        [22, 0, BIT_PUNCH],
      ]),
    look: (done) => {
      const hit = firstFrame(done, (s) => readOf(s, 1, ACTION) === ACTION_BLOCKSTUN);
      const moved = done.history.findIndex(
        (s, i) => i > hit && readOf(s, 1, X) !== readOf(done.history[hit] ?? s, 1, X),
      );
      return [
        ...expectEqual('frozen frames', done.frozen, HITSTOP_BLOCK),
        ...expectEqual('first frame that moves again', moved - hit, HITSTOP_BLOCK + 1),
        ...expectEqual(
          'the walk-in was real',
          readOf(done.history[hit] ?? done.end, 0, X) > readOf(done.history[0] ?? done.end, 0, X) ? 1 : 0,
          1,
        ),
      ];
    },
  },
  {
    name: 'a punch pressed in the freeze of a parry, and held, comes out',
    cues: { parry: 1, kill: 1 },
    play: () => perform(13, [...tapBefore(1), [1, 0, 0], [24, 0, BIT_PUNCH]], { after: 10 }),
    look: (done) => expectAction(done, 0, ACTION_DEAD),
  },
  {
    name: 'round end: bell, then both on their marks, whole, with the score',
    cues: { kill: 1, bell: 1, matchEnd: 0, ready: 1 },
    play: () => perform(14, [walkIn, [1, BIT_PUNCH, 0], [TO_IMPACT, 0, 0]], { after: 130 }),
    look: (done) => [
      ...expectEqual('phase', read(done.end, PHASE), PHASE_INTRO),
      ...expectEqual('round', read(done.end, ROUND), 2),
      ...expectEqual('gap', readOf(done.end, 1, X) - readOf(done.end, 0, X), START_GAP),
      ...expectEqual('wins left', readOf(done.end, 0, WINS), 1),
      ...expectEqual('wins right', readOf(done.end, 1, WINS), 0),
    ],
  },
  {
    name: 'match end: three rounds, then nothing moves',
    cues: { kill: 3, bell: 2, matchEnd: 1, fight: 3 },
    play: () => perform(15, [walkIn, [1, BIT_PUNCH, 0], [PUNCH_OVER, 0, 0]], { rounds: 9 }),
    look: (done) => [
      ...expectEqual('phase', read(done.end, PHASE), PHASE_OVER),
      ...expectEqual('wins left', readOf(done.end, 0, WINS), ROUNDS_TO_WIN),
      ...expectEqual('outcome', read(done.end, OUTCOME), OUTCOME_LEFT),
    ],
  },
  {
    name: 'a punch that hits air is punished',
    cues: { kill: 1, swingLeft: 1, swingRight: 1, clash: 0 },
    // From 54 px the fist falls short; the other walks in while it is being drawn back, and no block saves the puncher.
    play: () =>
      perform(16, [
        [28, BIT_RIGHT, 0],
        [1, BIT_PUNCH, 0],
        [TO_IMPACT + 1, 0, 0],
        [5, BIT_BLOCK, BIT_LEFT],
        [1, BIT_BLOCK, BIT_PUNCH],
        [TO_IMPACT + 4, BIT_BLOCK, 0],
      ]),
    look: (done) => expectAction(done, 0, ACTION_DEAD),
  },
];

/** What a performance lacks, in words. None: the drill reached its mechanic. */
export function shortcomings(drill: Drill, done: Performance, bitOf: Readonly<Record<CueName, number>>): string[] {
  const found: string[] = [];
  for (const [name, bit] of Object.entries(bitOf)) {
    const wanted = drill.cues[name as CueName]; // Object.entries forgets the key type that the parameter has
    if (wanted !== undefined) found.push(...expectEqual(`cue ${name}`, done.cues[bit] ?? 0, wanted));
  }
  found.push(...(drill.look?.(done) ?? []));
  return found;
}

/** Walks back in and punches, four times, while the other goes on holding block. */
function fourPunches(): Beat[] {
  const once: Beat[] = [
    [1, BIT_PUNCH, BIT_BLOCK],
    [PUNCH_TOTAL + HITSTOP_BLOCK + 8, 0, BIT_BLOCK],
    [BREAK_FRAMES, BIT_RIGHT, BIT_BLOCK],
  ];
  return [...once, ...once, ...once, ...once];
}

/** `left` and `right` on every other step. */
function mash(times: number, left: number, right: number): Beat[] {
  return Array.from({ length: times }, (): Beat[] => [
    [1, left, right],
    [1, 0, 0],
  ]).flat();
}

function start(done: Performance): number {
  return done.starts[0] ?? 0;
}

function firstFrame(done: Performance, holds: (state: Int32Array) => boolean): number {
  return done.history.findIndex(holds);
}

function expectAction(done: Performance, fighter: 0 | 1, action: number): string[] {
  return expectEqual(`action of fighter ${fighter}`, readOf(done.end, fighter, ACTION), action);
}

function expectEqual(what: string, actual: number, wanted: number): string[] {
  return actual === wanted ? [] : [`${what}: ${actual}, not ${wanted}`];
}

// Hands for a fight that nobody plays. Both sides follow one score, kept by the number of the frame: who goes in, when,
// and what the other answers. Each side looks at its own machine's picture for where the two stand. To put other hands
// in their place, give `openFight` another CreateBot.
import type { fighter } from '@lite-rollback/fighter/src/game.js';
import { PX } from '@lite-rollback/fighter/src/sim/constants.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_STUNNED,
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  facing,
  opponentOf,
  PHASE,
  PHASE_FIGHT,
  read,
  readOf,
  type State,
  X,
} from '@lite-rollback/fighter/src/sim/layout.js';
import type { Side } from '../world/line.js';
import type { Hands } from '../world/machine.js';

export type FightHands = Hands<typeof fighter.fields>;
/** Hands for one side of one match. */
export type CreateBot = (side: Side, seed: number) => FightHands;

/** Frames of an exchange: they close in, one strikes, the other answers, they part. */
const EXCHANGE = 88;
/** Frames into it from which the strike comes, and up to as many later. */
const STRIKE_FROM = 40;
const STRIKE_SPREAD = 12;
/** A tap of block so many frames after the punch was pressed is the latest that still parries. */
const LATEST_TAP = 7;
/** px between the two centres: a punch from here lands. */
const REACH = 45;
/** px to which they part. */
const APART = 74;

type Answer = 'parry' | 'block' | 'clash' | 'nothing';
/** In percent, in turn. */
const ANSWERS: readonly (readonly [Answer, number])[] = [
  ['parry', 42],
  ['block', 22],
  ['clash', 16],
  ['nothing', 20],
];

/** uint32 from two integers. */
function mix(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

/** What the score says of one exchange. */
interface Exchange {
  readonly attacker: Side;
  /** Frames into the exchange. */
  readonly strikeAt: number;
  readonly answer: Answer;
  /** Whether a parry is followed by the free kill. */
  readonly punished: boolean;
}

function exchangeOf(seed: number, number: number): Exchange {
  const luck = mix(seed, number);
  let percent = (luck >>> 3) % 100;
  const answer = ANSWERS.find(([, share]) => (percent -= share) < 0)?.[0] ?? 'nothing';
  return {
    attacker: (luck & 1) === 0 ? 0 : 1,
    strikeAt: STRIKE_FROM + ((luck >>> 12) % STRIKE_SPREAD),
    answer,
    punished: (luck >>> 20) % 2 === 0,
  };
}

/** The keys that bring the two to `wanted` px. */
function walk(gap: number, wanted: number, forward: number, back: number): number {
  return gap > wanted + 2 ? forward : gap < wanted - 4 ? back : 0;
}

function answerBits(answer: Answer, since: number): number {
  if (answer === 'parry') return since >= LATEST_TAP && since < LATEST_TAP + 4 ? BIT_BLOCK : 0;
  if (answer === 'block') return since >= -9 && since < 16 ? BIT_BLOCK : 0;
  if (answer === 'clash') return since === 0 || since === 1 ? BIT_PUNCH : 0;
  return 0;
}

/** Deterministic: the same pictures and frames give the same keys, and it keeps nothing from frame to frame. */
export const createBot: CreateBot =
  (side, seed) =>
  ({ fight }, frame) => {
    const state: State = fight;
    if (read(state, PHASE) !== PHASE_FIGHT) return 0;
    const { answer, attacker, punished, strikeAt } = exchangeOf(seed, Math.floor(frame / EXCHANGE));
    const since = (frame % EXCHANGE) - strikeAt;
    const other = opponentOf(side);
    const gap = (readOf(state, 1, X) - readOf(state, 0, X)) / PX;
    const forward = facing(side) === 1 ? BIT_RIGHT : BIT_LEFT;
    const back = forward ^ (BIT_LEFT | BIT_RIGHT);

    const open = readOf(state, other, ACTION) === ACTION_STUNNED && readOf(state, other, ACTION_FRAME) < 34;
    if (open && punished) return gap > REACH ? forward : frame % 3 === 0 ? 0 : BIT_PUNCH;
    if (side !== attacker && since > -12 && since < 20) return answerBits(answer, since);
    if (since < 0) return walk(gap, REACH - 2, forward, back);
    if (since < 3) return side === attacker && since < 2 && gap <= REACH + 2 ? BIT_PUNCH : 0;
    return since > 26 ? walk(gap, APART, 0, back) : 0;
  };

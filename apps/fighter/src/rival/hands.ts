// The hands of a rival. Nothing but what its machine showed one reaction time ago, and nothing but
// the four keys.
import type { RivalHands, RivalSelf } from '@lite-rollback/arcade';
import type { fighter } from '../game.js';
import {
  BODY_GAP,
  FIST_FAR,
  HURT_HALF,
  PARRY_WINDOW,
  PUNCH_LUNGE,
  PUNCH_STARTUP,
  PUNCH_TOTAL,
  PX,
  STAGE_MARGIN,
  STAGE_WIDTH,
  STUN_FRAMES,
  WALK_BACK,
  WALK_FORWARD,
} from '../sim/constants.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_FREE,
  ACTION_PUNCH,
  ACTION_STUNNED,
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  facing,
  type Fighter,
  GUARD,
  HITSTOP,
  opponentOf,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  read,
  readOf,
  type State,
  X,
} from '../sim/layout.js';
import { walkIntent } from '../sim/movement.js';
import type { Strength, Temperament } from './temperament.js';

/** Frames between two decisions: as often as people change their minds. */
const BEAT = 13;
/** Frames for which a punch is pressed, and a tap of block held: what counts is that the key goes down. */
const PRESS = 2;
const TAP = 5;
/** px: from here a punch reaches one who stands still. */
const REACH = (FIST_FAR + HURT_HALF + PUNCH_LUNGE * PUNCH_STARTUP) / PX;
/** px, more than REACH: from here the other may come in and strike before it is seen. */
const DANGER = REACH + 10;
/** px beyond the distance that it seeks from which on it comes closer in any case. */
const FAR = 20;
/** Frames of a round after which the patient begin to grow impatient; after twice as many they are, by this share. */
const PATIENCE = 420;
const IMPATIENCE = 0.5;
/** px of room behind it without which it does not step back. */
const ROOM = 8;
/** Frames between two errors of judgement: somebody who sees wrong sees wrong for a while. */
const ERROR_FRAMES = 31;

/** What it sees, thought on to what is now. px, and frames. */
interface Sight {
  readonly state: State;
  readonly me: Fighter;
  readonly other: Fighter;
  /** Between the centres, and how much of it goes each frame. */
  readonly gap: number;
  readonly closing: number;
  /** Frames for which the other still cannot act; 0 if it can. */
  readonly open: number;
  /** Behind its back. */
  readonly room: number;
}

/** What a decision is made with. */
interface Mind {
  readonly is: Temperament;
  readonly strength: Strength;
  /** Frames since the decision was made, and a number in [0, 1) of the same decision for each `n` from 0 to 7. */
  readonly into: number;
  draw(n: number): number;
  /** The keys that walk towards the other and away. */
  readonly forward: number;
  readonly back: number;
}

/** The hands of one temperament at one strength. */
export function handsOf(is: Temperament, strength: Strength): RivalHands<typeof fighter.fields> {
  return ({ fight }, self) => {
    if (read(fight, PHASE) !== PHASE_FIGHT) return 0;
    const sight = look(fight, self, strength);
    const forward = facing(sight.me) === 1 ? BIT_RIGHT : BIT_LEFT;
    const beat = Math.floor(self.frame / BEAT);
    const mind: Mind = {
      is,
      strength,
      into: self.frame % BEAT,
      draw: (n) => self.whim(beat * 8 + n),
      forward,
      back: forward ^ (BIT_LEFT | BIT_RIGHT),
    };
    if (takesOpening(sight, self, strength)) return strikeOpening(sight, self, forward);
    if (mind.draw(0) < strength.lapse) return lapse(mind);
    return sight.gap > DANGER ? approach(sight, mind) : engage(sight, mind);
  };
}

/** Who walked when it was seen is thought to have walked on. */
function look(state: State, self: RivalSelf, { foresight, misjudge }: Strength): Sight {
  const me: Fighter = self.handle === 0 ? 0 : 1;
  const other = opponentOf(me);
  const closing = approachSpeed(state, 0) + approachSpeed(state, 1);
  const shown = (readOf(state, 1, X) - readOf(state, 0, X)) / PX;
  const error = (self.whim(Math.floor(self.frame / ERROR_FRAMES) * 8 + 7) * 2 - 1) * misjudge;
  const x = readOf(state, me, X);
  return {
    state,
    me,
    other,
    gap: Math.max(BODY_GAP / PX, shown - closing * self.age * foresight) + error,
    closing,
    open: openFrames(state, other, self.age),
    room: (me === 0 ? x - STAGE_MARGIN : STAGE_WIDTH - STAGE_MARGIN - x) / PX,
  };
}

/** px a frame towards the other. A punch is half over, as a rule, when the other comes to act on it. */
function approachSpeed(state: State, fighter: Fighter): number {
  const action = readOf(state, fighter, ACTION);
  if (action === ACTION_PUNCH) return readOf(state, fighter, ACTION_FRAME) < PUNCH_STARTUP ? PUNCH_LUNGE / PX / 2 : 0;
  if (action !== ACTION_FREE) return 0;
  const intent = walkIntent(state, fighter);
  return intent > 0 ? WALK_FORWARD / PX : intent < 0 ? -WALK_BACK / PX : 0;
}

function openFrames(state: State, fighter: Fighter, age: number): number {
  const action = readOf(state, fighter, ACTION);
  const length = action === ACTION_PUNCH ? PUNCH_TOTAL : action === ACTION_STUNNED ? STUN_FRAMES : 0;
  return Math.max(0, length - readOf(state, fighter, ACTION_FRAME) + read(state, HITSTOP) - age);
}

/** The other stands open, a fist would be there in time, and this opening is one that it takes. */
function takesOpening({ gap, open, other, state }: Sight, self: RivalSelf, { punish }: Strength): boolean {
  if (open === 0 || framesToReach(gap) + PUNCH_STARTUP > open) return false;
  // One decision for each opening. The frame in which it began tells it from others; the freeze of an impact, in which
  // an action stands still, moves that frame a little.
  const began = Math.floor((self.frame - self.age - readOf(state, other, ACTION_FRAME)) / 4);
  return self.whim(0x10000 + began) < punish;
}

function framesToReach(gap: number): number {
  return Math.max(0, (gap - REACH) / (WALK_FORWARD / PX));
}

/** Walks in as far as it has to, and strikes; pressed anew every third frame, lest one is missed. */
function strikeOpening({ gap }: Sight, self: RivalSelf, forward: number): number {
  if (framesToReach(gap) > 0) return forward;
  return self.frame % 3 === 0 ? 0 : BIT_PUNCH;
}

function lapse({ back, draw, forward, into }: Mind): number {
  return [0, forward, back, into < PRESS ? BIT_PUNCH : 0][Math.floor(draw(1) * 4)] ?? 0;
}

/** The share by which waiting has made it bolder. */
function eagerness(state: State): number {
  return Math.max(0, Math.min(1, read(state, PHASE_FRAME) / PATIENCE - 1)) * IMPATIENCE;
}

/** Out of reach: in, or about the distance that it likes. */
function approach({ gap, room, state }: Sight, { back, draw, forward, is }: Mind): number {
  if (gap > is.distance + FAR || draw(2) < is.advance + eagerness(state)) return forward;
  return gap < is.distance && room > ROOM ? back : 0;
}

/** Within reach: strike, guard, tap, or step back. */
function engage({ closing, gap, me, room, state }: Sight, { back, draw, forward, into, is, strength }: Mind): number {
  if (closing > 0 && draw(3) < is.read * strength.reads) {
    // Who walks into reach strikes there, as a rule: the fist comes PUNCH_STARTUP frames later, or soon after that.
    const since = (REACH - gap) / closing;
    if (since > PUNCH_STARTUP - 1 && since < PUNCH_STARTUP + 2 * PARRY_WINDOW - 2) return BIT_BLOCK;
  }
  const strikes = is.strike + eagerness(state) * (1 - is.strike);
  const whim = draw(2);
  if (whim < strikes) return gap > REACH ? forward : into < PRESS ? BIT_PUNCH : 0;
  const rest = ((whim - strikes) / (1 - strikes)) * (is.guard + is.parry + is.retreat);
  // Out of pips a guard stops nothing: what would have been guard is then a step back.
  if (rest < is.guard && readOf(state, me, GUARD) > 0) return BIT_BLOCK;
  if (rest >= is.guard && rest < is.guard + is.parry) {
    const at = Math.floor(draw(4) * (BEAT - TAP));
    return into >= at && into < at + TAP ? BIT_BLOCK : 0;
  }
  return room > ROOM ? back : BIT_BLOCK;
}

// Which pose a fighter is in, as a function of the state alone. A frame drawn twice is the same picture twice.
import {
  BREAK_FRAMES,
  CLASH_FRAMES,
  PUNCH_ACTIVE,
  PUNCH_RECOVERY,
  PUNCH_STARTUP,
  STUN_FRAMES,
} from '../sim/constants.js';
import {
  ACTION,
  ACTION_BLOCK,
  ACTION_BLOCKSTUN,
  ACTION_BOUNCE,
  ACTION_BROKEN,
  ACTION_DEAD,
  ACTION_FRAME,
  ACTION_PARRY,
  ACTION_PUNCH,
  ACTION_STUNNED,
  ACTION_WON,
  facing,
  type Fighter,
  GUARD,
  HITSTOP,
  PARRY_LEFT,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  PHASE_INTRO,
  read,
  readOf,
  type State,
  TICK,
  X,
} from '../sim/layout.js';
import { walkIntent } from '../sim/movement.js';
import { easeIn, easeInOut, easeOut, overshoot } from './easing.js';
import * as poses from './poses.js';
import { mixPose, type Pose, type Spot } from './skeleton.js';

/** Steps of the intro after which the bow is over. */
const BOW_DOWN = 16;
const BOW_UP = 34;
/** px of ground for a whole cycle of both feet. */
const STRIDE = 26;
/** The first steps of the wind-up go back, the rest already drive forward. */
const COCKED_AT = 5;
/** Steps of recovery for which the arm hangs out there. */
const HANGING = 8;

/** Whether the picture should jump to this pose rather than glide: what hits must not be softened. */
export function isSudden(state: State, fighter: Fighter): boolean {
  const action = readOf(state, fighter, ACTION);
  const frame = readOf(state, fighter, ACTION_FRAME);
  if (action === ACTION_PUNCH) return frame >= PUNCH_STARTUP && frame <= PUNCH_STARTUP + PUNCH_ACTIVE;
  if (action === ACTION_BLOCK) return readOf(state, fighter, PARRY_LEFT) > 0;
  return frame <= 2 && action >= ACTION_BLOCKSTUN && action <= ACTION_DEAD;
}

export function poseOf(state: State, fighter: Fighter): Pose {
  const pose = poseOfAction(state, fighter);
  return trembling(state, fighter) ? shifted(pose, read(state, HITSTOP) % 4 < 2 ? -1.1 : 1.1) : pose;
}

function poseOfAction(state: State, fighter: Fighter): Pose {
  const frame = readOf(state, fighter, ACTION_FRAME);
  const breath = Math.sin(read(state, TICK) * 0.09 + fighter * 2);
  switch (readOf(state, fighter, ACTION)) {
    case ACTION_PUNCH:
      return punching(frame);
    case ACTION_BLOCK:
      return guarding(state, fighter, breath);
    case ACTION_BLOCKSTUN:
      return mixPose(poses.BLOCKSTUN, poses.BLOCK, easeInOut((frame - 3) / 9));
    case ACTION_BROKEN:
      return mixPose(
        poses.BROKEN,
        mixPose(poses.SLUMP, poses.STANCE, easeInOut((frame - 20) / 10)),
        easeInOut((frame - 6) / (BREAK_FRAMES * 0.45)),
      );
    case ACTION_STUNNED:
      return stunned(frame, read(state, TICK));
    case ACTION_BOUNCE:
      return mixPose(poses.BOUNCE, poses.STANCE, easeInOut((frame - 5) / (CLASH_FRAMES - 5)));
    case ACTION_PARRY:
      return mixPose(poses.PARRIED, poses.STANCE, easeInOut((frame - 6) / 8));
    case ACTION_DEAD:
      return falling(frame);
    case ACTION_WON:
      return mixPose(
        mixPose(poses.STANCE, poses.UPRIGHT, easeInOut(frame / 18)),
        breathing(poses.PROUD, breath),
        overshoot((frame - 22) / 14),
      );
    default:
      return standing(state, fighter, breath);
  }
}

function standing(state: State, fighter: Fighter, breath: number): Pose {
  const phase = read(state, PHASE);
  if (phase === PHASE_INTRO) return greeting(read(state, PHASE_FRAME), breath);
  const intent = phase === PHASE_FIGHT && read(state, HITSTOP) === 0 ? walkIntent(state, fighter) : 0;
  if (intent === 0) return breathing(poses.STANCE, breath);
  return stepping(intent > 0 ? poses.STALK : poses.RETREAT, (facing(fighter) * readOf(state, fighter, X)) / 256);
}

function greeting(frame: number, breath: number): Pose {
  const down = mixPose(poses.UPRIGHT, poses.BOW, easeInOut(frame / BOW_DOWN));
  const up = mixPose(down, poses.UPRIGHT, easeInOut((frame - BOW_DOWN) / (BOW_UP - BOW_DOWN)));
  return mixPose(up, breathing(poses.STANCE, breath), easeInOut((frame - BOW_UP) / 16));
}

/** Feet follow the ground that was covered, so nobody skates. */
function stepping(base: Pose, covered: number): Pose {
  const phase = (covered / STRIDE) * Math.PI * 2;
  const lead: Spot = [base.leadFoot[0] + 6.5 * Math.sin(phase), Math.max(0, Math.cos(phase)) * 4];
  const rear: Spot = [base.rearFoot[0] - 6.5 * Math.sin(phase), Math.max(0, -Math.cos(phase)) * 4];
  const bob = Math.abs(Math.sin(phase)) * 1.2;
  return { ...lifted(base, -bob), leadFoot: lead, rearFoot: rear };
}

function punching(frame: number): Pose {
  if (frame < COCKED_AT) return mixPose(poses.STANCE, poses.WINDUP, easeOut((frame + 1) / COCKED_AT));
  if (frame < PUNCH_STARTUP)
    return mixPose(poses.WINDUP, poses.DRIVE, easeIn((frame - COCKED_AT + 1) / (PUNCH_STARTUP - COCKED_AT)));
  // One step more than the live ones: on the step of an impact the clock has already moved on.
  if (frame <= PUNCH_STARTUP + PUNCH_ACTIVE) return poses.STRIKE;
  const recovered = frame - PUNCH_STARTUP - PUNCH_ACTIVE;
  const hung = mixPose(poses.STRIKE, poses.SPENT_ARM, easeOut(recovered / HANGING));
  return mixPose(hung, poses.STANCE, easeInOut((recovered - HANGING) / (PUNCH_RECOVERY - HANGING)));
}

function guarding(state: State, fighter: Fighter, breath: number): Pose {
  const frame = readOf(state, fighter, ACTION_FRAME);
  if (readOf(state, fighter, PARRY_LEFT) > 0) return poses.SLAP;
  const up = readOf(state, fighter, GUARD) > 0 ? poses.BLOCK : poses.EMPTY_BLOCK;
  return breathing(mixPose(poses.STANCE, up, easeOut((frame + 2) / 4)), breath * 0.5);
}

function stunned(frame: number, tick: number): Pose {
  const sway = Math.sin(tick * 0.13) * 2.6;
  const limp: Pose = {
    ...poses.STUNNED,
    neck: [poses.STUNNED.neck[0] + sway, poses.STUNNED.neck[1]],
    head: [poses.STUNNED.head[0] + sway * 1.7, poses.STUNNED.head[1]],
    leadHand: [poses.STUNNED.leadHand[0] - sway * 1.3, poses.STUNNED.leadHand[1]],
    rearHand: [poses.STUNNED.rearHand[0] - sway, poses.STUNNED.rearHand[1]],
  };
  const bent = mixPose(poses.SWEPT, limp, easeInOut((frame - 2) / 12));
  return mixPose(bent, poses.STANCE, easeInOut((frame - STUN_FRAMES + 7) / 7));
}

function falling(frame: number): Pose {
  const thrown = mixPose(poses.STRUCK, poses.FLYING, easeOut((frame - 1) / 9));
  const down = mixPose(thrown, poses.LYING, easeIn((frame - 9) / 11));
  // It comes up once more from the ground, a hand's breadth.
  const bounce = frame > 20 && frame < 32 ? Math.sin(((frame - 20) / 12) * Math.PI) * 4 : 0;
  return bounce === 0 ? down : { ...lifted(down, bounce), leadFoot: down.leadFoot, rearFoot: down.rearFoot };
}

function breathing(pose: Pose, breath: number): Pose {
  return {
    ...pose,
    hip: [pose.hip[0], pose.hip[1] + breath * 0.35],
    neck: [pose.neck[0], pose.neck[1] + breath * 0.7],
    head: [pose.head[0], pose.head[1] + breath * 0.8],
    leadHand: [pose.leadHand[0], pose.leadHand[1] + breath * 1.1],
    rearHand: [pose.rearHand[0], pose.rearHand[1] + breath],
  };
}

/** Everything but the feet, up by `by`. */
function lifted(pose: Pose, by: number): Pose {
  const up = (spot: Spot): Spot => [spot[0], spot[1] + by];
  return {
    ...pose,
    hip: up(pose.hip),
    neck: up(pose.neck),
    head: up(pose.head),
    leadHand: up(pose.leadHand),
    rearHand: up(pose.rearHand),
  };
}

/** In hit stop whoever was hit shakes on the spot. */
function trembling(state: State, fighter: Fighter): boolean {
  if (read(state, HITSTOP) === 0) return false;
  const action = readOf(state, fighter, ACTION);
  return action >= ACTION_BLOCKSTUN && action <= ACTION_DEAD && action !== ACTION_PARRY;
}

function shifted(pose: Pose, by: number): Pose {
  const aside = (spot: Spot): Spot => [spot[0] + by, spot[1]];
  return {
    ...pose,
    hip: aside(pose.hip),
    neck: aside(pose.neck),
    head: aside(pose.head),
    leadHand: aside(pose.leadHand),
    rearHand: aside(pose.rearHand),
  };
}

// The key poses. Every one must be told from the others as a black shape, at the size of a thumb.
import type { Pose } from './skeleton.js';

export const STANCE: Pose = {
  hip: [-2, 27],
  neck: [1.5, 47],
  head: [3.5, 55],
  leadHand: [15, 44],
  rearHand: [8, 40],
  leadFoot: [11, 0],
  rearFoot: [-12, 0],
};

/** Leaning in, hands a little down: on the hunt. */
export const STALK: Pose = {
  hip: [-1, 26.5],
  neck: [5, 45.5],
  head: [8.5, 53],
  leadHand: [17, 40],
  rearHand: [8, 37],
  leadFoot: [10, 0],
  rearFoot: [-11, 0],
};

/** Weight on the back foot. */
export const RETREAT: Pose = {
  hip: [-4, 27],
  neck: [-3.5, 47],
  head: [-3, 55],
  leadHand: [12, 47],
  rearHand: [5, 43],
  leadFoot: [10, 0],
  rearFoot: [-13, 0],
};

/** The promise of a punch: everything goes back, low, and the lead foot leaves the ground. */
export const WINDUP: Pose = {
  hip: [-7, 22],
  neck: [-9, 41],
  head: [-8, 49.5],
  leadHand: [11, 46],
  rearHand: [-25, 44],
  leadFoot: [9, 3.5],
  rearFoot: [-15, 0],
};

/** Half a step before the fist goes live. */
export const DRIVE: Pose = {
  hip: [1, 22],
  neck: [2, 41.5],
  head: [5, 49],
  leadHand: [14, 42],
  rearHand: [-12, 44],
  leadFoot: [17, 2],
  rearFoot: [-16, 0],
};

/** One line from the rear heel to the knuckles. */
export const STRIKE: Pose = {
  hip: [5, 20],
  neck: [13, 39],
  head: [16.5, 46.5],
  leadHand: [-3, 34],
  rearHand: [38, 43],
  leadFoot: [20, 0],
  rearFoot: [-19, 1],
};

/** Overextended: open, and everybody can see it. */
export const SPENT_ARM: Pose = {
  hip: [5, 19],
  neck: [14, 36],
  head: [18.5, 42.5],
  leadHand: [0, 28],
  rearHand: [34, 30],
  leadFoot: [19, 0],
  rearFoot: [-17, 0],
};

/** Both forearms up before the face, chin behind them. */
export const BLOCK: Pose = {
  hip: [-5, 24],
  neck: [-4, 43],
  head: [-3, 50.5],
  leadHand: [9.5, 56],
  rearHand: [5, 53],
  leadFoot: [9, 0],
  rearFoot: [-14, 0],
};

/** Block with nothing left to give: the arms hang in front and hide nobody. */
export const EMPTY_BLOCK: Pose = {
  hip: [-5, 22],
  neck: [-2, 39],
  head: [2, 46],
  leadHand: [13, 37],
  rearHand: [9, 33],
  leadFoot: [9, 0],
  rearFoot: [-14, 0],
};

/** The armed window: the lead hand slaps out, open, ahead of the body. */
export const SLAP: Pose = {
  hip: [-1, 25],
  neck: [0, 45],
  head: [1, 53],
  leadHand: [20, 53],
  rearHand: [2, 38],
  leadFoot: [13, 0],
  rearFoot: [-13, 0],
};

/** The fist has been swept aside: tall, chest open, the rear hand already cocked. */
export const PARRIED: Pose = {
  hip: [1, 28],
  neck: [3, 48.5],
  head: [5.5, 56.5],
  leadHand: [12, 69],
  rearHand: [-14, 40],
  leadFoot: [14, 0],
  rearFoot: [-12, 0],
};

/** A blocked punch: the same arms, the whole body pushed behind the feet. */
export const BLOCKSTUN: Pose = {
  hip: [-9, 22.5],
  neck: [-13, 40],
  head: [-13, 47.5],
  leadHand: [2, 52],
  rearHand: [-3, 49],
  leadFoot: [8, 0],
  rearFoot: [-17, 0],
};

/** Arms flung wide, head back, one foot in the air. */
export const BROKEN: Pose = {
  hip: [-6, 26],
  neck: [-12, 45],
  head: [-16, 52],
  leadHand: [6, 64],
  rearHand: [-34, 56],
  leadFoot: [13, 9],
  rearFoot: [-13, 0],
};

/** Nothing left but standing up: bent, arms limp. */
export const SLUMP: Pose = {
  hip: [-5, 24],
  neck: [1, 41],
  head: [6, 46],
  leadHand: [9, 19],
  rearHand: [0, 17],
  leadFoot: [8, 0],
  rearFoot: [-12, 0],
};

/** A punch that met a parry: the fist goes up and past, the body after it. */
export const SWEPT: Pose = {
  hip: [1, 22],
  neck: [7, 40],
  head: [9, 48],
  leadHand: [-8, 30],
  rearHand: [17, 63],
  leadFoot: [17, 0],
  rearFoot: [-17, 0],
};

/** Stunned, and swaying. */
export const STUNNED: Pose = {
  hip: [-3, 22.5],
  neck: [4, 38],
  head: [10, 43],
  leadHand: [13, 16],
  rearHand: [3, 13],
  leadFoot: [11, 0],
  rearFoot: [-12, 0],
};

/** Thrown back by a clash, the fist still ringing. */
export const BOUNCE: Pose = {
  hip: [-7, 24],
  neck: [-11, 43],
  head: [-12, 51],
  leadHand: [5, 36],
  rearHand: [-6, 62],
  leadFoot: [10, 4],
  rearFoot: [-16, 0],
};

/** The instant of the kill: bent around the fist. */
export const STRUCK: Pose = {
  hip: [-10, 25],
  neck: [-10, 44],
  head: [-16, 50],
  leadHand: [12, 33],
  rearHand: [7, 27],
  leadFoot: [5, 2],
  rearFoot: [-9, 0],
};

export const FLYING: Pose = {
  hip: [-12, 24],
  neck: [-29, 33],
  head: [-36.5, 31],
  leadHand: [-14, 49],
  rearHand: [-24, 52],
  leadFoot: [16, 28],
  rearFoot: [10, 15],
};

export const LYING: Pose = {
  hip: [-14, 6],
  neck: [-34, 5.5],
  head: [-42, 5.5],
  leadHand: [-27, 1.5],
  rearHand: [-54, 3],
  leadFoot: [3, 0],
  rearFoot: [16, 2.5],
};

export const PROUD: Pose = {
  hip: [0, 32.5],
  neck: [-0.5, 53],
  head: [1, 61.5],
  leadHand: [8, 31],
  rearHand: [5, 79],
  leadFoot: [7, 0],
  rearFoot: [-7, 0],
};

/** Before a round: feet together, head down. */
export const BOW: Pose = {
  hip: [-4, 31.5],
  neck: [10, 45.5],
  head: [17, 49],
  leadHand: [7, 26],
  rearHand: [3, 26],
  leadFoot: [3, 0],
  rearFoot: [-4, 0],
};

export const UPRIGHT: Pose = {
  hip: [0, 32.5],
  neck: [0, 53],
  head: [1, 61.5],
  leadHand: [5, 29.5],
  rearHand: [1, 29.5],
  leadFoot: [4, 0],
  rearFoot: [-4, 0],
};

// One body, cut from ink. Each part is outlined in the colour of the sky, as in a linocut, so that arms read over a
// torso.
import { FOREARM, joint, mixSpot, type Pose, reachable, SHIN, type Spot, THIGH, UPPER_ARM } from './skeleton.js';

/** How the two differ: by outline first, by colour second. */
export interface Figure {
  /** Wide trousers and a straw hat, or bound legs and a topknot. */
  readonly hat: boolean;
  readonly thigh: number;
  readonly knee: number;
  readonly ankle: number;
  readonly accent: string;
}

export interface Ink {
  readonly body: string;
  /** Of the outline between the parts. */
  readonly line: string;
  readonly accent: string;
}

/** Where cloth is tied to the body, in the body's own coordinates. */
export interface Knots {
  readonly head: Spot;
  readonly sash: Spot;
}

/** px of the stage. */
const CUT = 1.0;

/** Draws the body around (0, 0), x towards the opponent, y up: the caller has set the transform. */
export function drawBody(context: CanvasRenderingContext2D, pose: Pose, figure: Figure, ink: Ink): void {
  for (const part of partsOf(pose, figure)) {
    context.lineJoin = 'round';
    context.lineWidth = CUT * 2;
    context.strokeStyle = ink.line;
    context.stroke(part.shape);
    context.fillStyle = part.accent ? ink.accent : ink.body;
    context.fill(part.shape);
  }
}

/** The same body, as a rim of `width` around it: to be drawn before the body. */
export function drawRim(
  context: CanvasRenderingContext2D,
  pose: Pose,
  figure: Figure,
  colour: string,
  width: number,
): void {
  context.lineJoin = 'round';
  context.lineWidth = width * 2 + CUT;
  context.strokeStyle = colour;
  for (const part of partsOf(pose, figure)) context.stroke(part.shape);
}

export function knotsOf(pose: Pose, figure: Figure): Knots {
  const back = figure.hat ? pose.neck : pose.head;
  return { head: [back[0] - (figure.hat ? 3.5 : 5), back[1] + 1], sash: [pose.hip[0] - 5, pose.hip[1] + 3] };
}

interface Part {
  readonly shape: Path2D;
  readonly accent: boolean;
}

/** Back to front. */
function partsOf(pose: Pose, figure: Figure): Part[] {
  const { head, hip, neck } = pose;
  const shoulder: Spot = [neck[0], neck[1] - 3];
  const leadShoulder: Spot = [shoulder[0] + 2, shoulder[1] - 0.5];
  const rearShoulder: Spot = [shoulder[0] - 2, shoulder[1] + 0.5];
  const leadHip: Spot = [hip[0] + 2.2, hip[1] - 1];
  const rearHip: Spot = [hip[0] - 2.2, hip[1] - 1];
  return [
    ...armParts(rearShoulder, pose.rearHand),
    { shape: leg(rearHip, pose.rearFoot, figure), accent: false },
    { shape: leg(leadHip, pose.leadFoot, figure), accent: false },
    { shape: torso(hip, shoulder), accent: false },
    { shape: sash(hip, shoulder), accent: true },
    ...headParts(neck, head, figure),
    ...armParts(leadShoulder, pose.leadHand),
  ];
}

function armParts(shoulder: Spot, wanted: Spot): Part[] {
  const hand = reachable(shoulder, wanted, UPPER_ARM + FOREARM);
  const elbow = joint(shoulder, hand, UPPER_ARM, FOREARM, -1);
  const arm = new Path2D();
  capsule(arm, shoulder, 4.6, elbow, 3.5);
  capsule(arm, elbow, 3.5, hand, 2.8);
  const fist = new Path2D();
  fist.arc(hand[0], hand[1], 3.9, 0, Math.PI * 2);
  arm.addPath(fist);
  // Wrapped wrists: the eye follows the hands, so they carry the colour.
  const wrap = new Path2D();
  capsule(wrap, mixSpot(elbow, hand, 0.5), 2.5, mixSpot(elbow, hand, 0.74), 2.4);
  return [
    { shape: arm, accent: false },
    { shape: wrap, accent: true },
  ];
}

function leg(hip: Spot, wanted: Spot, figure: Figure): Path2D {
  const ankleWanted: Spot = [wanted[0] - 1, wanted[1] + 2.5];
  const ankle = reachable(hip, ankleWanted, THIGH + SHIN - 0.5);
  const knee = joint(hip, ankle, THIGH, SHIN, 1);
  const shape = new Path2D();
  capsule(shape, hip, figure.thigh, knee, figure.knee);
  capsule(shape, knee, figure.knee, ankle, figure.ankle);
  // The foot lies along the ground, or hangs from a lifted ankle.
  const toe: Spot = [ankle[0] + 6.5, Math.max(1.4, ankle[1] - 1.4)];
  const heel: Spot = [ankle[0] - 1.2, Math.max(1.6, ankle[1] - 0.9)];
  capsule(shape, heel, 2.2, toe, 1.4);
  return shape;
}

function torso(hip: Spot, shoulder: Spot): Path2D {
  const shape = new Path2D();
  const chest = mixSpot(hip, shoulder, 0.72);
  capsule(shape, hip, 6.1, chest, 7.2);
  capsule(shape, chest, 7.2, shoulder, 5.6);
  return shape;
}

function sash(hip: Spot, shoulder: Spot): Path2D {
  const dx = shoulder[0] - hip[0];
  const dy = shoulder[1] - hip[1];
  const length = Math.max(0.001, Math.hypot(dx, dy));
  const middle: Spot = [hip[0] + (dx / length) * 2.6, hip[1] + (dy / length) * 2.6];
  const across: Spot = [dy / length, -dx / length];
  const shape = new Path2D();
  capsule(
    shape,
    [middle[0] - across[0] * 5.2, middle[1] - across[1] * 5.2],
    1.7,
    [middle[0] + across[0] * 5.2, middle[1] + across[1] * 5.2],
    1.7,
  );
  return shape;
}

function headParts(neck: Spot, head: Spot, figure: Figure): Part[] {
  const up: Spot = direction(neck, head);
  const forward: Spot = [up[1], -up[0]];
  const at = (along: number, ahead: number): Spot => [
    head[0] + up[0] * along + forward[0] * ahead,
    head[1] + up[1] * along + forward[1] * ahead,
  ];
  const skull = new Path2D();
  capsule(skull, [neck[0], neck[1] - 1], 3.4, head, 3.8);
  capsule(skull, at(0.6, -0.4), 5.4, at(-1.6, 1.3), 4.1);
  if (figure.hat) {
    const brim = new Path2D();
    polygon(brim, [at(1.2, -12.5), at(9.6, 0.4), at(0.6, 13), at(-0.6, 12.6), at(1.8, 0.4), at(0, -12.6)]);
    const scarf = new Path2D();
    capsule(scarf, at(-6, -2.4), 2.5, at(-6.2, 2.6), 2.3);
    return [
      { shape: skull, accent: false },
      { shape: scarf, accent: true },
      { shape: brim, accent: false },
    ];
  }
  const knot = new Path2D();
  capsule(knot, at(4.5, -3), 1.8, at(7.6, -5.6), 2.7);
  const band = new Path2D();
  capsule(band, at(1.6, -5), 1.25, at(1.9, 5), 1.25);
  return [
    { shape: knot, accent: false },
    { shape: skull, accent: false },
    { shape: band, accent: true },
  ];
}

function direction(from: Spot, to: Spot): Spot {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.max(0.001, Math.hypot(dx, dy));
  return [dx / length, dy / length];
}

function polygon(path: Path2D, corners: readonly Spot[]): void {
  corners.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
}

/** Two circles and the hull between them. */
function capsule(path: Path2D, from: Spot, fromRadius: number, to: Spot, toRadius: number): void {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const distance = Math.max(0.001, Math.hypot(dx, dy));
  const along = Math.atan2(dy, dx);
  const tangent = Math.acos(Math.max(-1, Math.min(1, (fromRadius - toRadius) / distance)));
  path.moveTo(from[0] + Math.cos(along + tangent) * fromRadius, from[1] + Math.sin(along + tangent) * fromRadius);
  path.arc(from[0], from[1], fromRadius, along + tangent, along - tangent + Math.PI * 2);
  path.arc(to[0], to[1], toRadius, along - tangent, along + tangent);
  path.closePath();
}

// The visitor's own hands: keys, and a finger or mouse on a picture. Whoever presses nothing for a while gets scripted
// hands again.
import { listenToKeys } from '../../hands/keys.js';
import type { Side } from '../../world/line.js';
import type { Hands } from '../../world/machine.js';
import { HEIGHT, WIDTH } from '../draw/court.js';
import { at, type RACE_FIELDS, X, Y } from '../sim/fields.js';
import { DOWN, LEFT, PX, RIGHT, UP } from '../sim/stage.js';
import { scriptedHands } from './scripted.js';
import { steer } from './steer.js';

/** Frames without a key or a touch until the script plays on: three seconds. */
const LET_GO = 180;
/** px. So near to the pointer a runner has arrived. */
const SLACK = 6;

export interface VisitorHands {
  /**
   * The hands of `side` in a match that begins: the visitor's, or a script's. Take new ones for each match: a script
   * counts the frames of the match that it plays.
   */
  begin(side: Side): Hands<typeof RACE_FIELDS>;
  /** Whether the visitor plays that side now. */
  plays(side: Side): boolean;
}

export interface VisitorOptions {
  /** By side: elements that take the focus. */
  pictures: readonly [HTMLElement, HTMLElement];
  /** False: nobody plays. */
  active(): boolean;
  /** Whether W A S D are meant for the race while none of its pictures has the focus. */
  lettersCount(): boolean;
}

interface Player {
  /** px of the stage. */
  target: { x: number; y: number } | null;
  down: boolean;
  idle: number;
}

function watchPointer(picture: HTMLElement, player: Player, active: () => boolean): void {
  const aim = (event: PointerEvent): void => {
    const box = picture.getBoundingClientRect();
    player.target = {
      x: ((event.clientX - box.left) / box.width) * WIDTH,
      y: ((event.clientY - box.top) / box.height) * HEIGHT,
    };
    player.idle = 0;
  };
  picture.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !active()) return;
    player.down = true;
    aim(event);
  });
  picture.addEventListener('pointermove', (event) => {
    if (player.down) aim(event);
  });
  for (const type of ['pointerup', 'pointercancel', 'pointerleave', 'blur'] as const)
    picture.addEventListener(type, () => (player.down = false));
}

/** Nobody's target, so that only keys count. */
const nobody = (): Player => ({ target: null, down: false, idle: LET_GO });

export function visitorHands({ active, lettersCount, pictures }: VisitorOptions): VisitorHands {
  const players: readonly [Player, Player] = [nobody(), nobody()];
  const keys = listenToKeys({
    pictures,
    letters: { KeyA: LEFT, KeyD: RIGHT, KeyW: UP, KeyS: DOWN },
    arrows: { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN },
    active,
    lettersCount,
    onPress(side) {
      players[side].target = null;
      players[side].idle = 0;
    },
  });
  for (const side of [0, 1] as const) watchPointer(pictures[side], players[side], active);

  return {
    begin(side) {
      const one = players[side];
      const script = scriptedHands(side);
      return (fields, frame) => {
        const scripted = script(fields, frame);
        const pressed = keys[side].held | keys[side].takeTapped();
        if (pressed !== 0 || one.down) one.idle = 0;
        else if (one.idle < LET_GO) one.idle += 1;
        if (one.idle >= LET_GO) {
          one.target = null;
          return scripted;
        }
        if (pressed !== 0 || one.target === null) return pressed;
        const dx = one.target.x - at(fields.body, 2 * side + X) / PX;
        const dy = one.target.y - at(fields.body, 2 * side + Y) / PX;
        return steer(dx, dy, SLACK);
      };
    },
    plays: (side) => players[side].idle < LET_GO,
  };
}

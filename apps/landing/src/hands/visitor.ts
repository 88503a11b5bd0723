// The visitor's own hands: keys, and a finger or mouse on a picture. Whoever presses nothing for a while gets scripted
// hands again.
import { at, type RaceFields, X, Y } from '../sim/fields.js';
import { DOWN, LEFT, PX, RIGHT, UP } from '../sim/stage.js';
import { HEIGHT, WIDTH } from '../draw/court.js';
import type { Side } from '../world/line.js';
import { type Hands, scriptedHands } from './scripted.js';
import { steer } from './steer.js';

const LETTERS: Readonly<Record<string, number>> = { KeyA: LEFT, KeyD: RIGHT, KeyW: UP, KeyS: DOWN };
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN };
/** Frames without a key or a touch until the script plays on: three seconds. */
const LET_GO = 180;
/** px. So near to the pointer a runner has arrived. */
const SLACK = 6;

export interface VisitorHands {
  /** The keys of `side` for `frame`, the visitor's or the script's. */
  ask(side: Side, fields: RaceFields, frame: number): number;
  /** Whether the visitor plays that side now. */
  plays(side: Side): boolean;
}

interface Player {
  held: number;
  /** Pressed since it was last asked: a tap between two frames counts. */
  tapped: number;
  /** px of the stage. */
  target: { x: number; y: number } | null;
  down: boolean;
  idle: number;
  readonly script: Hands;
}

const player = (side: Side): Player => ({
  held: 0,
  tapped: 0,
  target: null,
  down: false,
  idle: LET_GO,
  script: scriptedHands(side),
});

/**
 * W A S D steer red from anywhere on the page. The arrow keys steer whose picture has the focus, and scroll the page
 * otherwise.
 * @param pictures by side: elements that take the focus
 * @param active false: nobody plays, keys do what they always do
 */
export function visitorHands(pictures: readonly [HTMLElement, HTMLElement], active: () => boolean): VisitorHands {
  const players: readonly [Player, Player] = [player(0), player(1)];

  function release(side: Side): void {
    players[side].held = 0;
    players[side].down = false;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = pictures.findIndex((picture) => picture === document.activeElement);
    const arrow = ARROWS[event.code];
    const bit = arrow ?? LETTERS[event.code];
    if (bit === undefined || (arrow !== undefined && focused < 0)) return;
    const one = players[arrow !== undefined && focused === 1 ? 1 : 0];
    if (event.type === 'keyup') {
      one.held &= ~bit;
      return;
    }
    if (!active()) return;
    if (arrow !== undefined) event.preventDefault();
    one.target = null;
    one.held |= bit;
    one.tapped |= bit;
    one.idle = 0;
  }

  function watch(side: Side): void {
    const picture = pictures[side];
    const one = players[side];
    const aim = (event: PointerEvent): void => {
      const box = picture.getBoundingClientRect();
      one.target = {
        x: ((event.clientX - box.left) / box.width) * WIDTH,
        y: ((event.clientY - box.top) / box.height) * HEIGHT,
      };
      one.idle = 0;
    };
    picture.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !active()) return;
      one.down = true;
      aim(event);
    });
    picture.addEventListener('pointermove', (event) => {
      if (one.down) aim(event);
    });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      picture.addEventListener(type, () => (one.down = false));
    picture.addEventListener('blur', () => release(side));
  }

  addEventListener('keydown', onKey);
  addEventListener('keyup', onKey);
  addEventListener('blur', () => ([0, 1] as const).forEach(release));
  watch(0);
  watch(1);

  return {
    ask(side, fields, frame) {
      const one = players[side];
      const scripted = one.script(fields, frame);
      if (one.held !== 0 || one.down) one.idle = 0;
      else if (one.idle < LET_GO) one.idle += 1;
      if (one.idle >= LET_GO) {
        one.target = null;
        return scripted;
      }
      const pressed = one.held | one.tapped;
      one.tapped = 0;
      if (pressed !== 0 || one.target === null) return pressed;
      const dx = one.target.x - at(fields.body, 2 * side + X) / PX;
      const dy = one.target.y - at(fields.body, 2 * side + Y) / PX;
      return steer(dx, dy, SLACK);
    },
    plays: (side) => players[side].idle < LET_GO,
  };
}

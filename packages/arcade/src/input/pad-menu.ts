// A gamepad on the screens: the stick and the cross move the focus, the lower button presses, the right one goes back.
import type { PadControl, PadReading } from './pad-control.js';

/** What a screen can be told. */
export interface PadMenuActions {
  /** To the next or the previous control: 1, -1. */
  move(by: 1 | -1): void;
  /** Turns what has the focus up or down, where it is a slider or a list: 1, -1. */
  turn(by: 1 | -1): void;
  press(): void;
  back(): void;
}

export interface PadMenu {
  /** Once a beat, for each pad. Undefined: what it holds is somebody else's. */
  read(index: number, reading: PadReading | undefined, nowMs: number): void;
  /** The pad is gone, or plays. What it holds when it comes back is no press. */
  leave(index: number): void;
}

/** ms. A way that is held goes on after the first, again after the second, as a key does. */
const REPEAT_AFTER = 420;
const REPEAT_EVERY = 130;

type Act = 'up' | 'down' | 'left' | 'right' | 'press' | 'back';
/** The cross is a hat on pads without a mapping, and buttons on the others; there buttons 12 to 15 may be anything. */
const ACTS: readonly (readonly [Act, readonly PadControl[]])[] = [
  ['up', ['axis 1 -', 'hat up', 'button 12']],
  ['down', ['axis 1 +', 'hat down', 'button 13']],
  ['left', ['axis 0 -', 'hat left', 'button 14']],
  ['right', ['axis 0 +', 'hat right', 'button 15']],
  ['press', ['button 0']],
  ['back', ['button 1']],
];

interface Holding {
  /** Null: what is down was down before the screen was there. */
  act: Act | null | undefined;
  nextAt: number;
}

export function createPadMenu(actions: PadMenuActions): PadMenu {
  const holdings = new Map<number, Holding>();

  function perform(act: Act): void {
    if (act === 'up') actions.move(-1);
    else if (act === 'down') actions.move(1);
    else if (act === 'left') actions.turn(-1);
    else if (act === 'right') actions.turn(1);
    else actions[act]();
  }

  return {
    read(index, reading, nowMs) {
      const act =
        reading === undefined
          ? null
          : ACTS.find(([, controls]) => controls.some((control) => reading.holds(control)))?.[0];
      const holding = holdings.get(index);
      if (holding === undefined || act === null) {
        holdings.set(index, { act: act === undefined ? undefined : null, nextAt: 0 });
        return;
      }
      if (act === undefined) holding.act = undefined;
      else if (holding.act !== null && holding.act !== act) {
        holding.act = act;
        holding.nextAt = nowMs + REPEAT_AFTER;
        perform(act);
      } else if (holding.act === act && act !== 'press' && act !== 'back' && nowMs >= holding.nextAt) {
        holding.nextAt = nowMs + REPEAT_EVERY;
        perform(act);
      }
    },
    leave: (index) => void holdings.delete(index),
  };
}

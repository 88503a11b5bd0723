// Every device of one cabinet: keyboard, gamepads and touch pads, and the moments at which all of them let go.
import type { PlayerHandle } from '@lite-rollback/core';
import { readGamepads } from '../browser/read-gamepads.js';
import type { Bindings } from './bindings.js';
import type { Buttons } from './buttons.js';
import { createGamepads, type Gamepads } from './gamepad.js';
import { listenToKeyboard } from './keyboard.js';
import { onLostInput } from './on-lost-input.js';
import type { PadBindings } from './pad-bindings.js';
import { createPadMenu, type PadMenuActions } from './pad-menu.js';
import type { Seats } from './seats.js';
import type { TouchPads } from './touch-pad.js';

export interface Devices {
  readonly gamepads: Gamepads;
  /** Once a beat, before the tick. */
  poll(nowMs: number): void;
  /** Lets go of everything that a person holds. What is still down acts again once it is pressed anew. */
  releaseAll(): void;
  close(): void;
}

export interface DevicesOptions {
  buttons: Buttons;
  bindings: Bindings;
  padBindings: PadBindings;
  seats: Seats;
  touchPads: TouchPads;
  /** Whether the game has the input; a screen has it otherwise. */
  playing: () => boolean;
  menu: PadMenuActions;
  /** Start on a gamepad. */
  onStart: () => void;
}

export function createDevices(options: DevicesOptions): Devices {
  const { bindings, buttons, padBindings, playing, seats, touchPads } = options;
  const keyboard = listenToKeyboard({
    target: window,
    buttons,
    maps: bindings.maps,
    handleOf: (seat): PlayerHandle => seats.handleOf(`keys ${seat}`),
    press: (seat) => seats.press(`keys ${seat}`, seat),
    active: playing,
  });
  const gamepads = createGamepads({
    buttons,
    bindings: padBindings,
    read: readGamepads,
    // Of two windows side by side the gamepad is for the one in front.
    focus: () => (!document.hasFocus() ? 'nobody' : playing() ? 'game' : 'screen'),
    handleOf: seats.handleOf,
    press: (device) => seats.press(device),
    leave: seats.leave,
    menu: createPadMenu(options.menu),
    onStart: options.onStart,
  });
  const releaseAll = (): void => {
    keyboard.releaseAll();
    touchPads.releaseAll();
    gamepads.releaseAll();
  };
  const stopReleasing = onLostInput(window, releaseAll);
  return {
    gamepads,
    poll: gamepads.poll,
    releaseAll,
    close() {
      stopReleasing();
      keyboard.close();
      releaseAll();
    },
  };
}

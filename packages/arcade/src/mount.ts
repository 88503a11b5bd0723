// Mounts a cabinet. It wires the parts to the page's events, and decides nothing.
import type { FieldSpecs } from '@lite-rollback/core';
import { createSleepWatch, startTicker } from '@lite-rollback/core/loop';
import { readGamepads } from './browser/read-gamepads.js';
import { createGamepads } from './input/gamepad.js';
import { listenToKeyboard } from './input/keyboard.js';
import { assertOptions, type CabinetOptions } from './options.js';
import { createParts } from './parts.js';
import { readAddress } from './rooms/address.js';
import { createTheatre } from './replay/theatre.js';
import { createRouter } from './router.js';
import { createTable } from './table.js';
import { fillBar } from './ui/bar.js';

/** A mounted cabinet. */
export interface Cabinet {
  /** Says goodbye to the others, closes the transport, stops the loop, takes everything off the page. Idempotent. */
  close(): void;
}

/**
 * Puts a cabinet on the page and opens what the address asks for. One at a time: it owns globalThis.arcade.
 * @throws TypeError, RangeError for wrong options, before anything is on the page.
 */
export function mount<const F extends FieldSpecs>(options: CabinetOptions<F>): Cabinet {
  assertOptions(options);
  const parts = createParts(options, () => table.seatsChanged());
  const table = createTable(parts);
  const { buttons, seats } = parts;
  const theatre = createTheatre(parts);
  const router = createRouter(parts, table, theatre);
  const { timeline } = parts;
  const bar = fillBar(parts.shell.controls, parts.synth, { onPause: table.pause, leave: parts.toMenu, timeline });
  const cleanUps: (() => void)[] = [];

  function on(target: EventTarget, type: string, handler: (event: Event) => void): void {
    target.addEventListener(type, handler);
    cleanUps.push(() => target.removeEventListener(type, handler));
  }

  const sleepWatch = createSleepWatch(table.asleep, table.awake);
  const togglePause = (): void => (table.playing() ? table.pause() : table.unpause());
  const gamepads = createGamepads({
    buttons,
    map: options.gamepad ?? {},
    read: () => (options.gamepad === undefined ? [] : readGamepads()),
    // Of two windows side by side the gamepad is for the one in front.
    active: () => table.playing() && document.hasFocus(),
    handleOf: seats.handleOf,
    press: (device) => seats.press(device),
    leave: seats.leave,
    onStart: togglePause,
  });
  cleanUps.push(
    listenToKeyboard({
      target: window,
      buttons,
      maps: parts.bindings.maps,
      handleOf: (seat) => seats.handleOf(`keys ${seat}`),
      press: (seat) => seats.press(`keys ${seat}`, seat),
      active: table.playing,
    }),
    startTicker((nowMs, drawing) => {
      sleepWatch.beat(nowMs, document.visibilityState === 'hidden');
      if (drawing) {
        timeline?.draw(nowMs);
        bar.sync();
      }
      if (theatre.on) {
        theatre.beat(nowMs);
        if (drawing) theatre.draw();
        return;
      }
      gamepads.poll();
      table.beat(nowMs);
      if (drawing) table.draw(nowMs);
    }),
  );
  on(window, 'keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') togglePause();
  });
  on(window, 'blur', () => {
    parts.pads.releaseAll();
    gamepads.releaseAll();
  });
  on(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') table.unwatched();
  });
  // A frozen page runs nothing at all, not even a worker's timer: the others are told before, and wait.
  on(document, 'freeze', table.asleep);
  on(document, 'resume', table.awake);
  // A file that is dropped beside the right place would otherwise take the page's place, match and all.
  on(window, 'dragover', (event) => event.preventDefault());
  on(window, 'drop', (event) => {
    event.preventDefault();
    const file = event instanceof DragEvent ? event.dataTransfer?.files[0] : undefined;
    const { match } = parts.exposed;
    if (file?.name.endsWith('.timeline') === true && timeline !== undefined) return timeline.take(file);
    if (file !== undefined && (match === null || match.state === 'ended')) theatre.take(file);
  });
  // A page that is reloaded says no goodbye: the others would take it for one, and the player comes back with a ticket.
  // Where the browser does not say what the page is left for (no pageswap event), it may be a reload.
  let reloading = !('onpageswap' in window);
  on(window, 'pageswap', (event) => {
    // TypeScript's DOM does not have PageSwapEvent yet. `activation` is null for a page of another origin.
    reloading =
      (event as Event & { activation?: { navigationType?: string } | null }).activation?.navigationType === 'reload';
  });
  // Leaving by one of the cabinet's own links is no reload, whatever the browser says.
  on(parts.shell.root, 'click', (event) => {
    const { target } = event;
    if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (target instanceof Element && target.closest('a[href]') !== null) reloading = false;
  });
  // The transports say by themselves that the page is gone. They are not closed here: that would cut off their last
  // words.
  on(window, 'pagehide', () => {
    if (reloading) table.leaveToReload();
    else table.close();
  });
  on(window, 'pageshow', (event) => {
    // Back from the back/forward cache: the match said goodbye when the page was left.
    if (event instanceof PageTransitionEvent && event.persisted) location.reload();
  });

  router.open(readAddress(options.search ?? location.search));

  let closed = false;
  return {
    close() {
      if (closed) return;
      closed = true;
      table.close();
      router.close();
      for (const cleanUp of cleanUps) cleanUp();
      timeline?.remove();
      parts.synth.close();
      parts.canvas.remove();
      parts.shell.remove();
    },
  };
}

// Does not roll back: mounts a cabinet. It wires the parts to the page's events, and decides nothing.
import type { FieldSpecs } from '@lite-rollback/core';
import { createDoors } from './doors.js';
import { listenToKeyboard } from './input/keyboard.js';
import { startTicker } from './loop/ticker.js';
import { assertOptions, type CabinetOptions } from './options.js';
import { createParts } from './parts.js';
import { readAddress } from './rooms/address.js';
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
  const parts = createParts(options);
  const table = createTable(parts);
  const doors = createDoors(parts, table);
  fillBar(parts.shell.controls, parts.synth, table.pause);
  const cleanUps: (() => void)[] = [];

  function on(target: EventTarget, type: string, handler: (event: Event) => void): void {
    target.addEventListener(type, handler);
    cleanUps.push(() => target.removeEventListener(type, handler));
  }

  cleanUps.push(
    listenToKeyboard({ target: window, buttons: parts.buttons, maps: options.keys, handleOf: table.handleOf, active: table.playing }),
    startTicker((nowMs, drawing) => {
      table.beat(nowMs);
      if (drawing) table.draw(nowMs);
    }),
  );
  on(window, 'keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    if (table.playing()) table.pause();
    else table.unpause();
  });
  on(window, 'blur', () => parts.pads.releaseAll());
  on(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') table.unwatched();
  });
  // A frozen page runs nothing at all, not even a worker's timer: the others are told before, and wait.
  on(document, 'freeze', table.asleep);
  on(document, 'resume', table.awake);
  // A page that is reloaded says no goodbye: the others would take it for one, and the player comes back with a ticket. Where the browser does
  // not say what the page is left for (no pageswap event), it may be a reload.
  let reloading = !('onpageswap' in window);
  on(window, 'pageswap', (event) => {
    // TypeScript's DOM does not have PageSwapEvent yet. `activation` is null for a page of another origin.
    reloading = (event as Event & { activation?: { navigationType?: string } | null }).activation?.navigationType === 'reload';
  });
  // The transports say by themselves that the page is gone. They are not closed here: that would cut off their last words.
  on(window, 'pagehide', () => {
    if (reloading) table.leaveToReload();
    else table.close();
  });
  on(window, 'pageshow', (event) => {
    // Back from the back/forward cache: the match said goodbye when the page was left.
    if (event instanceof PageTransitionEvent && event.persisted) location.reload();
  });

  doors.open(readAddress(options.search ?? location.search));

  let closed = false;
  return {
    close() {
      if (closed) return;
      closed = true;
      table.close();
      doors.close();
      for (const cleanUp of cleanUps) cleanUp();
      parts.synth.close();
      parts.canvas.remove();
      parts.shell.remove();
    },
  };
}

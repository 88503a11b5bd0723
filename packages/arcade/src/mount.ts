// Mounts a cabinet. It wires the parts to the page's events, and decides nothing.
import type { FieldSpecs } from '@lite-rollback/core';
import { createSleepWatch, startTicker } from '@lite-rollback/core/loop';
import { onFileDrop } from './browser/file-drop.js';
import { onPageExit } from './browser/page-exit.js';
import { createDevices } from './input/devices.js';
import { assertOptions, type CabinetOptions } from './options.js';
import { createParts, type Parts } from './parts.js';
import { createTheatre, type Theatre } from './replay/theatre.js';
import { readAddress } from './rooms/address.js';
import { createRouter } from './router.js';
import { createTable, type Table } from './table.js';
import { fillBar } from './ui/bar.js';
import { controlsScreen } from './ui/controls-screen.js';

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
  const controls = (back: () => void): HTMLElement =>
    controlsScreen({
      bindings: parts.bindings,
      actions: options.pad,
      pads: options.gamepad && { bindings: parts.padBindings, gamepads: devices.gamepads },
      back: { label: 'Back', back: true, onClick: back },
    });
  const table = createTable(parts, { releaseAll: () => devices.releaseAll(), controls });
  const theatre = createTheatre(parts);
  const { shell, timeline } = parts;
  if (options.strip !== undefined) shell.hud.before(options.strip);
  const bar = fillBar(shell.controls, parts.synth, { onPause: () => table.pause(), leave: parts.toMenu, timeline });
  const togglePause = (): void => (table.playing() ? table.pause() : table.unpause());
  const devices = createDevices({
    buttons: parts.buttons,
    bindings: parts.bindings,
    padBindings: parts.padBindings,
    seats: parts.seats,
    touchPads: parts.pads,
    playing: table.playing,
    menu: shell.focus,
    onStart: togglePause,
  });
  const router = createRouter(parts, table, theatre, controls);
  const sleepWatch = createSleepWatch(table.asleep, table.awake);
  const stopTicker = startTicker((nowMs, drawing) => {
    sleepWatch.beat(nowMs, document.visibilityState === 'hidden');
    if (drawing) {
      timeline?.draw(nowMs);
      bar.sync();
    }
    devices.poll(nowMs);
    const stage = theatre.on ? theatre : table;
    stage.beat(nowMs);
    if (drawing) stage.draw(nowMs);
  });
  const stops = [
    stopTicker,
    listenToPage(table, togglePause),
    onPageExit({ root: shell.root, onReload: table.leaveToReload, onLeave: table.close }),
    onFileDrop((file) => takeFile(file, parts, theatre)),
  ];
  router.open(readAddress(options.search ?? location.search));

  let closed = false;
  return {
    close() {
      if (closed) return;
      closed = true;
      table.close();
      router.close();
      devices.close();
      for (const stop of stops) stop();
      timeline?.remove();
      parts.arrival.close();
      parts.synth.close();
      parts.canvas.remove();
      shell.remove();
    },
  };
}

/** What the page tells while it stays. Returns the function that stops it. */
function listenToPage(table: Table, togglePause: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') togglePause();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') table.unwatched();
  };
  addEventListener('keydown', onKey);
  document.addEventListener('visibilitychange', onVisibility);
  // A frozen page runs nothing at all, not even a worker's timer: the others are told before, and wait.
  document.addEventListener('freeze', table.asleep);
  document.addEventListener('resume', table.awake);
  return () => {
    removeEventListener('keydown', onKey);
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('freeze', table.asleep);
    document.removeEventListener('resume', table.awake);
  };
}

/** A timeline at any time; a replay while no match is on. */
function takeFile<F extends FieldSpecs>(file: File, { exposed, timeline }: Parts<F>, theatre: Theatre): void {
  const { match } = exposed;
  if (file.name.endsWith('.timeline') && timeline !== undefined) timeline.take(file);
  else if (match === null || match.state === 'ended') theatre.take(file);
}

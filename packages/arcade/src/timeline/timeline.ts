// The timeline: a panel beside the game that shows what the flight recorder writes down, running or frozen, or a file
// of it.
import type { AnyGame } from '@lite-rollback/core';
import { fileName, saveFile } from '../browser/save-file.js';
import type { PadButton } from '../input/pad-button.js';
import { button } from '../ui/choices.js';
import { element } from '../ui/element.js';
import { installStyle } from '../ui/install-style.js';
import { writeFlight } from './flight-file.js';
import { columnsFor, createFlightGrid } from './flight-grid.js';
import { storeOf, type FlightLog } from './flight-log.js';
import type { FlightRecorder } from './flight-recorder.js';
import { FLIGHT_STYLE } from './flight-style.js';
import { inputGlyphs } from './input-words.js';
import { createLegend } from './legend.js';
import { openFlight } from './open-flight.js';
import { rowWords, sumWords, wordsForTimeline, type RowWords } from './row-words.js';
import type { TimelineHandle } from './timeline-handle.js';

export interface Timeline extends TimelineHandle {
  /** The recorder of a new match. */
  follow(recorder: FlightRecorder): void;
  /** Opens, or closes. `focus`: moves the focus into the panel. */
  toggle(focus?: boolean): void;
  /** Shows a file, or says what is wrong with it. */
  take(file: Blob): void;
  /** With each drawn frame. */
  draw(nowMs: number): void;
  remove(): void;
}

export interface TimelineOptions {
  root: HTMLElement;
  game: AnyGame;
  title: string;
  buttons: readonly PadButton[];
  /** By handle, each another name. */
  names: readonly string[];
  reducedMotion(): boolean;
  /** Whether a key belongs to the game now. */
  isGameKey(code: string): boolean;
  /** Where the focus goes when the panel goes. */
  home: HTMLElement;
}

export const TIMELINE_KEY = 'KeyL';
/** ms between two prints of the sums, and between two pictures for those who asked for less motion. */
const PRINT_MS = 250;
const CALM_MS = 1000;
/** The largest file read: 600 frames of 32 busy players are smaller. */
const FILE_MAX = 1024 * 1024;

export function createTimeline(options: TimelineOptions): Timeline {
  const { buttons, game, names, root } = options;
  let recorder: FlightRecorder | undefined;
  let log: FlightLog | undefined;
  let frozen = false;
  let printedAt = -Infinity;
  let drawnAt = -Infinity;

  const grid = createFlightGrid({
    glyphs: (word) => inputGlyphs(buttonsOf(log), word),
    onPick(frame) {
      if (!frozen) freeze();
      grid.select(frame);
      grid.element.focus({ preventScroll: true });
    },
    onSelect(frame) {
      const words = wordsAt(frame);
      print(words);
      return spoken(words);
    },
  });
  const say = element('p', { class: 'arcade-flight-say' });
  const heads = element('div', { class: 'arcade-flight-heads', attributes: { 'aria-hidden': 'true' } });
  const words = element('div', { class: 'arcade-flight-words' });
  const trouble = element('p', { class: 'arcade-flight-trouble', attributes: { role: 'alert', hidden: '' } });
  const file = element('input', {
    attributes: { type: 'file', accept: '.timeline,application/octet-stream', 'aria-label': 'Timeline file' },
  });
  const freezer = button({ label: 'Freeze', onClick: toggleFrozen });
  const saver = button({ label: 'Save', onClick: save });
  const legend = createLegend();
  const panel = element('section', { class: 'arcade-flight', attributes: { 'aria-label': 'Timeline', hidden: '' } }, [
    element('header', {}, [
      element('h2', { text: 'Timeline' }),
      freezer,
      saver,
      button({ label: 'Open', onClick: () => file.click() }),
      button({ label: 'Close', onClick: close }),
      file,
    ]),
    say, legend.element, heads, grid.element, trouble, words,
  ]); // prettier-ignore
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) take(chosen);
    file.value = '';
  });

  /** Another game's bits have other names, or none. */
  function buttonsOf(shown: FlightLog | undefined): readonly PadButton[] {
    return shown?.gameId === game.id ? buttons : [];
  }
  function namesOf(shown: FlightLog): readonly string[] {
    return shown.gameId === game.id ? names : [];
  }

  function wordsAt(frame: number): RowWords {
    const row = log?.row(frame);
    if (log === undefined || row === undefined)
      return { title: `Frame ${frame}`, lines: ['Nothing is known of this frame'] };
    return rowWords(log, row, namesOf(log), buttonsOf(log));
  }
  function spoken({ lines, title }: RowWords): string {
    return [title, ...lines].join('. ');
  }
  function print({ lines, title }: RowWords): void {
    words.replaceChildren(element('b', { text: title }), ...lines.map((line) => element('p', { text: line })));
  }

  function showLog(next: FlightLog | undefined, running: boolean, from = ''): void {
    log = next;
    frozen = !running;
    panel.classList.toggle('is-frozen', frozen);
    panel.classList.toggle('is-empty', next === undefined);
    freezer.textContent = running ? 'Freeze' : 'Run';
    freezer.toggleAttribute('disabled', next === undefined || (frozen && recorder === undefined));
    saver.toggleAttribute('disabled', next === undefined || next.last < 0);
    trouble.hidden = true;
    say.textContent =
      next === undefined
        ? 'A match is recorded while it is played. A saved one can be opened, or dropped on this page.'
        : running
          ? 'One row a frame, the newest on top. Freeze with Space, or press a row.'
          : `${from}Arrow keys go from row to row, Home to the newest.${from === '' ? ' Space lets it run.' : ''}`;
    const players = next?.numPlayers ?? game.numPlayers;
    heads.style.gridTemplateColumns = columnsFor(players);
    const here = next?.localHandles ?? [];
    const lanes = Array.from({ length: players }, (_, handle) => {
      const name = (next === undefined ? names : namesOf(next))[handle] ?? `Player ${handle + 1}`;
      return here.includes(handle) && here.length < players ? `${name} (here)` : name;
    });
    heads.replaceChildren(...['Frame', ...lanes, 'Redone', 'Waited'].map((text) => element('span', { text })));
    grid.show(next, running);
    printedAt = drawnAt = -Infinity;
    words.replaceChildren();
    if (next !== undefined && frozen) grid.select(next.last);
  }

  function run(): void {
    showLog(recorder?.log, true);
  }
  function freeze(): void {
    if (recorder !== undefined) showLog(recorder.freeze(), false);
  }
  function toggleFrozen(): void {
    if (log === undefined) return;
    if (!frozen) {
      freeze();
      grid.element.focus({ preventScroll: true });
    } else if (recorder !== undefined) {
      const focused = document.activeElement === grid.element;
      run();
      if (focused) options.home.focus({ preventScroll: true });
    }
  }

  function show(focus: boolean): void {
    installStyle('timeline', FLIGHT_STYLE);
    panel.hidden = false;
    root.dataset['timeline'] = '';
    if (!frozen) run();
    grid.refresh();
    legend.draw();
    void document.fonts.ready.then(() => {
      if (!panel.hidden) legend.draw();
      grid.refresh();
    });
    if (focus) (panel.querySelector<HTMLElement>('button:not([disabled])') ?? panel).focus({ preventScroll: true });
  }
  function close(): void {
    if (panel.hidden) return;
    const inside = panel.contains(document.activeElement);
    panel.hidden = true;
    delete root.dataset['timeline'];
    if (recorder !== undefined) run(); // a file that was looked at is put away
    if (inside) options.home.focus({ preventScroll: true });
  }
  function toggle(focus = false): void {
    if (panel.hidden) show(focus);
    else close();
  }

  function save(): void {
    const store = log === undefined ? undefined : storeOf(log);
    if (store !== undefined) saveFile(writeFlight(store), fileName(options.title, new Date(), 'timeline'));
  }

  function refuse(text: string): void {
    trouble.textContent = text;
    trouble.hidden = false;
  }
  function take(chosen: Blob): void {
    if (panel.hidden) show(true);
    if (chosen.size > FILE_MAX) return refuse(wordsForTimeline('not-a-timeline'));
    chosen.arrayBuffer().then(
      (buffer) => {
        const { error, log: opened } = openFlight(new Uint8Array(buffer));
        if (opened === undefined) return refuse(wordsForTimeline(error));
        showLog(opened, false, opened.gameId === game.id ? 'A file. ' : `A file of another game, ${opened.gameId}. `);
        grid.element.focus({ preventScroll: true });
      },
      () => refuse('This file cannot be read. Choose another one.'),
    );
  }

  function onKey(event: KeyboardEvent): void {
    const { activeElement } = document;
    // A key that is being chosen for the game, and text that is being typed, come first.
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      activeElement?.classList.contains('is-waiting') ||
      activeElement?.matches('input:not([type=range]),select,textarea')
    )
      return;
    if (event.code === TIMELINE_KEY && !options.isGameKey(TIMELINE_KEY)) {
      if (!event.repeat) toggle(root.dataset['view'] !== 'play');
      return;
    }
    if (panel.hidden) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopImmediatePropagation(); // it would pause the game as well
      close();
    } else if (
      event.key === ' ' &&
      !options.isGameKey('Space') &&
      activeElement?.matches('button,a,summary') !== true
    ) {
      event.preventDefault();
      if (!event.repeat) toggleFrozen();
    }
  }
  // Before the game's own listener, and before the one that pauses.
  addEventListener('keydown', onKey, true);
  root.append(panel);

  return {
    get recorder() {
      return recorder ?? null;
    },
    get isOpen() {
      return !panel.hidden;
    },
    get frozen() {
      return frozen;
    },
    get log() {
      return log ?? recorder?.log ?? null;
    },
    open() {
      if (panel.hidden) show(false);
    },
    close,
    follow(next) {
      recorder = next;
      if (!frozen) run();
      else freezer.removeAttribute('disabled');
    },
    toggle,
    take,
    draw(nowMs) {
      if (panel.hidden || log === undefined) return;
      if (!frozen && options.reducedMotion() && nowMs - drawnAt < CALM_MS) return;
      drawnAt = nowMs;
      grid.draw();
      if (frozen || nowMs - printedAt < PRINT_MS) return;
      printedAt = nowMs;
      saver.toggleAttribute('disabled', log.last < 0);
      print(sumWords(log.sums(), log.hz));
    },
    remove() {
      removeEventListener('keydown', onKey, true);
      grid.remove();
      panel.remove();
      delete root.dataset['timeline'];
    },
  };
}

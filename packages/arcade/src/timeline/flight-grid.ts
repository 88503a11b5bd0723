// The grid of the timeline. One row a frame, the newest on top, a lane for each player. Running, its rows are low and
// have no words: it is a picture of the last second or two. Frozen, each row can be read. For keyboards and screen
// readers it is one slider, whose value is the frame.
import { element } from '../ui/element.js';
import { drawMark, drawRedone, drawStalled, inksOf, type Inks } from './draw-marks.js';
import { isOnItsWay, markOf, storeOf, type FlightLog } from './flight-log.js';
import { APART, slotOf, type FlightStore } from './flight-store.js';

export interface FlightGrid {
  readonly element: HTMLElement;
  /** What is shown. Running follows its newest frame and selects nothing. */
  show(log: FlightLog | undefined, running: boolean): void;
  /** The frame that is chosen; -1 while it runs, and without frames. */
  readonly selected: number;
  /** Chooses the nearest frame that there is, and brings it into view. */
  select(frame: number): void;
  /** Draws if anything has changed. */
  draw(): void;
  /** Colours and sizes may have changed. */
  refresh(): void;
  remove(): void;
}

export interface FlightGridOptions {
  glyphs(word: number): string;
  /** A row was pressed: the frame in it. */
  onPick(frame: number): void;
  /** A frame was chosen. Returns the slider's value in words. */
  onSelect(frame: number): string;
}

/** px. */
const LOW = 6;
const HIGH = 26;
const FRAME_WIDTH = 56;
const REDONE_WIDTH = 64;
const STALLED_WIDTH = 56;
const MARK_WIDTH = 24;
/** Frames between two numbers beside low rows. */
const NUMBER_EVERY = 30;
const PAGE = 10;

/** For a head over the columns. */
export const columnsFor = (players: number): string =>
  `${FRAME_WIDTH}px repeat(${players},minmax(0,1fr)) ${REDONE_WIDTH}px ${STALLED_WIDTH}px`;

export function createFlightGrid(options: FlightGridOptions): FlightGrid {
  const canvas = element('canvas', { attributes: { 'aria-hidden': 'true' } });
  const spacer = element('div');
  const scroller = element(
    'div',
    {
      class: 'arcade-flight-rows',
      attributes: { role: 'slider', tabindex: '0', 'aria-label': 'Frame', 'aria-orientation': 'vertical' },
    },
    [canvas, spacer],
  );
  let log: FlightLog | undefined;
  let store: FlightStore | undefined;
  let running = true;
  let selected = -1;
  let inks: Inks | undefined;
  let width = 0;
  let height = 0;
  let changed = true;
  let drawnTick = -1;

  const pitch = (): number => (running ? LOW : HIGH);

  /** The canvas stays where it is, and as much is scrolled as there would be rows. */
  function stretch(): void {
    const frames = log === undefined || log.last < 0 ? 0 : log.last - log.first + 1;
    spacer.style.height = running ? '0' : `${Math.max(0, frames * HIGH - height)}px`;
  }

  function measure(): void {
    width = scroller.clientWidth;
    height = scroller.clientHeight;
    stretch();
    if (selected >= 0) reveal(); // its words take room from the rows
    inks = undefined;
    changed = true;
  }

  function reveal(): void {
    const top = ((log?.last ?? 0) - selected) * HIGH;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + HIGH > scroller.scrollTop + height) scroller.scrollTop = top + HIGH - height;
  }
  const observer = new ResizeObserver(measure);
  observer.observe(scroller);
  scroller.addEventListener('scroll', () => void (changed = true), { passive: true });
  scroller.addEventListener('click', (event) => {
    if (log === undefined || log.last < 0) return;
    const y = event.clientY - scroller.getBoundingClientRect().top + (running ? 0 : scroller.scrollTop);
    options.onPick(Math.max(log.first, log.last - Math.floor(y / pitch())));
  });
  scroller.addEventListener('keydown', (event) => {
    // While it runs, the arrows are the game's.
    if (running || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: 1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowLeft: -1,
      PageUp: PAGE,
      PageDown: -PAGE,
      Home: Infinity,
      End: -Infinity,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // these would move a player, too
    select(selected + step);
  });

  function speak(): void {
    if (log === undefined || log.last < 0) {
      scroller.setAttribute('aria-valuetext', 'No frames');
      for (const [name, value] of [
        ['min', 0],
        ['max', 0],
        ['now', 0],
      ] as const)
        scroller.setAttribute(`aria-value${name}`, String(value));
      return;
    }
    scroller.setAttribute('aria-valuemin', String(log.first));
    scroller.setAttribute('aria-valuemax', String(log.last));
    scroller.setAttribute('aria-valuenow', String(selected < 0 ? log.last : selected));
    scroller.setAttribute(
      'aria-valuetext',
      selected < 0 ? 'Running. Freeze it to read frames' : options.onSelect(selected),
    );
  }

  function select(frame: number): void {
    if (log === undefined || log.last < 0 || running) return;
    selected = Math.max(log.first, Math.min(log.last, frame));
    reveal();
    changed = true;
    speak();
  }

  function fit(context: CanvasRenderingContext2D): void {
    const density = Math.min(3, devicePixelRatio || 1);
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high });
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
  }

  function drawRow(
    context: CanvasRenderingContext2D,
    colours: Inks,
    held: FlightStore,
    frame: number,
    y: number,
  ): void {
    const slot = slotOf(held, frame);
    if (slot < 0) return;
    const { cells, rows } = held;
    const high = !running;
    const runs = rows.runs[slot] ?? 0;
    const players = held.numPlayers;
    const lane = (width - FRAME_WIDTH - REDONE_WIDTH - STALLED_WIDTH) / players;
    const box = high ? HIGH - 6 : LOW - 1;
    const top = high ? y + 3 : y;
    if (frame === selected) {
      context.fillStyle = colours.soft;
      context.fillRect(0, y, width, HIGH);
    }
    if (high || frame % NUMBER_EVERY === 0) {
      context.fillStyle = colours.quiet;
      context.font = `500 ${high ? 16 : 14}px ${colours.face}`;
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillText(String(frame), FRAME_WIDTH - 10, top + box / 2 + 1);
      if (!high) context.fillRect(FRAME_WIDTH - 7, top + 2, 5, 1);
    }
    for (let player = 0; player < players; player++) {
      const index = slot * players + player;
      const known = markOf(cells.flags[index] ?? 0, runs);
      const mark = known === 'known' && (held.local >>> player) & 1 && isOnItsWay(held, slot) ? 'way' : known;
      const x = FRAME_WIDTH + player * lane;
      drawMark(context, colours, mark, x, top, high ? MARK_WIDTH : lane - 8, box);
      if (!high || runs === 0) continue;
      context.fillStyle = colours.ink;
      context.font = `500 16px ${colours.face}`;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.save();
      context.beginPath();
      context.rect(x, y, lane - 4, HIGH);
      context.clip();
      context.fillText(options.glyphs(cells.used[index] ?? 0), x + MARK_WIDTH + 6, top + box / 2 + 1);
      context.restore();
    }
    const redoneAt = width - REDONE_WIDTH - STALLED_WIDTH;
    const redone = drawRedone(context, colours, runs - 1, redoneAt, top, REDONE_WIDTH - (high ? 24 : 4), box);
    const stalls = rows.stalls[slot] ?? 0;
    const pauses = rows.pauses[slot] ?? 0;
    const stalled = drawStalled(
      context,
      colours,
      stalls,
      width - STALLED_WIDTH,
      top,
      STALLED_WIDTH - (high ? 26 : 6),
      box,
    );
    if (high) {
      context.fillStyle = colours.ink;
      context.font = `600 16px ${colours.face}`;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      const middle = top + box / 2 + 1;
      if (runs > 1) context.fillText(String(runs - 1), redoneAt + redone + 3, middle);
      if (stalls > 0) context.fillText(String(stalls), width - STALLED_WIDTH + stalled + 3, middle);
      else if (pauses > 0) context.fillText(`P ${pauses}`, width - STALLED_WIDTH, middle);
    } else if (pauses > 0) {
      context.strokeStyle = colours.ink;
      context.strokeRect(width - STALLED_WIDTH + 0.5, top + 0.5, STALLED_WIDTH - 8, box - 1);
    }
    if ((rows.marks[slot] ?? 0) & APART) {
      context.fillStyle = colours.accent;
      context.fillRect(0, y, width, 2);
      context.font = `700 18px ${colours.face}`;
      context.textAlign = 'left';
      context.fillText('≠', width - 14, top + box / 2 + 1);
    }
    if (frame === selected) {
      context.strokeStyle = colours.focus;
      context.lineWidth = 2;
      context.strokeRect(1, y + 1, width - 2, HIGH - 2);
    }
  }

  return {
    element: scroller,
    get selected() {
      return selected;
    },
    show(next, nextRunning) {
      log = next;
      store = next === undefined ? undefined : storeOf(next);
      running = nextRunning;
      selected = -1;
      changed = true;
      scroller.classList.toggle('is-running', running);
      stretch();
      if (running) scroller.scrollTop = 0;
      speak();
    },
    select,
    draw() {
      if (store === undefined || (running && store.tick === drawnTick && !changed) || (!running && !changed)) return;
      if (width === 0) measure();
      const context = canvas.getContext('2d');
      if (context === null || width === 0 || height === 0) return;
      inks ??= inksOf(scroller);
      fit(context);
      changed = false;
      drawnTick = store.tick;
      const first = log?.first ?? -1;
      if (store.last < 0) return;
      const step = pitch();
      const from = running ? 0 : scroller.scrollTop;
      for (let row = Math.floor(from / step); row * step - from < height; row++) {
        const frame = store.last - row;
        if (frame < first) break;
        drawRow(context, inks, store, frame, row * step - from);
      }
    },
    refresh: measure,
    remove: () => observer.disconnect(),
  };
}

// Runs the sync test in this browser: every drill, rolled back at every distance, and shows what came of it.
import { element } from '@lite-rollback/arcade';
import { runSyncTest } from '@lite-rollback/core/testing';
import { cueBits, type CueName } from '../drills/cue-names.js';
import { type Drill, drills, shortcomings } from '../drills/drills.js';
import { countCues, type Performance } from '../drills/script.js';
import { createPainter } from '../draw/picture.js';
import { SHEET_WIDTH, WIDE_HEIGHT } from '../draw/sheet.js';
import { fighter } from '../game.js';
import { CUE_COUNT } from '../sim/cues.js';
import { CUES, read } from '../sim/layout.js';
import './synctest.css';

const DISTANCES = [1, 2, 4, 8] as const;
/** A minute of play. */
const RANDOM_FRAMES = 3600;

interface Row {
  readonly name: string;
  readonly cells: readonly HTMLElement[];
  readonly reach: HTMLElement;
  readonly run: (distance: number) => Outcome;
  readonly reached: () => string;
  readonly show: (() => Performance) | null;
}

interface Outcome {
  readonly ok: boolean;
  readonly detail: string;
}

/** Fills `into`, runs, and leaves the verdict in <html data-synctest>: running, ok or failed. */
export async function openSyncTest(into: HTMLElement): Promise<void> {
  const { dataset } = document.documentElement;
  dataset['synctest'] = 'running';
  dataset['match'] = 'ended';
  const page = element('main', { class: 'synctest' });
  const verdict = element('p', { class: 'synctest-verdict', text: 'Running…', attributes: { role: 'status' } });
  const table = element('table', { class: 'synctest-table' });
  const stage = createStage();
  const back = element('a', { class: 'synctest-back', text: '← Menu', attributes: { href: './' } });
  page.append(
    back,
    element('h1', { text: 'Sync test' }),
    element('p', {
      class: 'synctest-lead',
      text: 'After every frame the fight is taken back 1, 2, 4 or 8 frames and played again with the same keys. Every bit must come out as before. And each drill must have reached what it is for.',
    }),
    verdict,
    stage.canvas,
    table,
  );
  into.append(page);

  const rows = [...drills.map(drillRow), randomRow()];
  table.append(headRow());
  for (const row of rows) table.append(rowElement(row, stage.play));

  let failed = 0;
  const began = performance.now();
  for (const row of rows) {
    for (const [i, distance] of DISTANCES.entries()) {
      const outcome = row.run(distance);
      if (!outcome.ok) failed += 1;
      const cell = row.cells[i];
      if (cell !== undefined) mark(cell, outcome.ok, outcome.detail);
      await breathe();
    }
    const lacking = row.reached();
    if (lacking !== '') failed += 1;
    mark(row.reach, lacking === '', lacking);
  }
  const tests = rows.length * (DISTANCES.length + 1);
  verdict.textContent =
    failed === 0
      ? `All ${tests} hold. ${Math.round(performance.now() - began)} ms.`
      : `${failed} of ${tests} failed. Point at a cross to read why.`;
  verdict.classList.add(failed === 0 ? 'is-ok' : 'is-failed');
  dataset['synctest'] = failed === 0 ? 'ok' : 'failed';
}

function drillRow(drill: Drill): Row {
  const done = drill.play();
  return {
    name: drill.name,
    cells: DISTANCES.map(() => element('td')),
    reach: element('td'),
    run: (distance) =>
      syncTest(done.seed, done.frames, distance, (player, frame) => ((done.inputs[frame] ?? 0) >> (player * 4)) & 15),
    reached: () => shortcomings(drill, done, cueBits).join('; '),
    show: () => done,
  };
}

/** Held, human-like keys: they reach much, but hardly ever a parry, which is why the drills exist. */
function randomRow(): Row {
  const cues = new Array<number>(CUE_COUNT).fill(0);
  return {
    name: `random keys, ${RANDOM_FRAMES / 60} s`,
    cells: DISTANCES.map(() => element('td')),
    reach: element('td'),
    run(distance) {
      const report = runSyncTest(fighter, {
        frames: RANDOM_FRAMES,
        distance,
        seed: distance,
        onFrame: (fields) => countCues(cues, read(fields.fight, CUES)),
      });
      return { ok: report.ok, detail: describe(report) };
    },
    reached: () =>
      (['kill', 'block', 'swingLeft', 'swingRight'] satisfies CueName[])
        .filter((name) => (cues[cueBits[name]] ?? 0) === 0)
        .join(', '),
    show: null,
  };
}

function syncTest(
  seed: number,
  frames: number,
  distance: number,
  input: (player: number, frame: number) => number,
): Outcome {
  const report = runSyncTest(fighter, {
    frames,
    distance,
    seed,
    inputs(player, frame, out) {
      out[0] = input(player, frame);
    },
  });
  return { ok: report.ok, detail: describe(report) };
}

function describe(report: ReturnType<typeof runSyncTest>): string {
  const at = report.mismatch;
  if (at === undefined) return `checksum ${report.checksum.toString(16)}`;
  return `frame ${at.frame}: ${at.field}[${at.index}] was ${at.expected}, then ${at.actual}`;
}

function rowElement(row: Row, play: (done: Performance) => void): HTMLElement {
  const line = element('tr');
  const head = element('th', { attributes: { scope: 'row' } });
  const { show } = row;
  if (show === null) head.textContent = row.name;
  else {
    head.append(element('button', { text: row.name, attributes: { type: 'button' }, onClick: () => play(show()) }));
  }
  line.append(head, ...row.cells, row.reach);
  return line;
}

function headRow(): HTMLElement {
  const line = element('tr');
  for (const text of ['Drill (press to watch)', ...DISTANCES.map((distance) => String(distance)), 'reached']) {
    line.append(element('th', { text, attributes: { scope: 'col' } }));
  }
  return line;
}

function mark(cell: HTMLElement, ok: boolean, detail: string): void {
  cell.textContent = ok ? '✓' : '✗';
  cell.className = ok ? 'is-ok' : 'is-failed';
  cell.title = detail;
}

/** A screen on which drills can be watched. Opens with the first. */
function createStage(): { canvas: HTMLCanvasElement; play: (done: Performance) => void } {
  const canvas = element('canvas', {
    class: 'synctest-stage',
    attributes: { role: 'img', 'aria-label': 'The drill that was pressed last' },
  });
  const context = canvas.getContext('2d');
  const painter = createPainter();
  let shown = drills[0]?.play();
  let began = performance.now();

  function paint(now: number): void {
    requestAnimationFrame(paint);
    if (context === null || shown === undefined || canvas.clientWidth === 0) return;
    const width = Math.round(canvas.clientWidth * Math.min(3, devicePixelRatio || 1));
    const height = Math.round((width * WIDE_HEIGHT) / SHEET_WIDTH);
    if (canvas.width !== width) {
      canvas.width = width;
      canvas.height = height;
    }
    // The bow is skipped but for its end.
    const first = Math.max(0, (shown.starts[0] ?? 0) - 30);
    const at = Math.min(shown.frames - 1, first + Math.floor(((now - began) * 60) / 1000));
    const state = shown.history[at] ?? shown.end;
    const previous = shown.history[at - 1] ?? state;
    context.setTransform(width / SHEET_WIDTH, 0, 0, height / WIDE_HEIGHT, 0, 0);
    painter.paint(
      context,
      SHEET_WIDTH,
      WIDE_HEIGHT,
      {
        state,
        previous,
        alpha: 1,
        offsets: [0, 0],
        bare: false,
        names: { guard: true, parry: true },
        lesson: null,
        localHandles: [0, 1],
        keyNames: () => '',
        keys: true,
        pxPerUnit: canvas.clientWidth / SHEET_WIDTH,
        guide: false,
        reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
        checksum: null,
      },
      now,
    );
  }
  requestAnimationFrame(paint);
  return {
    canvas,
    play(done) {
      shown = done;
      began = performance.now();
      canvas.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** Lets the page draw. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

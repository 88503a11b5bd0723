// The grid: time runs down, one row a frame; the track lies across; P1's machine is on the left, P2's on the right, and
// the wire between them.
import { currentWall, type Lesson } from '../lesson.js';
import { STARTS, LEFT, RIGHT, STAY } from '../sim/track.js';
import type { Press } from '../settings.js';
import { counted } from '../words.js';
import { element, setText } from './element.js';
import type { StagePart } from './part.js';
import { createPaths } from './paths.js';
import { createTimelineRow, createToken, placeInTrack, setPress, type TimelineRow } from './timeline-row.js';

/** Typed on a strip: the press, and on to the next frame. */
const TYPED: Readonly<Record<string, Press>> = { a: LEFT, s: STAY, d: RIGHT };
const COLUMNS: readonly (readonly [string, string, string])[] = [
  ['', 'frame', ''],
  ['is-p1', 'P1', 'P1’s press for the frame'],
  ['', 'track', ''],
  ['', 'here', 'P2’s press as P1’s machine has it: the real one, or a guess'],
  ['', 'on its way', 'P2’s presses in flight, from right to left'],
  ['is-p2', 'P2', 'P2’s press for the frame, as P2 makes it'],
  ['', 'saved', 'Filled: a rollback may still return to the state before this frame'],
];

export function createTimeline(lesson: Lesson): StagePart {
  const paths = createPaths();
  const bracket = element('div', { class: 'bracket', attributes: { 'aria-hidden': 'true' } }, [element('span')]);
  const grid = element('div', { class: 'timeline' });
  const caption = element('p', { class: 'caption' });
  const hint = element('p', {
    class: 'visually-hidden',
    text: 'Up and down move along it. A, S and D set left, stay and right; Enter changes the press.',
    attributes: { id: 'strip-hint' },
  });
  const root = element(
    'section',
    { class: 'timeline-part', attributes: { 'aria-label': 'Timeline', 'data-part': 'timeline' } },
    [caption, grid, hint],
  );
  let rows: TimelineRow[] = [];
  /** By column: the frame that had the focus last. */
  const used: number[] = [0, 0, 0];

  const head = element(
    'div',
    { class: 'row is-head', attributes: { 'aria-hidden': 'true' } },
    COLUMNS.map(([name, text, title]) => element('span', { class: `head ${name}`, text, attributes: { title } })),
  );
  const start = element('div', { class: 'row is-start' }, [
    element('span', { class: 'row-number', text: 'start' }),
    element('span'),
    element(
      'div',
      { class: 'track' },
      ([0, 1] as const).map((player) => {
        const token = createToken(player);
        token.style.left = placeInTrack(STARTS[player]);
        return token;
      }),
    ),
  ]);

  /** The three columns that the up and down arrows walk: numbers, P1's strip, P2's strip. */
  const columns = (): HTMLButtonElement[][] => [
    rows.map(({ select }) => select),
    rows.map(({ presses }) => presses[0]),
    rows.map(({ presses }) => presses[1]),
  ];
  const build = (frames: number): void => {
    rows = Array.from({ length: frames }, (_, frame) => createTimelineRow(lesson, frame));
    grid.style.setProperty('--frames', String(frames));
    grid.style.gridTemplateRows = `auto repeat(${frames + 1}, var(--row))`;
    paths.root.style.gridRow = `2 / span ${frames + 1}`;
    // Each in its place: what is laid over the rows would push them on otherwise.
    [head, start, ...rows.map((row) => row.root)].forEach((row, index) => void (row.style.gridRow = String(index + 1)));
    grid.replaceChildren(head, start, paths.root, bracket, ...rows.map((row) => row.root));
    for (const { presses } of rows) for (const press of presses) press.setAttribute('aria-describedby', 'strip-hint');
  };
  /** One of each column can be reached with Tab: the one last used, or the first that can be. */
  const rove = (): void => {
    columns().forEach((column, index) => {
      const last = column[used[index]!];
      const reachable = last?.disabled === false ? last : column.find((button) => !button.disabled);
      for (const button of column) button.tabIndex = button === reachable ? 0 : -1;
    });
  };
  const placeOf = (target: EventTarget | null): [number, number] | undefined => {
    const found = columns().map((column) => column.findIndex((button) => button === target));
    const index = found.findIndex((at) => at >= 0);
    return index < 0 ? undefined : [index, found[index]!];
  };
  grid.addEventListener('focusin', ({ target }) => {
    const place = placeOf(target);
    if (place === undefined) return;
    used[place[0]] = place[1];
    rove();
  });

  grid.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf(event.target);
    if (place === undefined) return;
    const [index, at] = place;
    const typed = TYPED[event.key.toLowerCase()];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      columns()[index]![at + (event.key === 'ArrowUp' ? -1 : 1)]?.focus();
    else if (typed !== undefined && index > 0) {
      setPress(lesson, index === 1 ? 0 : 1, at, typed);
      columns()[index]![at + 1]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    root,
    show(state) {
      if (rows.length !== state.settings.frames) build(state.settings.frames);
      setText(
        caption,
        `Time runs down, one row a frame. P1 is you; P2’s presses take ${counted(state.settings.lag, 'tick')} to get here.`,
      );
      for (const row of rows) row.show(state);
      rove();
      paths.show(state);
      const back = currentWall(state)?.moments.find((moment) => moment.kind === 'rollback');
      bracket.hidden = back === undefined;
      if (back !== undefined) {
        bracket.style.gridRow = `${back.frame + 3} / span ${back.value}`;
        setText(bracket.firstElementChild!, String(back.value));
      }
    },
  };
}

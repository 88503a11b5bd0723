// One frame of the timeline: its number, both presses, the track, what the session holds of P2's press, the wire, and
// whether its state is still needed.
import { currentWall, type Lesson, type LessonState } from '../lesson.js';
import type { Cells, Row } from '../run.js';
import { pressFor, withPress, type Press } from '../settings.js';
import { CELLS, LEFT, RIGHT, STAY } from '../sim/track.js';
import { pressArrow, pressName } from '../words.js';
import { element, setText } from './element.js';

export interface TimelineRow {
  readonly root: HTMLElement;
  readonly select: HTMLButtonElement;
  /** P1's and P2's. */
  readonly presses: readonly [HTMLButtonElement, HTMLButtonElement];
  show(state: LessonState): void;
}

/** What a tap makes of a press. */
const NEXT: Readonly<Record<Press, Press>> = { [STAY]: RIGHT, [RIGHT]: LEFT, [LEFT]: STAY };
const P1 = 0;
const P2 = 1;
/** Cells that a note takes on a narrow page. */
const NOTE_CELLS = 5;

export const placeInTrack = (cell: number): string => `${((cell + 0.5) / CELLS) * 100}%`;

export function createToken(player: 0 | 1, ghost = false): HTMLElement {
  return element('span', {
    class: `token is-p${player + 1}${ghost ? ' is-ghost' : ''}`,
    text: ghost ? '' : String(player + 1),
    attributes: { 'aria-hidden': 'true' },
  });
}

/** Outlines where the players stood in results that were replaced, and stand no more. */
function ghostsOf({ replaced, cells }: Row): HTMLElement[] {
  const seen = new Set<string>();
  const ghosts: HTMLElement[] = [];
  for (const player of [P1, P2] as const) {
    for (const old of replaced) {
      const key = `${player} ${old[player]}`;
      if (old[player] === cells[player] || seen.has(key)) continue;
      seen.add(key);
      const ghost = createToken(player, true);
      ghost.style.left = placeInTrack(old[player]);
      ghosts.push(ghost);
    }
  }
  return ghosts;
}

const standing = (cells: Cells): string => `P1 on cell ${cells[P1]}, P2 on cell ${cells[P2]}`;

export function createTimelineRow(lesson: Lesson, frame: number): TimelineRow {
  const select = element('button', {
    class: 'row-number',
    text: String(frame),
    attributes: { type: 'button', tabindex: '-1' },
    onClick: () => lesson.selectRow(frame),
  });
  const press = (player: 0 | 1): HTMLButtonElement =>
    element('button', {
      class: `press is-p${player + 1}`,
      attributes: { type: 'button', tabindex: '-1' },
      onClick: () => setPress(lesson, player, frame, NEXT[pressFor(lesson.state.settings, player, frame)]),
    });
  const presses = [press(P1), press(P2)] as const;
  const tokens = [createToken(P1), createToken(P2)] as const;
  const ghosts = element('span', { class: 'ghosts' });
  const note = element('span', { class: 'row-note' });
  const track = element('div', { class: 'track' }, [ghosts, ...tokens, note]);
  track.addEventListener('click', () => lesson.selectRow(frame));
  const held = element('span', { class: 'held', attributes: { 'aria-hidden': 'true' } });
  const dot = element('span', { class: 'dot' });
  const wire = element('div', { class: 'wire', attributes: { 'aria-hidden': 'true' } }, [dot]);
  const saved = element('span', { class: 'saved', attributes: { 'aria-hidden': 'true' } });
  const root = element('div', { class: 'row', attributes: { 'data-frame': String(frame) } }, [
    select,
    presses[0],
    track,
    element('div', { class: 'held-cell' }, [held]),
    wire,
    presses[1],
    saved,
  ]);

  const showPress = (player: 0 | 1, { settings }: LessonState, made: boolean): void => {
    const button = presses[player];
    const startup = frame < settings.delay;
    const value = pressFor(settings, player, frame);
    button.disabled = startup;
    button.classList.toggle('is-made', made);
    setText(button, startup ? '' : pressArrow(value));
    button.setAttribute(
      'aria-label',
      startup
        ? `P${player + 1}, frame ${frame}: none, before the delay`
        : `P${player + 1}, frame ${frame}: ${pressName(value)}`,
    );
  };

  return {
    root,
    select,
    presses,
    show(state) {
      const { settings, run, at } = state;
      const wall = currentWall(state);
      const row = wall?.rows[frame];
      const flight = run.flights[frame]!;
      const now = at - 1;
      const startup = frame < settings.delay;
      const made = flight.madeAt >= 0 && flight.madeAt <= now;
      const landed = startup || (flight.landedAt >= 0 && flight.landedAt <= now);
      const wrong = wall?.moments.find((moment) => moment.kind === 'mispredict' && moment.frame === frame);
      const redone = wall?.moments.some((moment) => moment.kind === 'resimulate' && moment.frame === frame) === true;
      const stalled = wall?.stalledAt === frame;
      const waits = wall?.waits[frame] ?? 0;

      const is = (name: string, on: boolean): boolean => root.classList.toggle(`is-${name}`, on);
      is('future', row === undefined);
      is('guess', row !== undefined && !row.confirmed);
      is('redone', redone);
      is('stalled', stalled);
      is('newest', row !== undefined && frame === wall!.figures.frames - 1);
      is('selected', state.row === frame);

      for (const player of [P1, P2] as const) {
        tokens[player].hidden = row === undefined;
        if (row !== undefined) tokens[player].style.left = placeInTrack(row.cells[player]);
      }
      ghosts.replaceChildren(...(row === undefined ? [] : ghostsOf(row)));
      // Left of P1 where there is room for it, else right of P2.
      note.classList.toggle('is-left', (row?.cells[P1] ?? 0) >= NOTE_CELLS);
      setText(note, stalled ? `waiting, ${waits}` : waits > 0 ? `waited ${waits}` : '');

      showPress(P1, state, run.pressedAt[frame]! >= 0 && run.pressedAt[frame]! <= now);
      showPress(P2, state, made);

      held.className = `held${row === undefined && !landed ? '' : landed ? (startup ? ' is-startup' : ' is-landed') : ' is-guess'}${wrong === undefined ? '' : ' is-wrong'}`;
      setText(
        held,
        startup
          ? ''
          : landed
            ? pressArrow(pressFor(settings, P2, frame))
            : row === undefined
              ? ''
              : `${pressArrow(row.presses[P2])}?`,
      );

      dot.hidden = !made || landed;
      if (!dot.hidden) {
        dot.style.left = `${(1 - (now - flight.madeAt + 0.5) / settings.lag) * 100}%`;
        setText(dot, pressArrow(pressFor(settings, P2, frame)));
      }
      saved.className = `saved${row === undefined ? '' : !row.confirmed ? ' is-needed' : frame >= wall!.figures.frames - wall!.figures.inRing ? ' is-kept' : ''}`;

      const what =
        row === undefined
          ? stalled
            ? 'waiting'
            : 'not run yet'
          : `${standing(row.cells)}, ${row.confirmed ? 'confirmed' : `P2 guessed ${pressName(row.presses[P2])}`}`;
      select.setAttribute('aria-label', `Frame ${frame}: ${what}${redone ? ', run again in this tick' : ''}`);
      select.setAttribute('aria-pressed', String(state.row === frame));
    },
  };
}

/** Gives the press that acts on a frame another value. */
export function setPress(lesson: Lesson, player: 0 | 1, frame: number, press: Press): void {
  const { settings } = lesson.state;
  if (frame >= settings.delay) lesson.setSettings(withPress(settings, player, frame - settings.delay, press));
}

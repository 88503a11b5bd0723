// In words: what the tick did, or all there is to know of the frame that was tapped.
import { currentWall, type LessonState } from '../lesson.js';
import { pressFor } from '../settings.js';
import { counted, pressName, wallSummary } from '../words.js';
import { element, setText } from './element.js';
import type { StagePart } from './part.js';

const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0');

function frameFacts({ settings, run, row: frame, at }: LessonState): readonly (readonly [string, string])[] {
  const wall = run.walls[at - 1];
  const row = wall?.rows[frame];
  const { madeAt, landedAt } = run.flights[frame]!;
  const facts: [string, string][] = [];
  if (row === undefined)
    facts.push(['State', wall?.stalledAt === frame ? 'due, and waiting at the window' : 'has not run yet']);
  else {
    const { presses, cells, runs, replaced, confirmed } = row;
    facts.push(['Presses', `P1 ${pressName(presses[0])}, P2 ${pressName(presses[1])}${confirmed ? '' : ' (a guess)'}`]);
    facts.push(['Result', `P1 on cell ${cells[0]}, P2 on cell ${cells[1]}`]);
    const pasts = replaced.map((old) => `P1 on ${old[0]}, P2 on ${old[1]}`).join('; then ');
    facts.push(['Run', `${counted(runs, 'time')}${pasts === '' ? '' : `. Before: ${pasts}`}`]);
  }
  if (madeAt < 0) facts.push(['P2’s press', 'none: it lies before the delay, and both machines know it']);
  else if (madeAt > at - 1) facts.push(['P2’s press', 'not made yet']);
  else {
    const press = `${pressName(pressFor(settings, 1, frame))}, made in wall frame ${madeAt + 1}`;
    const left = landedAt - (at - 1);
    facts.push([
      'P2’s press',
      left > 0 ? `${press}, still ${counted(left, 'tick')} away` : `${press}, landed in wall frame ${landedAt + 1}`,
    ]);
  }
  if (row !== undefined) {
    const { checksum, theirChecksum, confirmed } = row;
    const there = !confirmed
      ? 'not comparable before it is confirmed'
      : theirChecksum === undefined
        ? 'not confirmed there yet'
        : `${hex(theirChecksum)} on P2’s machine: ${theirChecksum === checksum ? 'the same' : 'another'}`;
    facts.push(['Checksum', `${hex(checksum)} here, ${there}`]);
  }
  return facts;
}

export function createReadout(): StagePart {
  const title = element('h2', { class: 'readout-title' });
  const text = element('p', { class: 'readout-text' });
  const facts = element('dl', { class: 'readout-facts' });
  const root = element(
    'section',
    { class: 'readout', attributes: { 'aria-label': 'What happened', 'aria-live': 'polite' } },
    [title, text, facts],
  );
  return {
    root,
    show(state) {
      const wall = currentWall(state);
      // While it plays, a voice that reads every tick aloud would never come to an end.
      root.setAttribute('aria-live', state.playing ? 'off' : 'polite');
      const tapped = state.row >= 0 && state.row < state.settings.frames;
      setText(title, tapped ? `Frame ${state.row}` : 'This wall frame');
      setText(
        text,
        wall === undefined
          ? 'Both machines are connected and stand at frame 0. Nothing has run yet.'
          : wallSummary(wall),
      );
      text.hidden = tapped;
      facts.hidden = !tapped;
      const entries = tapped ? frameFacts(state) : [];
      facts.replaceChildren(
        ...entries.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', { text: value })]),
      );
    },
  };
}

// The scenario: presets, lag, delay, window, frames, and what lag and delay come to.
import type { Lesson } from '../lesson.js';
import { writeLink } from '../link.js';
import { PRESETS } from '../presets.js';
import { DIALS, RANGES, depthOf, within, type Dial, type Settings } from '../settings.js';
import { element, setText } from './element.js';
import type { StagePart } from './part.js';

const HINTS: Readonly<Record<Dial, string>> = {
  lag: 'ticks that a press travels',
  delay: 'frames from press to effect',
  window: 'frames on guesses at most',
  frames: 'frames to play',
};
/** The sum that makes the depth, and what it means here. */
function depthWords(settings: Settings): string {
  const { lag, delay, window } = settings;
  if (depthOf(settings) === 0) return `lag ${lag}, delay ${delay}: every press is there in time`;
  const sum = `= lag ${lag} − delay ${delay}`;
  return window < lag - delay
    ? `${sum}, more than the window: it stalls`
    : `${sum}: how far a wrong guess reaches back`;
}

/** The option for a scenario that is none of the presets. */
const OWN = 'own';

export function createDials(lesson: Lesson): StagePart {
  const select = element('select', { attributes: { 'aria-label': 'Scenario' } }, [
    ...PRESETS.map(({ name }, index) => element('option', { text: name, attributes: { value: String(index) } })),
    element('option', { text: 'Your own', attributes: { value: OWN, disabled: '', hidden: '' } }),
  ]);
  select.addEventListener('change', () => {
    const preset = PRESETS[Number(select.value)];
    if (preset !== undefined) lesson.setSettings(preset.settings);
  });

  const dials = DIALS.map((dial) => {
    const { min, max } = RANGES[dial];
    const input = element('input', {
      attributes: {
        type: 'range',
        id: `dial-${dial}`,
        min: String(min),
        max: String(max),
        step: '1',
        'aria-describedby': `hint-${dial}`,
      },
    });
    input.addEventListener('input', () =>
      lesson.setSettings({ ...lesson.state.settings, [dial]: within(dial, Number(input.value)) }),
    );
    const output = element('output', { attributes: { for: `dial-${dial}` } });
    const root = element('div', { class: 'dial' }, [
      element('label', { text: dial, attributes: { for: `dial-${dial}` } }),
      output,
      input,
      element('p', { class: 'dial-hint', text: HINTS[dial], attributes: { id: `hint-${dial}` } }),
    ]);
    return { dial, min, max, input, output, root };
  });
  const sum = element('p', { class: 'depth-sum' });
  const depth = element('output', { class: 'depth-figure', attributes: { 'data-depth': '' } });

  return {
    root: element('section', { class: 'dials', attributes: { 'aria-label': 'Settings', 'data-part': 'dials' } }, [
      element('label', { class: 'preset' }, [element('span', { text: 'scenario' }), select]),
      ...dials.map(({ root }) => root),
      element('div', { class: 'depth' }, [element('span', { class: 'depth-name', text: 'depth' }), depth, sum]),
    ]),
    show({ settings }) {
      const link = writeLink(settings);
      const known = PRESETS.findIndex((preset) => writeLink(preset.settings) === link);
      select.value = known < 0 ? OWN : String(known);
      for (const { dial, min, max, input, output } of dials) {
        input.value = String(settings[dial]);
        input.style.setProperty('--done', String((settings[dial] - min) / (max - min)));
        setText(output, String(settings[dial]));
      }
      setText(depth, String(depthOf(settings)));
      setText(sum, depthWords(settings));
    },
  };
}

// A message with what can be done about it.
import { buttons, type Choice } from './choices.js';
import { element } from './element.js';

/** `result` is printed large under the title. */
export function messagePanel(
  title: string,
  lines: readonly string[],
  choices: readonly Choice[],
  result?: string,
): HTMLElement {
  return element('div', { class: 'arcade-panel' }, [
    element('h2', { class: 'arcade-heading', text: title }),
    result === undefined ? undefined : element('p', { class: 'arcade-result', text: result }),
    ...lines.map((line) => element('p', { class: 'arcade-lead', text: line })),
    buttons(choices),
  ]);
}

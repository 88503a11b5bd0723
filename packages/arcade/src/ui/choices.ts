// What a person can choose on a screen, as buttons and links.
import { element } from './element.js';

export interface Choice {
  label: string;
  /** The one a player most likely wants: it gets the focus. */
  main?: boolean;
  /** Where a gamepad's back button leads. The first one counts. */
  back?: boolean;
  onClick?: () => void;
  href?: string;
}

export function button(choice: Choice): HTMLElement {
  const look = choice.main === true ? 'arcade-button is-main' : 'arcade-button';
  const attributes: Record<string, string> = {
    ...(choice.main === true ? { 'data-first': '' } : {}),
    ...(choice.back === true ? { 'data-back': '' } : {}),
  };
  if (choice.href !== undefined)
    return element('a', { class: look, text: choice.label, attributes: { ...attributes, href: choice.href } });
  const made = element('button', { class: look, text: choice.label, attributes: { ...attributes, type: 'button' } });
  if (choice.onClick !== undefined) made.addEventListener('click', choice.onClick);
  return made;
}

export function buttons(choices: readonly Choice[]): HTMLElement {
  return element('div', { class: 'arcade-buttons' }, choices.map(button));
}

// The pieces that screens are made of.
import { element } from './element.js';

export interface Choice {
  label: string;
  /** The one a player most likely wants: it gets the focus. */
  main?: boolean;
  onClick?: () => void;
  href?: string;
}

export function button(choice: Choice): HTMLElement {
  const look = choice.main === true ? 'arcade-button is-main' : 'arcade-button';
  const attributes: Record<string, string> = choice.main === true ? { 'data-first': '' } : {};
  if (choice.href !== undefined)
    return element('a', { class: look, text: choice.label, attributes: { ...attributes, href: choice.href } });
  const made = element('button', { class: look, text: choice.label, attributes: { ...attributes, type: 'button' } });
  if (choice.onClick !== undefined) made.addEventListener('click', choice.onClick);
  return made;
}

export function buttons(choices: readonly Choice[]): HTMLElement {
  return element('div', { class: 'arcade-buttons' }, choices.map(button));
}

/** A message with what can be done about it. */
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

/**
 * A text to pass on: selected with one click, copied with one press where the page may use the clipboard. `lines` high,
 * where it is to be read, too.
 */
export function copyBox(label: string, text: string, lines = 1): HTMLElement {
  const attributes = { readonly: '', 'aria-label': label, spellcheck: 'false' };
  const box =
    lines === 1
      ? element('input', { attributes: { ...attributes, type: 'text' } })
      : element('textarea', { attributes: { ...attributes, rows: String(lines) } });
  box.value = text;
  box.addEventListener('focus', () => box.select());
  const copy = element('button', { class: 'arcade-button', text: 'Copy', attributes: { type: 'button' } });
  copy.addEventListener('click', () => {
    const done = (): void => void (copy.textContent = 'Copied');
    const byHand = (): void => {
      box.focus();
      copy.textContent = 'Press Ctrl C';
    };
    // Outside a secure context (a second machine on the LAN, over plain http) there is no clipboard at all.
    if (navigator.clipboard === undefined) byHand();
    else navigator.clipboard.writeText(text).then(done, byHand);
  });
  return element('div', { class: 'arcade-field' }, [box, copy]);
}

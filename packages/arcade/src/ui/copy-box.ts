// A text to pass on.
import { copyText } from '../browser/copy-text.js';
import { element } from './element.js';

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
    void copyText(text).then((copied) => {
      if (!copied) box.focus(); // it is selected now, for the keyboard
      copy.textContent = copied ? 'Copied' : 'Press Ctrl C';
    });
  });
  return element('div', { class: 'arcade-field' }, [box, copy]);
}

// The screen on which a person chooses keys.
import { keyName, type Bindings } from '../input/bindings.js';
import type { PadButton } from '../input/pad-button.js';
import { buttons, type Choice } from './choices.js';
import { element } from './element.js';

export interface ControlsParts {
  bindings: Bindings;
  /** What there is to do, in every seat. */
  actions: readonly PadButton[];
  /** By seat. */
  titles: readonly string[];
  /** Said about gamepads, where there is something to say. */
  note?: string;
  back: Choice;
}

export function controlsScreen(parts: ControlsParts): HTMLElement {
  const { actions, bindings, titles } = parts;
  const panel = element('div', { class: 'arcade-panel' });
  /** The press that is being waited for is called off when another one is, or when the screen is left. */
  let stopListening = (): void => {};

  function keyButton(seat: number, action: PadButton): HTMLElement {
    const name = keyName(bindings.codeOf(seat, action.bits));
    const made = element('button', {
      class: 'arcade-key',
      text: name,
      attributes: { type: 'button', 'aria-label': `${titles[seat] ?? ''}, ${action.label}: ${name}. Press to change` },
    });
    made.addEventListener('click', () => listen(made, seat, action));
    return made;
  }

  function listen(made: HTMLElement, seat: number, action: PadButton): void {
    stopListening();
    const before = made.textContent;
    const spoken = made.getAttribute('aria-label') ?? '';
    made.textContent = 'Press a key…';
    made.setAttribute('aria-label', `${titles[seat] ?? ''}, ${action.label}: Press a key…`);
    made.classList.add('is-waiting');
    const onKey = (event: KeyboardEvent): void => {
      // Every key is an answer here, also those that would move the focus or close something.
      event.preventDefault();
      event.stopImmediatePropagation();
      stopListening();
      if (event.code !== 'Escape' && bindings.bind(seat, action.bits, event.code)) fill(`${seat} ${action.bits}`);
    };
    stopListening = () => {
      removeEventListener('keydown', onKey, true);
      made.removeEventListener('blur', stopListening);
      made.textContent = before;
      made.setAttribute('aria-label', spoken);
      made.classList.remove('is-waiting');
    };
    addEventListener('keydown', onKey, true);
    made.addEventListener('blur', stopListening);
  }

  /** `focus` names the button that has just been changed: it is made anew, and keeps the focus. */
  function fill(focus?: string): void {
    stopListening();
    let focused: HTMLElement | undefined;
    const seats = bindings.maps.map((_, seat) => {
      const rows = actions.map((action) => {
        const key = keyButton(seat, action);
        if (focus === `${seat} ${action.bits}`) focused = key;
        return element('div', { class: 'arcade-binding' }, [element('span', { text: action.label }), key]);
      });
      return element('section', { attributes: { 'aria-label': titles[seat] ?? '' } }, [
        element('h3', { text: titles[seat] ?? '' }),
        ...rows,
      ]);
    });
    panel.replaceChildren(
      element('h2', { class: 'arcade-heading', text: 'Controls' }),
      element('p', {
        class: 'arcade-lead',
        text: 'Choose a button, then press the key that it is to be. A key that is taken changes places.',
      }),
      element('div', { class: 'arcade-bindings' }, seats),
      ...(parts.note === undefined ? [] : [element('p', { class: 'arcade-note', text: parts.note })]),
      buttons([
        { ...parts.back, main: true },
        {
          label: 'As they were',
          onClick: () => {
            bindings.reset();
            fill();
            panel.querySelector<HTMLElement>('.arcade-key')?.focus();
          },
        },
      ]),
    );
    focused?.focus();
  }
  fill();
  return panel;
}

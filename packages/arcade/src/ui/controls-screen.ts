// The screen on which a person chooses keys, and the controls of gamepads.
import { keyName, type Bindings } from '../input/bindings.js';
import type { Gamepads } from '../input/gamepad.js';
import type { PadBindings, PadKind } from '../input/pad-bindings.js';
import type { PadButton } from '../input/pad-button.js';
import { padControlName } from '../input/pad-control.js';
import { buttons, type Choice } from './choices.js';
import { element } from './element.js';

export interface ControlsParts {
  bindings: Bindings;
  /** What there is to do, in every seat. */
  actions: readonly PadButton[];
  /** Left out where the game has no map for gamepads. */
  pads?: { bindings: PadBindings; gamepads: Pick<Gamepads, 'kinds' | 'next'> } | undefined;
  back: Choice;
}

/** Something that can be set: what it is now, and how the next one is waited for. */
interface Setting {
  /** Tells it from all others on the screen. */
  readonly key: string;
  readonly label: string;
  readonly now: string;
  readonly ask: string;
  /** Waits for an answer; `done` once it has been taken. Returns what calls the waiting off. */
  wait(done: () => void): () => void;
}

const NO_PADS =
  'To set a gamepad, press a button on it: it shows here. Where several play at one machine, a press joins.';

export function controlsScreen(parts: ControlsParts): HTMLElement {
  const panel = element('div', { class: 'arcade-panel' });
  /** The answer that is being waited for is called off when another one is, or when the screen is left. */
  let stopWaiting = (): void => {};

  function settingButton(title: string, setting: Setting): HTMLElement {
    const spoken = `${title}, ${setting.label}: ${setting.now}. Press to change`;
    const made = element('button', {
      class: 'arcade-key',
      text: setting.now,
      attributes: { type: 'button', 'aria-label': spoken },
    });
    made.addEventListener('click', () => {
      stopWaiting();
      made.textContent = setting.ask;
      made.setAttribute('aria-label', `${title}, ${setting.label}: ${setting.ask}`);
      made.classList.add('is-waiting');
      const stop = setting.wait(() => fill(setting.key));
      stopWaiting = () => {
        stopWaiting = () => {};
        stop();
        made.removeEventListener('blur', onBlur);
        made.textContent = setting.now;
        made.setAttribute('aria-label', spoken);
        made.classList.remove('is-waiting');
      };
      made.addEventListener('blur', onBlur);
    });
    const onBlur = (): void => stopWaiting();
    return made;
  }

  function section(title: string, settings: readonly Setting[], focus: string | undefined): HTMLElement {
    const rows = settings.map((setting) => {
      const made = settingButton(title, setting);
      if (setting.key === focus) made.dataset['focus'] = '';
      return element('div', { class: 'arcade-binding' }, [element('span', { text: setting.label }), made]);
    });
    return element('section', { attributes: { 'aria-label': title } }, [element('h3', { text: title }), ...rows]);
  }

  /** `focus` is the key of the setting that has just been changed: its button is made anew, and keeps the focus. */
  function fill(focus?: string): void {
    stopWaiting();
    const { bindings, pads } = parts;
    const kinds = pads?.gamepads.kinds() ?? [];
    const keys = bindings.maps.map((_, seat) =>
      section(
        `Keys ${seat + 1}`,
        parts.actions.map((action) => keySetting(bindings, seat, action)),
        focus,
      ),
    );
    const padSections = kinds.map((kind) =>
      section(
        padTitle(kind, kinds),
        pads === undefined ? [] : parts.actions.map((action) => padSetting(pads, kind, action)),
        focus,
      ),
    );
    panel.replaceChildren(
      element('h2', { class: 'arcade-heading', text: 'Controls' }),
      element('p', {
        class: 'arcade-lead',
        text: 'Choose a button, then press the key that it is to be. A key that is taken changes places.',
      }),
      element('div', { class: 'arcade-bindings' }, [...keys, ...padSections]),
      ...(pads === undefined || kinds.length > 0 ? [] : [element('p', { class: 'arcade-note', text: NO_PADS })]),
      buttons([
        { ...parts.back, main: true },
        {
          label: 'As they were',
          onClick: () => {
            bindings.reset();
            pads?.bindings.reset();
            fill();
            panel.querySelector<HTMLElement>('.arcade-key')?.focus();
          },
        },
      ]),
    );
    panel.querySelector<HTMLElement>('[data-focus]')?.focus();
  }

  // A pad that is pressed for the first time comes up here. The listener goes with the screen.
  const onPads = (): void => {
    if (!panel.isConnected) {
      removeEventListener('gamepadconnected', onPads);
      removeEventListener('gamepaddisconnected', onPads);
      return;
    }
    // After the next beat, which reads it.
    setTimeout(() => {
      if (panel.isConnected && panel.querySelector('.is-waiting') === null) refill();
    }, PAD_READ_MS);
  };
  function refill(): void {
    const focused = panel.contains(document.activeElement);
    fill();
    if (focused) panel.querySelector<HTMLElement>('[data-first]')?.focus();
  }
  if (parts.pads !== undefined) {
    addEventListener('gamepadconnected', onPads);
    addEventListener('gamepaddisconnected', onPads);
  }
  fill();
  return panel;
}

/** ms. A pad is read with the next beat, at 30 a second at the slowest. */
const PAD_READ_MS = 60;

function keySetting(bindings: Bindings, seat: number, action: PadButton): Setting {
  return {
    key: `keys ${seat} ${action.bits}`,
    label: action.label,
    now: keyName(bindings.codeOf(seat, action.bits)),
    ask: 'Press a key…',
    wait(done) {
      const onKey = (event: KeyboardEvent): void => {
        // Every key is an answer here, also those that would move the focus or close something.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.code !== 'Escape') bindings.bind(seat, action.bits, event.code);
        done();
      };
      addEventListener('keydown', onKey, true);
      return () => removeEventListener('keydown', onKey, true);
    },
  };
}

function padSetting(
  { bindings, gamepads }: NonNullable<ControlsParts['pads']>,
  kind: PadKind,
  action: PadButton,
): Setting {
  const control = bindings.controlOf(kind, action.bits);
  return {
    key: `pad ${kind.id} ${action.bits}`,
    label: action.label,
    now: control === undefined ? 'none' : padControlName(control, kind.mapping),
    ask: 'Press a button…',
    wait(done) {
      const stop = gamepads.next(kind, (next) => {
        bindings.bind(kind, action.bits, next);
        done();
      });
      const onKey = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopImmediatePropagation();
        done();
      };
      addEventListener('keydown', onKey, true);
      return () => {
        stop();
        removeEventListener('keydown', onKey, true);
      };
    },
  };
}

/** "Gamepad"; where there are several kinds, each with what its maker calls it. */
function padTitle(kind: PadKind, kinds: readonly PadKind[]): string {
  if (kinds.length === 1) return 'Gamepad';
  const name = kind.id
    .replace(/\s*\(.*$/, '')
    .trim()
    .slice(0, 24);
  return name === '' ? `Gamepad ${kinds.indexOf(kind) + 1}` : name;
}

// The first screen: what the game is, and every way to play it.
import { element } from './element.js';
import { fitWords } from './fit-words.js';

export interface MenuEntry {
  label: string;
  note?: string;
  href?: string;
  onClick?: () => void;
  /** Stands in small type below the ways to play. */
  minor?: boolean;
}

export interface MenuParts {
  title: string;
  goal: string;
  entries: readonly MenuEntry[];
  /** At the foot. */
  about: readonly { label: string; href: string }[];
  /** Present where the game can be joined by a typed code. Gives what is wrong with it, if it is none. */
  onJoin?: (code: string) => Promise<string | undefined>;
}

function row(entry: MenuEntry, first: boolean): HTMLElement {
  const inside = [
    element('b', { text: entry.label }),
    element('span', { text: entry.note ?? '' }),
    entry.minor === true ? undefined : element('i', { text: '→', attributes: { 'aria-hidden': 'true' } }),
  ];
  const look = entry.minor === true ? 'arcade-row is-minor' : 'arcade-row';
  const attributes: Record<string, string> = first ? { 'data-first': '' } : {};
  const made =
    entry.href === undefined
      ? element('button', { class: look, attributes: { ...attributes, type: 'button' } }, inside)
      : element('a', { class: look, attributes: { ...attributes, href: entry.href } }, inside);
  if (entry.onClick !== undefined) made.addEventListener('click', entry.onClick);
  return element('li', {}, [made]);
}

function joinForm(onJoin: (code: string) => Promise<string | undefined>): HTMLElement {
  const input = element('input', {
    attributes: {
      type: 'text',
      placeholder: 'Code from a friend',
      'aria-label': 'Code from a friend',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    },
  });
  const form = element('form', { class: 'arcade-field' }, [
    input,
    element('button', { class: 'arcade-button', text: 'Join', attributes: { type: 'submit' } }),
  ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = input.value.trim();
    if (code === '') return input.focus();
    void onJoin(code).then((wrong = '') => {
      trouble.textContent = wrong;
      if (wrong !== '') input.focus();
    });
  });
  const trouble = element('p', { class: 'arcade-trouble', attributes: { role: 'alert' } });
  return element('div', {}, [form, trouble]);
}

export function menuPanel(parts: MenuParts): HTMLElement {
  const title = element('h1', { class: 'arcade-title', text: parts.title });
  fitWords(title);
  return element('div', { class: 'arcade-panel' }, [
    title,
    element('p', { class: 'arcade-lead', text: parts.goal }),
    element(
      'ul',
      { class: 'arcade-list' },
      parts.entries.filter(({ minor }) => minor !== true).map((entry, index) => row(entry, index === 0)),
    ),
    parts.onJoin === undefined ? undefined : joinForm(parts.onJoin),
    element(
      'ul',
      { class: 'arcade-list is-minor' },
      parts.entries.filter(({ minor }) => minor === true).map((entry) => row(entry, false)),
    ),
    parts.about.length === 0
      ? undefined
      : element(
          'nav',
          { class: 'arcade-about', attributes: { 'aria-label': 'About' } },
          parts.about.map(({ href, label }) => element('a', { text: label, attributes: { href } })),
        ),
  ]);
}

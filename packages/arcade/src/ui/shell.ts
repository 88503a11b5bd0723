// The cabinet's frame on the page: stage, bar, pads, and the screen that stands beside or over the stage.
import { element } from './element.js';
import { installStyle } from './install-style.js';
import { PLAY_STYLE } from './play-style.js';
import { createScreenFocus, FOCUSABLE, type ScreenFocus } from './screen-focus.js';
import { THEME } from './theme.js';

/** 'screen': a screen with the stage beside it. 'play': the stage alone. 'over': a screen over the stage. */
export type View = 'screen' | 'play' | 'over';

export interface Shell {
  readonly root: HTMLElement;
  readonly stage: HTMLElement;
  readonly hud: HTMLElement;
  readonly hint: HTMLElement;
  /** In the bar: who is asked to join. */
  readonly joins: HTMLElement;
  readonly controls: HTMLElement;
  readonly pads: HTMLElement;
  readonly view: View;
  /** Moves along what the screen offers. */
  readonly focus: ScreenFocus;
  /**
   * Shows `screen`, and moves the focus to its first control, or to the stage where there is none or `focus` says so.
   */
  show(view: View, screen?: HTMLElement, focus?: 'control' | 'stage'): void;
  /** One line in the bar, read out politely; undefined clears it. */
  status(line: string | undefined): void;
  remove(): void;
}

export function createShell(parent: HTMLElement, title: string): Shell {
  installStyle('theme', THEME + PLAY_STYLE);
  const screen = element('section', { class: 'arcade-screen', attributes: { 'aria-label': title } });
  const status = element('p', { class: 'arcade-status', attributes: { role: 'status', 'aria-live': 'polite' } });
  const joins = element('div', { class: 'arcade-joins', attributes: { role: 'status', 'aria-live': 'polite' } });
  const stage = element('div', {
    class: 'arcade-stage',
    attributes: { tabindex: '-1', role: 'group', 'aria-label': `${title}: the game` },
  });
  const hud = element('div', {
    class: 'arcade-hud',
    attributes: { hidden: '', role: 'group', 'aria-label': 'Connection' },
  });
  const hint = element('div', { class: 'arcade-hint' });
  const controls = element('div', { class: 'arcade-controls' });
  const bar = element('div', { class: 'arcade-bar' }, [hud, status, joins, hint, controls]);
  const pads = element('div', { class: 'arcade-pads' });
  const root = element('main', { class: 'arcade', attributes: { 'data-view': 'none', 'data-touch': 'no' } }, [
    stage,
    screen,
    bar,
    pads,
  ]);
  const screenFocus = createScreenFocus(screen);
  let view: View = 'screen';
  let said: string | undefined;

  // Pads come up where the first finger is the pointer, and wherever someone touches the screen after all.
  const wantsTouch = (): void => void (root.dataset['touch'] = 'yes');
  if (matchMedia('(pointer: coarse)').matches) wantsTouch();
  addEventListener('touchstart', wantsTouch, { passive: true, once: true });
  parent.append(root);

  return {
    root,
    stage,
    hud,
    hint,
    joins,
    controls,
    pads,
    focus: screenFocus,
    get view() {
      return view;
    },
    show(next, content, focus = 'control') {
      view = next;
      root.dataset['view'] = next;
      screen.hidden = content === undefined;
      // Screen readers hand keys through to an application, and keep them anywhere else.
      stage.setAttribute('role', next === 'play' ? 'application' : 'group');
      // What comes up without taking the focus is read out; the rest is, because the focus goes there.
      if (next === 'over') screen.setAttribute('role', focus === 'stage' ? 'status' : 'dialog');
      else screen.removeAttribute('role');
      screen.setAttribute('aria-label', content?.querySelector('h1,h2')?.textContent || title);
      screen.replaceChildren(...(content === undefined ? [] : [content]));
      const first =
        content?.querySelector<HTMLElement>('[data-first]') ?? content?.querySelector<HTMLElement>(FOCUSABLE);
      ((focus === 'control' ? first : undefined) ?? stage).focus({ preventScroll: true });
      screen.scrollTop = 0;
    },
    status(line) {
      if (line === said) return; // a live region that is rewritten every frame is read out every frame
      said = line;
      status.textContent = line ?? '';
    },
    remove() {
      removeEventListener('touchstart', wantsTouch);
      root.remove();
    },
  };
}

// The focus on a screen: arrow keys and gamepads move it from control to control, as on a real cabinet; Tab does too.
import type { PadMenuActions } from '../input/pad-menu.js';

export const FOCUSABLE = 'a[href],button:not([disabled]),input:not([disabled]),select,textarea,summary';

export type ScreenFocus = PadMenuActions;

/** Steps of a slider for one press of a gamepad: its whole way in some forty presses. */
const SLIDER_PRESSES = 40;

export function createScreenFocus(screen: HTMLElement): ScreenFocus {
  /** Those that can be seen: what a closed <details> holds has no place. */
  const controls = (): HTMLElement[] =>
    [...screen.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((control) => control.getClientRects().length > 0);
  const focused = (): HTMLElement | undefined => controls().find((control) => control === document.activeElement);

  function move(by: 1 | -1): boolean {
    const all = controls();
    const at = all.findIndex((control) => control === document.activeElement);
    // From nowhere, down leads to the first and up to the last.
    const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
    next?.focus();
    return next !== undefined;
  }

  function turn(by: 1 | -1): void {
    const control = focused();
    if (control?.matches('select') === true) {
      // It matches: its tag says what it is.
      const select = control as HTMLSelectElement;
      select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, select.selectedIndex + by));
      select.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (control?.matches('input[type=range]') === true) {
      const slider = control as HTMLInputElement;
      const step = Math.max(1, Math.round((Number(slider.max) - Number(slider.min)) / SLIDER_PRESSES));
      slider.value = String(Number(slider.value) + by * step);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    } else move(by);
  }

  screen.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (focused()?.matches('select,textarea') === true) return; // there they choose, or move the caret
    if (move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
  });

  return {
    move,
    turn,
    press() {
      const control = focused();
      if (control === undefined) move(1);
      else control.click();
    },
    back: () => screen.querySelector<HTMLElement>('[data-back]')?.click(),
  };
}

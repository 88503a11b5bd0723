// Buttons for fingers: walking under the left thumb, block and punch under the right one.
import { find } from '@lite-rollback/app-shared/find';

/** Calls `onTouch` with the bits of all buttons that are held, after each change. */
export function listenToThumbs(onTouch: (bits: number) => void): { show(shown: boolean): void } {
  const pad = find('.thumbs', HTMLElement);
  /** By pointer: a finger may slide from one button to the next. */
  const held = new Map<number, number>();
  const bitsUnder = ({ clientX, clientY }: PointerEvent): number =>
    Number(
      document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.thumbs [data-bits]')?.dataset['bits'] ?? 0,
    );

  function tell(): void {
    let bits = 0;
    for (const one of held.values()) bits |= one;
    for (const button of pad.querySelectorAll<HTMLElement>('[data-bits]'))
      button.dataset['held'] = (bits & Number(button.dataset['bits'])) === 0 ? 'no' : 'yes';
    onTouch(bits);
  }
  function letGo(event: PointerEvent): void {
    if (held.delete(event.pointerId)) tell();
  }

  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    // Else the first button would keep the finger that slides on to the second.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
    held.set(event.pointerId, bitsUnder(event));
    tell();
  });
  pad.addEventListener('pointermove', (event) => {
    if (!held.has(event.pointerId)) return;
    held.set(event.pointerId, bitsUnder(event));
    tell();
  });
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, letGo);
  // A long press on a button would open a menu.
  pad.addEventListener('contextmenu', (event) => event.preventDefault());

  return {
    show(shown) {
      pad.hidden = !shown;
      if (!shown && held.size > 0) {
        held.clear();
        tell();
      }
    },
  };
}

// Buttons on the screen, for a thumb that slides from one to the next.
import type { PlayerHandle } from '@lite-rollback/core';
import { fullName, type PlayerLook } from '../player-look.js';
import { element } from '../ui/element.js';
import type { Buttons } from './buttons.js';
import type { PadButton } from './pad-button.js';

export interface TouchPads {
  /** One pad for each of these handles. Lets go of what was held. */
  show(handles: readonly PlayerHandle[], lookOf: (handle: PlayerHandle) => PlayerLook): void;
  releaseAll(): void;
}

/**
 * Fills `into` with pads; `onTouch` is told whose pad a finger comes down on. Every finger holds the button it is on
 * now, so a thumb can slide; two fingers hold two.
 */
export function createTouchPads(
  into: HTMLElement,
  buttons: Buttons,
  layout: readonly PadButton[],
  onTouch: (handle: PlayerHandle) => void,
): TouchPads {
  /** By pointer id. A pointer that slid off every button holds nothing but still belongs to its pad. */
  const pointers = new Map<number, { handle: PlayerHandle; pad: HTMLElement; bits: number }>();
  let shown: readonly PlayerHandle[] = [];

  function refresh(): void {
    for (const handle of shown) {
      let mask = 0;
      for (const pointer of pointers.values()) if (pointer.handle === handle) mask |= pointer.bits;
      buttons.hold('touch', handle, mask);
      for (const key of into.querySelectorAll<HTMLElement>(`[data-handle="${handle}"] [data-bits]`)) {
        key.classList.toggle('is-held', (mask & Number(key.dataset['bits'])) !== 0);
      }
    }
  }

  function bitsUnder(pad: HTMLElement, event: PointerEvent): number {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-bits]');
    return under && pad.contains(under) ? Number(under.dataset['bits']) : 0;
  }

  function padFor(handle: PlayerHandle, look: PlayerLook): HTMLElement {
    const name = fullName(look);
    const thumbs = (['left', 'right'] as const)
      .map((thumb) => layout.filter((button, index) => thumbOf(button, index, layout.length) === thumb))
      .map((of, index) => thumbFor(name, of, index === 0 ? 'is-left' : 'is-right'))
      .filter((made) => made.childElementCount > 0);
    const pad = element(
      'div',
      { class: 'arcade-pad', attributes: { role: 'group', 'aria-label': name, 'data-handle': String(handle) } },
      thumbs,
    );
    if (look.role !== undefined) pad.dataset['role'] = look.role;
    if (look.colour !== undefined) pad.style.setProperty('--player', look.colour);
    pad.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      onTouch(handle);
      // A touch is captured by what it began on; without release, elementFromPoint alone would not bring its moves
      // here.
      pad.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { handle, pad, bits: bitsUnder(pad, event) });
      refresh();
    });
    pad.addEventListener('pointermove', (event) => {
      const pointer = pointers.get(event.pointerId);
      if (pointer === undefined) return;
      const bits = bitsUnder(pad, event);
      if (bits === pointer.bits) return;
      pointer.bits = bits;
      refresh();
    });
    const lift = (event: PointerEvent): void => {
      if (pointers.delete(event.pointerId)) refresh();
    };
    pad.addEventListener('pointerup', lift);
    pad.addEventListener('pointercancel', lift);
    pad.addEventListener('lostpointercapture', lift);
    pad.addEventListener('contextmenu', (event) => event.preventDefault());
    return pad;
  }

  function releaseAll(): void {
    pointers.clear();
    refresh();
    buttons.releaseAll('touch');
  }

  return {
    show(handles, lookOf) {
      releaseAll();
      shown = [...handles];
      into.replaceChildren(...shown.map((handle) => padFor(handle, lookOf(handle))));
    },
    releaseAll,
  };
}

function thumbOf(button: PadButton, index: number, count: number): 'left' | 'right' {
  return button.thumb ?? (index < count / 2 ? 'left' : 'right');
}

function thumbFor(player: string, layout: readonly PadButton[], side: string): HTMLElement {
  const keys = layout.map((button) =>
    element('button', {
      class: button.glyph?.length === 1 ? 'arcade-pad-key' : 'arcade-pad-key is-word',
      // Pads are for fingers; keys have their own way in, so Tab need not stop here.
      attributes: {
        type: 'button',
        tabindex: '-1',
        'aria-label': `${player}: ${button.label}`,
        'data-bits': String(button.bits),
      },
      text: button.glyph ?? button.label,
    }),
  );
  return element('div', { class: `arcade-thumb ${side}` }, keys);
}

// Turns keys into held buttons.
import type { PlayerHandle } from '@lite-rollback/core';
import type { Buttons } from './buttons.js';

/** One seat's keys: a KeyboardEvent.code and the bits it holds down. */
export type KeyMap = Readonly<Record<string, number>>;

/** What this reads of a KeyboardEvent. */
interface KeyLike extends Event {
  readonly code: string;
  readonly altKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
}

/** What a keyboard is told: where its events come from, and which keys are whose. */
export interface KeyboardOptions {
  /** Where keydown, keyup and blur arrive: the window. */
  target: EventTarget;
  buttons: Buttons;
  /** One map a seat. Two seats may share a handle. */
  maps: readonly KeyMap[];
  /** The handle that a seat plays, or −1. Asked at each event: a new match may seat people anew. */
  handleOf: (seat: number) => PlayerHandle;
  /**
   * A key of this seat went down: false if the press is not to act, because it claimed the seat say. Default: it acts.
   */
  press?: (seat: number) => boolean;
  /** False while a menu has the keys: then nothing is pressed or swallowed, but releases still count. */
  active: () => boolean;
}

function isTyping(target: EventTarget | null): boolean {
  if (target === null || typeof HTMLElement === 'undefined') return false;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Returns the function that stops listening and lets go of every key. */
export function listenToKeyboard(options: KeyboardOptions): () => void {
  const { buttons, maps, target } = options;
  const pressed = new Set<string>();
  /** Keys whose press was spent on something else; they count again when they have been let go. */
  const spent = new Set<string>();
  const knows = (code: string): boolean => maps.some((map) => Object.hasOwn(map, code));

  /** Recomputed from the set of keys, because two keys may hold the same bit and one of them is let go first. */
  function refresh(): void {
    const masks = new Map<PlayerHandle, number>();
    maps.forEach((map, seat) => {
      const handle = options.handleOf(seat);
      if (handle < 0) return;
      let mask = masks.get(handle) ?? 0;
      for (const code of pressed) mask |= Object.hasOwn(map, code) ? (map[code] ?? 0) : 0;
      masks.set(handle, mask);
    });
    for (const [handle, mask] of masks) buttons.hold('keyboard', handle, mask);
  }

  function onDown(event: Event): void {
    // The listener is only ever registered for keydown.
    const key = event as KeyLike;
    if (!knows(key.code) || key.altKey || key.ctrlKey || key.metaKey || isTyping(key.target) || !options.active())
      return;
    event.preventDefault(); // arrows and Space would scroll the page under the game
    if (pressed.has(key.code) || spent.has(key.code)) return;
    let acts = true;
    for (const [seat, map] of maps.entries())
      if (Object.hasOwn(map, key.code) && options.press?.(seat) === false) acts = false;
    if (!acts) {
      spent.add(key.code);
      return;
    }
    pressed.add(key.code);
    refresh();
  }

  function onUp(event: Event): void {
    const key = event as KeyLike;
    spent.delete(key.code);
    if (pressed.delete(key.code)) refresh();
  }

  /**
   * A window that lost focus gets no keyup: without this, a key held at that moment stays down for the rest of the
   * match.
   */
  function releaseAll(): void {
    pressed.clear();
    spent.clear();
    buttons.releaseAll('keyboard');
  }

  target.addEventListener('keydown', onDown);
  target.addEventListener('keyup', onUp);
  target.addEventListener('blur', releaseAll);
  return () => {
    target.removeEventListener('keydown', onDown);
    target.removeEventListener('keyup', onUp);
    target.removeEventListener('blur', releaseAll);
    releaseAll();
  };
}

// Turns keys into held buttons.
import type { PlayerHandle } from '@lite-rollback/core';
import type { Buttons } from './buttons.js';
import { onLostInput } from './on-lost-input.js';

/** One seat's keys: a KeyboardEvent.code and the bits it holds down. */
export type KeyMap = Readonly<Record<string, number>>;

/** What this reads of a KeyboardEvent. */
interface KeyLike extends Event {
  readonly code: string;
  readonly altKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly repeat?: boolean;
}

/** What a keyboard is told: where its events come from, and which keys are whose. */
export interface KeyboardOptions {
  /** Where keydown, keyup, blur, contextmenu and visibilitychange arrive: the window. */
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

/** A keyboard that is listened to. */
export interface Keyboard {
  /** Lets go of every key. One that is still down acts again once it has been let go and pressed anew. */
  releaseAll(): void;
  /** Lets go of every key and listens no more. */
  close(): void;
}

/** By tag name: an element of another frame is none of this frame's HTMLElements. */
function isTyping(target: (EventTarget & { tagName?: string; isContentEditable?: boolean }) | null): boolean {
  return target?.isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? '');
}

/**
 * Holds down what the keys of `maps` stand for. Lets go of all of them whenever a keyup may have been missed: on blur, in
 * a hidden page, under a context menu, after Cmd.
 */
export function listenToKeyboard(options: KeyboardOptions): Keyboard {
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
    // A repeat is no press: the key has been down since before a blur, or since a menu had the keys.
    if (key.repeat === true || pressed.has(key.code) || spent.has(key.code)) return;
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

  function releaseAll(): void {
    pressed.clear();
    spent.clear();
    buttons.releaseAll('keyboard');
  }

  target.addEventListener('keydown', onDown);
  target.addEventListener('keyup', onUp);
  const stopReleasing = onLostInput(target, releaseAll);
  return {
    releaseAll,
    close() {
      target.removeEventListener('keydown', onDown);
      target.removeEventListener('keyup', onUp);
      stopReleasing();
      releaseAll();
    },
  };
}

// Texts that a person's browser keeps for this page.
import { attempt } from './attempt.js';

/** One text under one key. */
export interface StoredText {
  get(): string | null;
  /** Null removes it. */
  set(text: string | null): void;
}

/**
 * `area`: 'local' for every visit, 'session' for as long as the tab lives, reloads included. Where the browser forbids
 * storage, or has no room left, the text lasts as long as the page.
 */
export function storedText(area: 'local' | 'session', key: string): StoredText {
  const storage = (): Storage => (area === 'local' ? localStorage : sessionStorage);
  /** What could not be stored; undefined where the storage has it. */
  let kept: string | null | undefined;
  return {
    get: () => (kept !== undefined ? kept : attempt(() => storage().getItem(key), null)),
    set(text) {
      const stored = attempt(() => {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
        return true;
      }, false);
      kept = stored ? undefined : text;
    },
  };
}

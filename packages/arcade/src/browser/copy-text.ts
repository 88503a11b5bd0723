import { succeeds } from './attempt.js';

/**
 * Puts `text` on the clipboard. False where the page may not: outside a secure context (a second machine on the LAN,
 * over plain http) there is no clipboard at all.
 */
export function copyText(text: string): Promise<boolean> {
  return succeeds(() => navigator.clipboard?.writeText(text));
}

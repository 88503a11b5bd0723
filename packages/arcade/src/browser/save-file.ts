// Hands a replay or a timeline to the person as a file.
import type { Bytes } from '@lite-rollback/core';
import { element } from '../ui/element.js';

/** "pong-2026-11-30-1742.replay" */
export function fileName(game: string, now: Date, ending: 'replay' | 'timeline'): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const name =
    game
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'match';
  return `${name}-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`;
}

export function saveFile(bytes: Bytes, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  element('a', { attributes: { href: url, download: name } }).click();
  // Not at once: Safari fetches it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A game is sent to a friend on a phone: everything that its page can load, the code for going online and its fonts
// among them, is small.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const LIMIT = 150 * 1024;

/** Fonts and pictures are compressed already; servers send them as they are. */
function sentBytes(file: string): number {
  const bytes = readFileSync(file);
  return /\.(woff2|png|jpg|webp)$/.test(file) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

it.each(['pong', 'fighter'])('%s weighs at most 150 KB', (game) => {
  const dist = fileURLToPath(new URL(`../../../apps/${game}/dist/`, import.meta.url));
  const files = readdirSync(dist, { recursive: true })
    .map((name) => join(dist, String(name)))
    .filter((file) => statSync(file).isFile());
  const sizes = files.map((file) => [file.slice(dist.length), sentBytes(file)] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(files.length).toBeGreaterThan(4);
  expect(total, JSON.stringify(Object.fromEntries(sizes))).toBeLessThanOrEqual(LIMIT);
  console.log(`${game}: ${(total / 1024).toFixed(1)} KB`);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptFiles } from './offline.js';

it('keeps what pages load: hashed names as they are, others by their content, and nothing that must be new', () => {
  const dist = mkdtempSync(join(tmpdir(), 'offline-'));
  try {
    mkdirSync(join(dist, 'assets'));
    const names = [
      'index.html',
      'assets/index-ab12.js',
      'icon.svg',
      'config.json',
      'licenses.txt',
      'preview.jpg',
      'sw.js',
    ];
    for (const name of names) writeFileSync(join(dist, name), name);
    const first = keptFiles(dist);
    expect(first.map(({ url }) => url)).toEqual(['assets/index-ab12.js', 'icon.svg', 'index.html']);
    expect(first.map(({ revision }) => revision === null)).toEqual([true, false, false]);
    writeFileSync(join(dist, 'index.html'), 'another');
    const second = keptFiles(dist);
    expect(second.map(({ revision }, i) => revision === first[i]?.revision)).toEqual([true, true, false]);
  } finally {
    rmSync(dist, { recursive: true });
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageWeight } from './page-weight.js';

it('counts what a page loads, as it is sent, and nothing else', () => {
  const dist = mkdtempSync(join(tmpdir(), 'weight-'));
  try {
    mkdirSync(join(dist, 'assets'));
    writeFileSync(join(dist, 'assets/a.js'), 'x'.repeat(10_000));
    writeFileSync(join(dist, 'assets/a.woff2'), 'x'.repeat(3000));
    writeFileSync(join(dist, 'preview.jpg'), 'x'.repeat(50_000));
    writeFileSync(join(dist, 'licenses.txt'), 'x'.repeat(50_000));
    const { files, total } = pageWeight(dist);
    expect(files.map(({ name }) => name)).toEqual(['assets/a.woff2', 'assets/a.js']);
    expect(files[0]?.bytes).toBe(3000);
    expect(total).toBeGreaterThan(3020);
    expect(total).toBeLessThan(3200);
    expect(() => pageWeight(join(dist, 'absent'))).toThrow(/absent/);
  } finally {
    rmSync(dist, { recursive: true });
  }
});

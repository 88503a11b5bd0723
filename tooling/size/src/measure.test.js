import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measure } from './measure.js';

/** @type {string} */ let entry;
/** @type {string} */ let dir;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'size-'));
  entry = join(dir, 'index.js');
  const noise = Array.from({ length: 400 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 0);
  writeFileSync(
    entry,
    `import 'far';\nexport const small = () => 1;\nexport const large = () => ${JSON.stringify(noise)};\n`,
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

it('counts what is imported and nothing else', async () => {
  const small = await measure(entry, ['small'], ['far']);
  const large = await measure(entry, ['large'], ['far']);
  expect(small).toBeGreaterThan(20);
  expect(small).toBeLessThan(120);
  expect(large).toBeGreaterThan(1200);
  expect(await measure(entry, ['*'], ['far'])).toBeGreaterThan(large);
});

it('throws for an import that does not exist, rather than measuring nothing', async () => {
  await expect(measure(entry, ['absent'], ['far'])).rejects.toThrow(/absent/);
  await expect(measure(entry, ['small'])).rejects.toThrow(/far/);
});

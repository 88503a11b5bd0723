import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findCircles } from './circles.js';

/** @param {Record<string, string>} files */
async function circlesOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'circles-'));
  try {
    for (const [path, text] of Object.entries({ 'apps/x/src/main.ts': '', ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return (await findCircles(root)).circles;
  } finally {
    rmSync(root, { recursive: true });
  }
}

it('finds a circle, also one of types alone, and tells it once', async () => {
  const circles = await circlesOf({
    'packages/p/src/b.ts': `import type { A } from './a.js';\nexport type B = A;\n`,
    'packages/p/src/a.ts': `import type { C } from './in/c.js';\nexport type A = C;\n`,
    'packages/p/src/in/c.ts': `import { type B } from '../b.js';\nexport type C = B | 1;\n`,
  });
  expect(circles).toEqual(['packages/p/src/a.ts → packages/p/src/in/c.ts → packages/p/src/b.ts → packages/p/src/a.ts']);
});

it('finds none where imports lead one way', async () => {
  const circles = await circlesOf({
    'packages/p/src/a.ts': `import { b } from './b.js';\nexport const a = b;\n`,
    'packages/p/src/b.ts': `export const b = 1;\n`,
  });
  expect(circles).toEqual([]);
});

it('the packages and apps have no circle of imports', async () => {
  const { circles, files } = await findCircles(fileURLToPath(new URL('../../', import.meta.url)));
  expect(circles).toEqual([]);
  expect(files).toBeGreaterThan(200);
});

// Shows that the table has teeth: what ECMAScript leaves to the engine does come out differently, by the same method,
// on the same engines.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENGINES, runModule } from './engines.js';

/** A digest over the bits of 100,000 results: few of them differ. */
const MODULE = `
const float = new Float64Array(1), words = new Uint32Array(float.buffer), digests = {};
for (const [name, of] of Object.entries({ sqrt: Math.sqrt, divide: (x) => 1 / x, sin: Math.sin, cos: Math.cos, tan: Math.tan, exp: (x) => Math.exp(x / 10), log: Math.log, pow: (x) => x ** 1.7 })) {
  let digest = 0;
  for (let i = 1; i <= 100000; i++) {
    float[0] = of(i * 0.0123);
    digest = Math.imul(Math.imul(digest ^ words[0], 0x01000193) ^ words[1], 0x01000193);
  }
  digests[name] = digest >>> 0;
}
(typeof print === 'function' ? print : console.log)(JSON.stringify(digests));
`;

it('engines agree on what is exact and part on what is not', { timeout: 600_000 }, ({ skip }) => {
  const dir = mkdtempSync(join(tmpdir(), 'approximate-'));
  try {
    const file = join(dir, 'digests.mjs');
    writeFileSync(file, MODULE);
    const digests = ENGINES.flatMap((engine) => {
      const program = engine.find();
      return program === undefined ? [] : [JSON.parse(runModule(engine, program, file))];
    });
    if (digests.length < 2) return skip('one engine alone cannot part');
    const different = Object.keys(digests[0]).filter((name) => new Set(digests.map((digest) => digest[name])).size > 1);
    expect(different).not.toContain('sqrt');
    expect(different).not.toContain('divide');
    expect(different.length, `only ${different.join(', ')} differ`).toBeGreaterThan(2);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

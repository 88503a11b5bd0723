// Writes golden.json and functions.json anew from this Node's V8. For a change of a game's rules, together with its id,
// or of a function's results.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleModule } from './bundle.js';
import { FUNCTIONS_FILE, GOLDEN_FILE } from './golden.js';

const dir = mkdtempSync(join(tmpdir(), 'golden-'));
try {
  const file = join(dir, 'computed.mjs');
  writeFileSync(file, await bundleModule('in-shell'));
  /** @type {import('./compute-all.js').Computed} */
  const { games, functions } = JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
  writeFileSync(GOLDEN_FILE, `[\n${games.map((run) => `  ${JSON.stringify(run)}`).join(',\n')}\n]\n`);
  writeFileSync(FUNCTIONS_FILE, `${JSON.stringify(functions, undefined, 2)}\n`);
} finally {
  rmSync(dir, { recursive: true });
}

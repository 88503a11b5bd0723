// Writes golden.json anew from this Node's V8. For a change of a game's rules, together with its id.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleGames } from './bundle.js';
import { GOLDEN_FILE } from './golden.js';

const dir = mkdtempSync(join(tmpdir(), 'golden-'));
try {
  const file = join(dir, 'games.mjs');
  writeFileSync(file, await bundleGames('in-shell'));
  const played = JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
  writeFileSync(
    GOLDEN_FILE,
    `[\n${played.map((/** @type {unknown} */ run) => `  ${JSON.stringify(run)}`).join(',\n')}\n]\n`,
  );
} finally {
  rmSync(dir, { recursive: true });
}

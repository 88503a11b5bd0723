// Bundles the soak, which is TypeScript over core's source and its scenarios' world, and runs it with the arguments
// given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'tsup';

const home = join(import.meta.dirname, '..');
const outDir = join(home, 'node_modules', '.cache', 'soak');
await build({
  config: false,
  entry: [join(home, 'soak', 'soak.ts')],
  format: 'esm',
  target: 'node20',
  outDir,
  silent: true,
  sourcemap: true,
});
const { status, signal } = spawnSync(
  process.execPath,
  ['--expose-gc', '--enable-source-maps', join(outDir, 'soak.js'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: home },
);
if (signal) console.error(`the soak was ended by ${signal}`);
process.exitCode = status ?? 1;

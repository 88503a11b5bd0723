// Bundles the campaign of damaged packets, which is TypeScript over core's source, and runs it with the arguments given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'tsup';

const home = join(import.meta.dirname, '..');
const outDir = join(home, 'node_modules', '.cache', 'attack');
await build({
  config: false,
  entry: [join(home, 'attack', 'million.ts')],
  format: 'esm',
  target: 'node20',
  outDir,
  silent: true,
  sourcemap: true,
});
const args = ['--enable-source-maps', join(outDir, 'million.js'), ...process.argv.slice(2)];
const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: home });
if (signal) console.error(`the campaign was ended by ${signal}`);
process.exitCode = status ?? 1;

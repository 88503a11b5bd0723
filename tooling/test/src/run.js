// `pnpm test`: everything that has to be green, one stage after the other. A stage that fails does not keep the next
// from running. `pnpm test core lint` runs only the stages whose names contain one of the words.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endRunning, runStage, vitestOf } from './stage.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const reports = join(root, '.reports');
const MINUTE = 60_000;

/** @param {string} name @param {...string} args @returns {[string, ...string[]]} */
const bin = (name, ...args) => (process.platform === 'win32' ? ['cmd', '/c', name, ...args] : [name, ...args]);

/** Every workspace folder whose package.json has a `test` script, as `packages/core`. */
function testedFolders() {
  return ['packages', 'apps', 'examples', 'tooling'].flatMap((group) =>
    (existsSync(join(root, group)) ? readdirSync(join(root, group)) : [])
      .map((name) => `${group}/${name}`)
      .filter((folder) => {
        const file = join(root, folder, 'package.json');
        return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.test !== undefined;
      }),
  );
}

/** @param {string} folder @param {number} timeoutMs @returns {import('./stage.js').Stage} */
const vitest = (folder, timeoutMs) => ({
  name: `tests of ${folder}`,
  cwd: join(root, folder),
  command: [process.execPath, vitestOf(join(root, folder)), 'run'],
  timeoutMs,
  report: join(reports, `${folder.replace('/', '-')}.json`),
});

const E2E = 'tooling/e2e';
/** @type {import('./stage.js').Stage[]} */
const stages = [
  {
    name: 'build',
    cwd: root,
    command: bin('turbo', 'run', 'build', '--continue=dependencies-successful', '--output-logs=errors-only'),
    timeoutMs: 10 * MINUTE,
  },
  {
    name: 'typecheck',
    cwd: root,
    command: bin('turbo', 'run', 'typecheck', '--continue=dependencies-successful', '--output-logs=errors-only'),
    timeoutMs: 10 * MINUTE,
  },
  { name: 'format', cwd: root, command: bin('prettier', '--check', '--log-level=warn', '.'), timeoutMs: 2 * MINUTE },
  { name: 'lint', cwd: root, command: bin('eslint', '.', '--max-warnings=0'), timeoutMs: 3 * MINUTE },
  { name: 'size', cwd: root, command: [process.execPath, join(root, 'tooling/size/src/size.js')], timeoutMs: MINUTE },
  ...testedFolders()
    .filter((folder) => folder !== E2E)
    .map((folder) => vitest(folder, 25 * MINUTE)),
  { ...vitest(E2E, 40 * MINUTE), name: 'browser tests' },
];

const words = process.argv.slice(2);
const chosen = stages.filter((stage) => words.length === 0 || words.some((word) => stage.name.includes(word)));
if (chosen.length === 0)
  console.error(`No stage is called ${words.join(' or ')}. There are: ${stages.map((stage) => stage.name).join(', ')}`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
const lines = [];
let passed = 0;
let failed = chosen.length === 0 ? 1 : 0;
for (const stage of chosen) {
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(3, 76 - stage.name.length))}`);
  const result = await runStage(stage);
  passed += result.passed;
  failed += result.failed;
  const counts =
    stage.report === undefined
      ? ''
      : `, ${result.passed} passed, ${result.failed} failed${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}`;
  const line = `${result.failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name.padEnd(32)} ${seconds(result.ms).padStart(8)}${counts}${result.note === undefined ? '' : ` (${result.note})`}`;
  console.log(line);
  lines.push(line);
}

const summary = `${passed} passed, ${failed} failed`;
mkdirSync(reports, { recursive: true });
writeFileSync(join(reports, 'summary.txt'), `${summary}\n`);
console.log(`\n── all stages ${'─'.repeat(66)}\n${lines.join('\n')}\n\n${summary}`);
process.exitCode = failed === 0 ? 0 : 1;

// Runs the sections, each in a process of its own: what one piece of code taught the compiler does not change how the
// next one runs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleSections } from './bundle.js';
import { RIVALS, SIZES } from './rows.js';

/** With V8's default young generation a collection in the middle of a measurement takes away most of what it counts. */
const COUNTABLE = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
/** Of state, where a row has no columns. */
const SMALL = 192;

/** @typedef {{ section: string, args?: (string | number)[], flags?: string[] }} Run */

/** @param {readonly number[]} sizes @returns {Run[]} */
const runs = (sizes) => [
  ...sizes.map((bytes) => ({ section: 'least', args: [bytes] })),
  ...sizes.flatMap((bytes) => RIVALS.map((rival) => ({ section: 'rival', args: [rival, bytes] }))),
  { section: 'match' },
  { section: 'games' },
  { section: 'replay' },
  ...['ours', ...RIVALS].map((name) => ({ section: 'garbage', args: [name, SMALL], flags: COUNTABLE })),
];

/** @param {string[]} command @returns {Promise<string>} */
const outputOf = (command) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (data) => (text += String(data)));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command.join(' ')} ended with ${code}`)),
    );
  });

/**
 * @param {{ quick?: boolean, sizes?: readonly number[], only?: (section: string) => boolean, log?: (line: string) =>
 * void }} [options] quick: every section once, for its checks; the figures mean nothing
 * @returns {Promise<import('./render.js').Figure[]>}
 * @throws {Error} when a section finds that it does not measure what it says
 */
export async function measure({ quick = false, sizes = SIZES, only = () => true, log = () => {} } = {}) {
  const chosen = runs(sizes).filter(({ section }) => only(section));
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    await bundleSections([...new Set(chosen.map(({ section }) => section))], dir);
    const figures = [];
    for (const { section, args = [], flags = [] } of chosen) {
      log(`${section} ${args.join(' ')}`);
      const output = await outputOf([
        ...flags,
        join(dir, `${section}.mjs`),
        ...args.map(String),
        ...(quick ? ['--quick'] : []),
      ]);
      figures.push(.../** @type {import('./render.js').Figure[]} what report() printed */ (JSON.parse(output)));
    }
    return figures;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

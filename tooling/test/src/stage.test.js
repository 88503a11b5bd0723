import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countExit, countVitest } from './count.js';
import { runStage, vitestOf } from './stage.js';

const here = fileURLToPath(new URL('..', import.meta.url));
/** @type {string} */ let dir;
beforeAll(() => {
  dir = mkdtempSync(join(here, '.stage-'));
  // Without a config of its own vitest would take the one of the folder above.
  writeFileSync(join(dir, 'vitest.config.mjs'), 'export default {};');
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('countVitest', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
  it('adds up a green run', () => expect(countVitest(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 }));
  it('keeps the failures of a red run', () =>
    expect(countVitest({ ...report, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 }));
  it('fails a run that found no test', () =>
    expect(countVitest({ numPassedTests: 0, numFailedTests: 0 }, 0).failed).toBe(1));
  it('fails a run in which every test was skipped', () =>
    expect(countVitest({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 4 }, 0).failed).toBe(1));
  it('fails a run that ended in error with green tests', () =>
    expect(countVitest(report, 1)).toMatchObject({ passed: 3, failed: 1 }));
  it('fails a run that was killed', () => expect(countVitest(report, null).failed).toBe(1));
  it.each([undefined, null, 'x', {}, { numPassedTests: '3', numFailedTests: 0 }])('fails without a report: %j', (bad) =>
    expect(countVitest(bad, 0).failed).toBe(1),
  );
  it('counts a plain stage as one', () => {
    expect(countExit(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countExit(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countExit(null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('runStage', () => {
  const node = (/** @type {string} */ code, timeoutMs = 20_000) => ({
    name: 'x',
    cwd: here,
    command: /** @type {[string, ...string[]]} */ ([process.execPath, '-e', code]),
    timeoutMs,
  });
  it('passes and fails by the exit code', async () => {
    expect(await runStage(node(''), { quiet: true })).toMatchObject({ passed: 1, failed: 0 });
    expect(await runStage(node('process.exit(3)'), { quiet: true })).toMatchObject({ passed: 0, failed: 1 });
    expect(await runStage({ ...node(''), command: ['/nonexistent/program'] }, { quiet: true })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });
  it('ends a stage that hangs, and what it started', async () => {
    const file = join(dir, 'grandchild');
    const code = `require('fs').writeFileSync(${JSON.stringify(file)}, String(require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid)); setInterval(() => {}, 1000)`;
    expect(await runStage(node(code, 1500), { quiet: true })).toMatchObject({ failed: 1, note: 'ended after 1.5 s' });
    const pid = Number(readFileSync(file, 'utf8'));
    // Dead, or a zombie that nobody has waited for yet.
    const state = () => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
      } catch {
        return undefined;
      }
    };
    for (let i = 0; i < 50 && ![undefined, 'Z', 'X'].includes(state()); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (process.platform === 'linux') expect([undefined, 'Z', 'X']).toContain(state());
  });
  it.each([
    ['green', "it('a', () => {}); it('b', () => {}); it.skip('c', () => {});", { passed: 2, failed: 0, skipped: 1 }],
    ['red', "it('a', () => {}); it('b', () => { throw new Error('x'); });", { passed: 1, failed: 1 }],
    ['empty', '', { passed: 0, failed: 1 }],
    ['one that does not load', "import './absent.js'; it('a', () => {});", { passed: 0, failed: 1 }],
    ['left on .only', "it.only('a', () => {}); it('b', () => {});", { failed: 1 }],
    [
      'an error outside a test',
      "it('a', () => {}); setTimeout(() => { throw new Error('late'); }, 0); it('b', () => new Promise((r) => setTimeout(r, 50)));",
      { passed: 2, failed: 1 },
    ],
  ])('vitest, %s', async (_name, body, expected) => {
    writeFileSync(join(dir, 'x.test.mjs'), `import { it } from 'vitest';\n${body}\n`);
    const result = await runStage(
      {
        name: 'x',
        cwd: dir,
        command: [process.execPath, vitestOf(here), 'run', '--root', dir],
        timeoutMs: 20_000,
        report: join(dir, 'report.json'),
      },
      { quiet: true },
    );
    expect(result).toMatchObject(expected);
  });
  it('does not take an old report for a new one', async () => {
    const report = join(dir, 'report.json');
    writeFileSync(report, JSON.stringify({ numPassedTests: 5, numFailedTests: 0 }));
    expect(await runStage({ ...node(''), report }, { quiet: true })).toMatchObject({ passed: 0, failed: 1 });
  });
});

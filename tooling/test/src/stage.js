import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countExit, countVitest } from './count.js';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} cwd
 * @property {[string, ...string[]]} command program, then its arguments; for a vitest stage without the reporters
 * @property {number} timeoutMs the stage is ended and has failed after this long
 * @property {string} [report] where vitest writes its JSON report; absent for a stage that is one check
 */

/** Ends a child and all that it started. @param {import('node:child_process').ChildProcess} child */
function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it ended between the check and the kill
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends every stage that is still under way: each is a process group of its own, so Ctrl+C does not reach it. */
export function endRunning() {
  for (const child of running) end(child);
}

/**
 * Runs one stage with its output passed through.
 * @param {Stage} stage
 * @param {{ quiet?: boolean }} [options] quiet: throw the output away
 * @returns {Promise<import('./count.js').Count & { ms: number }>}
 */
export async function runStage(stage, { quiet = false } = {}) {
  const [program, ...args] = stage.command;
  if (stage.report !== undefined) {
    mkdirSync(dirname(stage.report), { recursive: true });
    // A report of an earlier run must not stand in for one that was never written.
    rmSync(stage.report, { force: true });
    args.push('--reporter=default', '--reporter=json', `--outputFile.json=${stage.report}`, '--allowOnly=false');
  }
  const started = Date.now();
  let timedOut = false;
  const status = await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: stage.cwd,
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
    });
    running.add(child);
    const timer = setTimeout(() => {
      timedOut = true;
      end(child);
    }, stage.timeoutMs);
    const done = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      done(null);
    });
    child.once('exit', (code) => done(code));
  });
  const ms = Date.now() - started;
  const count = stage.report === undefined ? countExit(status) : countVitest(readReport(stage.report), status);
  return timedOut
    ? { ...count, failed: Math.max(1, count.failed), ms, note: `ended after ${stage.timeoutMs / 1000} s` }
    : { ...count, ms };
}

/** @param {string} file @returns {unknown} */
function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The script that runs a package's own vitest. @param {string} dir */
export function vitestOf(dir) {
  return join(dir, 'node_modules', 'vitest', 'vitest.mjs');
}

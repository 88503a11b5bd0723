// Finds a Chromium, or gets one: a path in $CHROMIUM, known paths, Debian's package, playwright's download.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
];
const MINUTE = 60_000;

/** What the finder does to the machine; tests hand in another. */
export interface Machine {
  /** The value of $CHROMIUM. */
  readonly chosen: string | undefined;
  readonly knownPaths: readonly string[];
  /**
   * True when the file is there and starts: Ubuntu's chromium-browser without snap is a script that only prints advice.
   */
  works(path: string): boolean;
  /** Debian or a relative of it, and allowed to install. */
  canApt(): boolean;
  /** Runs a program; shows its output if it failed. True if it ended well. */
  run(program: string, args: readonly string[], timeoutMs: number): boolean;
  /** Where playwright keeps, or would put, its own Chromium. */
  playwrightPath(): string;
  log(line: string): void;
}

/** @throws Error that says what to install, when nothing worked. */
export function findChromium(machine: Machine = thisMachine): string {
  if (machine.chosen !== undefined) {
    if (machine.works(machine.chosen)) return machine.chosen;
    throw new Error(`CHROMIUM is set to ${machine.chosen}, which cannot be started.`);
  }
  const known = () => [...machine.knownPaths, machine.playwrightPath()].find((path) => machine.works(path));
  const found = known();
  if (found !== undefined) return found;

  if (machine.canApt()) {
    machine.log('No Chromium found: installing it with apt-get …');
    const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
    machine.run('apt-get', [...quiet, 'update'], 3 * MINUTE);
    machine.run('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', 'chromium'], 5 * MINUTE);
    const installed = known();
    if (installed !== undefined) return installed;
  }

  machine.log("No Chromium found: downloading playwright's …");
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  machine.run(process.execPath, [cli, 'install', 'chromium'], 5 * MINUTE);
  const downloaded = known();
  if (downloaded !== undefined) return downloaded;

  throw new Error(
    'The browser tests need Chromium, and none was found or could be installed. ' +
      'On Debian: apt-get update && apt-get install -y --no-install-recommends chromium. ' +
      'Elsewhere install Chrome or Chromium. If it stands in an unusual place, set CHROMIUM=/path/to/it.',
  );
}

const thisMachine: Machine = {
  chosen: process.env['CHROMIUM'] || undefined,
  knownPaths: KNOWN_PATHS,
  works: (path) => {
    if (!existsSync(path)) return false;
    // chrome.exe has no --version: it would open a window.
    if (process.platform === 'win32') return true;
    return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
  },
  canApt: () => existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0,
  run(program, args, timeout) {
    const ended = spawnSync(program, args, {
      timeout,
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    // dpkg writes a thousand lines about what went well.
    if (ended.status !== 0)
      console.log(
        `${program} ${args.join(' ')} failed (${ended.error?.message ?? ended.status}):\n${ended.stdout}\n${ended.stderr}`.slice(
          0,
          4_000,
        ),
      );
    return ended.status === 0;
  },
  playwrightPath: () => chromium.executablePath(),
  log: (line) => console.log(line),
};

/**
 * For every Chromium that a test starts. QUIC and the background services only make noise on a machine without the wide
 * network.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

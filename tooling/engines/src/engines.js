// JavaScript engines that run as a program, and how to get at each.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const MINUTE = 60_000;

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {string[]} flags that make it run a file as an ES module
 * @property {string} from where it comes from, for the one who has to install it
 * @property {() => string | undefined} find the program, installed where that may be done; undefined where it is not to
 * be had
 */

/** @type {readonly Engine[]} */
export const ENGINES = [
  { name: 'V8, Node.js', flags: [], from: 'this process', find: () => process.execPath },
  { name: 'JavaScriptCore, bun', flags: [], from: 'the npm package bun', find: findBun },
  {
    name: 'SpiderMonkey 102, js102',
    flags: ['-m'],
    from: "Debian's libmozjs-102-dev",
    find: () => findDebian('js102', 'libmozjs-102-dev'),
  },
  {
    name: 'JavaScriptCore, jsc of WebKitGTK',
    flags: ['-m'],
    from: "Debian's libjavascriptcoregtk-4.0-bin",
    find: () => findDebian('jsc', 'libjavascriptcoregtk-4.0-bin'),
  },
];

/**
 * The binary inside bun's package for this platform: bun itself would be put in place by an install script, which does
 * not run here.
 */
function findBun() {
  const require = createRequire(createRequire(import.meta.url).resolve('bun/package.json'));
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;
  for (const name of [`@oven/bun-${os}-${cpu}`, `@oven/bun-${os}-${cpu}-musl`]) {
    try {
      const program = join(
        dirname(require.resolve(`${name}/package.json`)),
        'bin',
        process.platform === 'win32' ? 'bun.exe' : 'bun',
      );
      // It ends with SIGILL on a processor that is too old for it.
      if (spawnSync(program, ['--version'], { timeout: MINUTE }).status === 0) return program;
    } catch {
      // not a package of this platform
    }
  }
  return undefined;
}

/** @param {string} program @param {string} name of the package @returns {string | undefined} */
function findDebian(program, name) {
  const onPath = () =>
    [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
      .map((dir) => join(dir, program))
      .find((path) => existsSync(path));
  const found = onPath();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  console.log(`No ${program} found: installing ${name} with apt-get …`);
  // apt waits for the lock of its packages, not for the lock of its lists: two test runs at once take turns here.
  const lock = existsSync('/usr/bin/flock') ? ['flock', join(tmpdir(), 'apt.flock')] : [];
  const [command = 'apt-get', ...args] = [
    ...lock,
    'apt-get',
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=120',
    '-o',
    'Dpkg::Use-Pty=0',
  ];
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { stdio: 'ignore', timeout: 3 * MINUTE, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = () =>
    spawnSync(command, [...args, 'install', '-y', '--no-install-recommends', name], options).status === 0;
  // The lists may be there already.
  if (!install()) {
    spawnSync(command, [...args, 'update'], options);
    install();
  }
  return onPath();
}

/**
 * Runs a module file. @param {Engine} engine @param {string} program @param {string} file
 * @returns {string} what it printed
 * @throws {Error} with its output unless it ends well
 */
export function runModule(engine, program, file) {
  const { status, stdout, stderr, error } = spawnSync(program, [...engine.flags, file], {
    encoding: 'utf8',
    timeout: MINUTE,
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${engine.name} ended with ${error?.message ?? status}:\n${stdout}\n${stderr}`);
  return stdout;
}

// Programs of the system that a test needs and that not every machine has.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inject } from 'vitest';

const MINUTE = 60_000;

/**
 * The path of `program`, installed from Debian's package where that may be done; undefined where it is not to be had.
 * The test is then skipped by name. A package that could not be had is asked for once in a run: each file that wants it
 * would wait for the same answer.
 */
export function findSystemProgram(program: string, debianPackage: string): string | undefined {
  const onPath = (): string | undefined =>
    [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
      .map((dir) => join(dir, program))
      .find((path) => existsSync(path));
  const found = onPath();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  const refused = join(inject('scratch'), `no-${debianPackage}`);
  return oneAtATime(join(inject('scratch'), 'installing'), () => {
    const before = onPath();
    if (before !== undefined || existsSync(refused)) return before;
    install(program, debianPackage);
    const after = onPath();
    if (after === undefined) writeFileSync(refused, '');
    return after;
  });
}

function install(program: string, debianPackage: string): void {
  console.log(`No ${program} found: installing ${debianPackage} with apt-get …`);
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Dpkg::Use-Pty=0'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', [...quiet, 'update'], { timeout: MINUTE, stdio: 'ignore', env });
  spawnSync('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', debianPackage], {
    timeout: 3 * MINUTE,
    stdio: 'ignore',
    env,
  });
}

/** Runs `act` while no other test file does: of two apt-get at once the second fails. `lock` is a folder's path. */
function oneAtATime<T>(lock: string, act: () => T): T {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const end = Date.now() + 4 * MINUTE;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (Date.now() > end) throw error;
      Atomics.wait(cell, 0, 0, 250);
    }
  }
  try {
    return act();
  } finally {
    rmdirSync(lock);
  }
}

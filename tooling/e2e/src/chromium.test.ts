import { describe, expect, it } from 'vitest';
import { findChromium, type Machine } from './chromium.js';

/** A machine on which `works` holds what can be started, and each program that runs may add to it. */
function machine(parts: {
  works?: string[];
  apt?: boolean;
  chosen?: string;
  effect?: (program: string, args: readonly string[]) => string | undefined;
}) {
  const works = new Set(parts.works);
  const ran: string[] = [];
  const fake: Machine = {
    chosen: parts.chosen,
    knownPaths: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    works: (path) => works.has(path),
    canApt: () => parts.apt ?? false,
    run(program, args) {
      ran.push(
        `${program.replace(process.execPath, 'node')} ${args.filter((arg) => !arg.startsWith('-') && !arg.includes('=')).join(' ')}`,
      );
      const path = parts.effect?.(program, args);
      if (path !== undefined) works.add(path);
      return path !== undefined;
    },
    playwrightPath: () => '/cache/chromium',
    log: () => {},
  };
  return { fake, ran };
}

describe('findChromium', () => {
  it('takes the first known path that starts, and installs nothing', () => {
    const { fake, ran } = machine({ works: ['/usr/bin/google-chrome', '/cache/chromium'], apt: true });
    expect(findChromium(fake)).toBe('/usr/bin/google-chrome');
    expect(ran).toEqual([]);
  });
  it("takes playwright's when it is there", () =>
    expect(findChromium(machine({ works: ['/cache/chromium'], apt: true }).fake)).toBe('/cache/chromium'));
  it('takes $CHROMIUM or says that it does not start', () => {
    expect(findChromium(machine({ chosen: '/opt/c', works: ['/opt/c', '/usr/bin/chromium'] }).fake)).toBe('/opt/c');
    expect(() => findChromium(machine({ chosen: '/opt/c', works: ['/usr/bin/chromium'] }).fake)).toThrow('/opt/c');
  });
  it('installs with apt, with one update before', () => {
    const { fake, ran } = machine({
      apt: true,
      effect: (program, args) => (program === 'apt-get' && args.includes('install') ? '/usr/bin/chromium' : undefined),
    });
    expect(findChromium(fake)).toBe('/usr/bin/chromium');
    expect(ran).toEqual(['apt-get update', 'apt-get install chromium']);
  });
  it('downloads when apt may not be used, and when it did not help', () => {
    const effect = (program: string) => (program === process.execPath ? '/cache/chromium' : undefined);
    const without = machine({ effect });
    expect(findChromium(without.fake)).toBe('/cache/chromium');
    expect(without.ran).toHaveLength(1);
    expect(without.ran[0]).toMatch(/^node .*playwright-core.cli\.js install chromium$/);
    const after = machine({ apt: true, effect });
    expect(findChromium(after.fake)).toBe('/cache/chromium');
    expect(after.ran).toHaveLength(3);
  });
  it('says what to install when all fails', () => {
    expect(() => findChromium(machine({ apt: true }).fake)).toThrow(/apt-get install .*chromium.*CHROMIUM=/s);
  });
});

// Takes one rule out of the sim at a time and plays the drills again: each rule must be missed by at least one of them.
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

interface Rule {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A drill that must turn red, by the beginning of its name. */
  readonly red: string;
}

const rules: readonly Rule[] = [
  {
    name: 'parry window',
    file: 'guard.ts',
    from: 'return guardCommitted(state, fighter);',
    to: 'return false;',
    red: 'parry on the first step',
  },
  {
    name: 'parry window, one step longer',
    file: 'constants.ts',
    from: 'PARRY_WINDOW = 5',
    to: 'PARRY_WINDOW = 6',
    red: 'a tap one step too early',
  },
  {
    name: 'only a tap arms',
    file: 'guard.ts',
    from: 'if (tapped && ',
    to: 'if (',
    red: 'block held past the cooldown',
  },
  {
    name: 'cooldown',
    file: 'guard.ts',
    from: 'readOf(state, fighter, COOLDOWN) === 0',
    to: 'true',
    red: 'the cooldown turns a mashed tap',
  },
  {
    name: 'cooldown never ends',
    file: 'guard.ts',
    from: 'if (cooldown > 0) writeOf',
    to: 'if (cooldown < 0) writeOf',
    red: 'the cooldown ends',
  },
  {
    name: 'block',
    file: 'guard.ts',
    from: 'readOf(state, fighter, GUARD) > 0;',
    to: 'false;',
    red: 'block spends a pip',
  },
  { name: 'block costs a pip', file: 'guard.ts', from: 'GUARD) - 1;', to: 'GUARD);', red: 'block spends a pip' },
  {
    name: 'guard break',
    file: 'guard.ts',
    from: 'const broken = left === 0;',
    to: 'const broken = false;',
    red: 'block until the guard breaks',
  },
  {
    name: 'out of guard, through',
    file: 'guard.ts',
    from: 'readOf(state, fighter, GUARD) > 0;',
    to: 'true;',
    red: 'block until the guard breaks',
  },
  {
    name: 'clash',
    file: 'strike.ts',
    from: 'if (fistLive(state, 0) && ',
    to: 'if (false && ',
    red: 'clash bounces both',
  },
  { name: 'hit stop', file: 'strike.ts', from: 'state[HITSTOP] = hitstop;', to: '', red: 'hit stop freezes both' },
  {
    name: 'hit stop of a block',
    file: 'constants.ts',
    from: 'HITSTOP_BLOCK = 6',
    to: 'HITSTOP_BLOCK = 0',
    red: 'hit stop freezes both',
  },
  {
    name: 'hit stop of a break',
    file: 'constants.ts',
    from: 'HITSTOP_BREAK = 12',
    to: 'HITSTOP_BREAK = 0',
    red: 'block until the guard breaks',
  },
  {
    name: 'hit stop of a parry',
    file: 'constants.ts',
    from: 'HITSTOP_PARRY = 12',
    to: 'HITSTOP_PARRY = 0',
    red: 'parry on the first step',
  },
  {
    name: 'hit stop of a clash',
    file: 'constants.ts',
    from: 'HITSTOP_CLASH = 10',
    to: 'HITSTOP_CLASH = 0',
    red: 'clash bounces both',
  },
  {
    name: 'hit stop of a kill',
    file: 'constants.ts',
    from: 'HITSTOP_KILL = 20',
    to: 'HITSTOP_KILL = 0',
    red: 'a tap one step too early',
  },
  {
    name: 'the bounce of a clash',
    file: 'constants.ts',
    from: 'CLASH_FRAMES = 20',
    to: 'CLASH_FRAMES = 1',
    red: 'clash bounces both',
  },
  {
    name: 'hit stop keeps a key',
    file: 'step.ts',
    from: 'state[HITSTOP] = frozen - 1;',
    to: 'state[HITSTOP] = frozen - 1; noteHeld(state, 0, left); noteHeld(state, 1, right);',
    red: 'a punch pressed in the freeze',
  },
  { name: 'one punch kills', file: 'strike.ts', from: 'enter(state, defender, ACTION_DEAD);', to: '', red: 'kill' },
  {
    name: 'stun',
    file: 'strike.ts',
    from: 'enter(state, attacker, ACTION_STUNNED);',
    to: 'enter(state, attacker, 0);',
    red: 'parry, then a kill for free',
  },
  {
    name: 'recovery',
    file: 'constants.ts',
    from: 'PUNCH_RECOVERY = 18',
    to: 'PUNCH_RECOVERY = 1',
    red: 'a punch that hits air',
  },
  {
    name: 'first to three',
    file: 'constants.ts',
    from: 'ROUNDS_TO_WIN = 3',
    to: 'ROUNDS_TO_WIN = 2',
    red: 'match end',
  },
  {
    name: 'guard back each round',
    file: 'rounds.ts',
    from: 'writeOf(state, fighter, X, ',
    to: 'void (',
    red: 'round end',
  },
];

interface DrillModule {
  readonly drills: readonly { readonly name: string; play(): unknown }[];
  shortcomings(drill: unknown, done: unknown, bits: unknown): string[];
}

describe('drills miss every rule that is taken out', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'fighter-teeth-'));
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Names of the drills that fail on the sim with `rule` taken out. */
  async function redDrills(name: string, rule: Rule | null): Promise<string[]> {
    const home = join(root, name.replaceAll(/\W+/g, '-'));
    for (const folder of ['sim', 'drills']) {
      mkdirSync(join(home, folder), { recursive: true });
      for (const file of readdirSync(join(source, folder))) {
        if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
        let text = readFileSync(join(source, folder, file), 'utf8');
        if (rule !== null && folder === 'sim' && file === rule.file) {
          // A rule that has moved must not pass for one that was taken out.
          expect(text.split(rule.from).length, `«${rule.from}» stands once in ${file}`).toBe(2);
          text = text.replace(rule.from, rule.to);
        }
        const { outputText } = ts.transpileModule(text, {
          compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
        });
        writeFileSync(join(home, folder, file.replace(/\.ts$/, '.js')), outputText);
      }
    }
    const load = (file: string): Promise<unknown> =>
      import(/* @vite-ignore */ pathToFileURL(join(home, 'drills', file)).href);
    const module = (await load('drills.js')) as DrillModule; // transpiled from the module of that shape a line above
    const names = (await load('cue-names.js')) as { cueBits: unknown }; // likewise
    return module.drills
      .filter((drill) => module.shortcomings(drill, drill.play(), names.cueBits).length > 0)
      .map((drill) => drill.name);
  }

  it('all are green on the whole sim', async () => {
    expect(await redDrills('whole', null)).toEqual([]);
  });

  for (const rule of rules) {
    it(`without: ${rule.name}`, async () => {
      const red = await redDrills(rule.name, rule);
      expect(
        red.some((name) => name.startsWith(rule.red)),
        `red: ${red.join(' | ') || 'none'}`,
      ).toBe(true);
    });
  }
});

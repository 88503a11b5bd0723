// The configuration as a game uses it, through ESLint itself.
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { determinism, plugin, PURE_HELPERS } from '../src/index.js';

function linter(...configs) {
  return new ESLint({
    cwd: '/game',
    overrideConfigFile: true,
    overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } }, ...configs.flat()],
  });
}

async function lint(eslint, filePath, code) {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map((message) => message.ruleId ?? message.message) ?? [];
}

/** One line of bad code for each rule. */
const BAD = {
  'lite-rollback/closed-imports': "import { draw } from '../draw.js'; draw();",
  'lite-rollback/consistent-sort':
    'export const f = (a: number[]) => a.sort((x, y) => +(x > y) - 1 || x) && a.sort((x, y) => x > y);',
  'lite-rollback/exact-math': 'export const f = (x: number) => Math.sin(x);',
  'lite-rollback/no-locale': 'export const f = (x: number) => x.toLocaleString();',
  'lite-rollback/no-module-state': 'let score = 0; export const f = () => score++;',
  'lite-rollback/no-outside-world': 'export const f = () => Date.now();',
  'lite-rollback/portable-syntax': 'export const f = (x: number) => x ** 2;',
};

const GOOD = `
import { nextPRNG, type FieldViews } from '@lite-rollback/core';
import { definePool, NO_SLOT } from '@lite-rollback/exact';
import { cos, mul } from '@lite-rollback/exact/fixed';
import { SPEEDS } from './speeds.js';
import type { Sprite } from '../draw.js';

const shots = definePool({ name: 'shots', capacity: 8, columns: { x: { type: Int32Array, length: 1 } } });
export const FIELDS = { ...shots.fields, ball: { type: Int32Array, length: 4 }, random: { type: Uint32Array, length: 1 } } as const;
const TABLE = new Int32Array(16);
for (let i = 0; i < TABLE.length; i++) TABLE[i] = Math.imul(i, i);

export function simulate(fields: FieldViews<typeof FIELDS>, inputs: Uint32Array, frame: number): Sprite | undefined {
  const { ball, random } = fields;
  ball[0] = (ball[0]! + SPEEDS[inputs[0]! & 3]!) | 0;
  if (frame % 60 === 0) ball[1] = nextPRNG(random, 0) & 255;
  ball[2] = Math.min(TABLE[frame & 15]!, Math.trunc(Math.sqrt(ball[3]!)));
  const shot = shots.of(fields);
  if (inputs[1] === 1) shot.x[shot.spawn()] = mul(ball[0]!, cos(frame));
  for (let slot = shot.first(); slot !== NO_SLOT; slot = shot.next(slot)) if (shot.x[slot]! > 900) shot.despawn(slot);
  return undefined;
}
`;

describe('determinism', () => {
  const eslint = linter(determinism({ files: ['src/sim/**/*.ts'] }));

  it('has a line of bad code here for each of its rules', () => {
    expect(Object.keys(BAD)).toEqual(Object.keys(plugin.rules).map((name) => `lite-rollback/${name}`));
  });

  it.each(Object.keys(BAD))('turns %s on, as an error, in the files given', async (rule) => {
    expect(await lint(eslint, '/game/src/sim/step.ts', BAD[rule])).toEqual([rule]);
    expect(await lint(eslint, '/game/src/sim/deep/step.ts', BAD[rule].replace('../', '../../'))).toEqual([rule]);
  });

  it.each(Object.keys(BAD))('leaves %s off everywhere else, tests among them', async (rule) => {
    expect(await lint(eslint, '/game/src/draw/screen.ts', BAD[rule])).toEqual([]);
    expect(await lint(eslint, '/game/src/sim/step.test.ts', BAD[rule])).toEqual([]);
  });

  it('finds nothing in a good simulation', async () => {
    expect(await lint(eslint, '/game/src/sim/step.ts', GOOD)).toEqual([]);
  });

  it('stays on beside a later no-restricted-globals, -syntax, -properties and -imports of the user', async () => {
    const both = linter(determinism({ files: ['src/sim/**/*.ts'] }), {
      rules: {
        'no-restricted-globals': ['error', 'name'],
        'no-restricted-syntax': ['error', 'LabeledStatement'],
        'no-restricted-properties': 'off',
        'no-restricted-imports': 'off',
      },
    });
    for (const [rule, code] of Object.entries(BAD))
      expect(await lint(both, '/game/src/sim/step.ts', code)).toEqual([rule]);
  });

  it('takes another folder name, other tests to ignore, and more pure helpers', async () => {
    const own = linter(
      determinism({
        files: ['game/rules/**/*.ts'],
        ignores: ['**/*.bench.ts'],
        folder: 'rules',
        allow: { 'fixed-point': ['mul'] },
      }),
    );
    const at = (code, file = 'step.ts') => lint(own, `/game/game/rules/${file}`, code);
    expect(await at("import { mul } from 'fixed-point'; import { a } from './deep/a.js'; mul(a);")).toEqual([]);
    expect(await at("import { a } from '../../rules/a.js'; a();", 'deep/step.ts')).toEqual([]);
    expect(await at("import { checksum } from '@lite-rollback/core'; checksum();")).toEqual([]);
    expect(await at("import { div } from 'fixed-point'; div();")).toEqual(['lite-rollback/closed-imports']);
    expect(await at("import { a } from '../a.js'; a();")).toEqual(['lite-rollback/closed-imports']);
    expect(await at('Date.now();', 'step.bench.ts')).toEqual([]);
  });

  it('lets an entry of allow replace the list of core', async () => {
    const own = linter(determinism({ files: ['**/*.ts'], allow: { '@lite-rollback/core': ['nextPRNG'] } }));
    expect(await lint(own, '/game/sim/a.ts', "import { checksum } from '@lite-rollback/core'; checksum();")).toEqual([
      'lite-rollback/closed-imports',
    ]);
  });

  it('refuses to be called without files: rules that apply to nothing guard nothing', () => {
    expect(() => determinism({ files: [] })).toThrow(TypeError);
    expect(() => determinism({ files: 'src/sim' })).toThrow(/src\/sim/);
    expect(() => determinism({})).toThrow(TypeError);
  });

  it('allows of @lite-rollback/exact what it lists, and nothing else', async () => {
    const at = (code) => lint(eslint, '/game/src/sim/step.ts', code);
    expect(await at("import { sin } from '@lite-rollback/exact/math'; sin(1);")).toEqual([]);
    expect(await at("import { rotate } from '@lite-rollback/exact/vector'; rotate();")).toEqual([]);
    for (const source of ['/secret', '/dist/math.js'])
      expect(await at(`import { sin } from '@lite-rollback/exact${source}'; sin(1);`)).toEqual([
        'lite-rollback/closed-imports',
      ]);
    expect(await at("import { sinh } from '@lite-rollback/exact/math'; sinh(1);")).toEqual([
      'lite-rollback/closed-imports',
    ]);
  });

  it('lists of core what computes from its arguments alone', () => {
    expect(PURE_HELPERS['@lite-rollback/core']).toContain('nextPRNG');
    expect(PURE_HELPERS['@lite-rollback/core']).not.toContain('createMatch');
    expect(Object.isFrozen(PURE_HELPERS)).toBe(true);
  });
});

import { PURE_HELPERS } from './pure-helpers.js';
import { closedImports } from './rules/closed-imports.js';
import { consistentSort } from './rules/consistent-sort.js';
import { exactMath } from './rules/exact-math.js';
import { noLocale } from './rules/no-locale.js';
import { noModuleState } from './rules/no-module-state.js';
import { noOutsideWorld } from './rules/no-outside-world.js';
import { portableSyntax } from './rules/portable-syntax.js';

export { PURE_HELPERS };

/**
 * Rules of our own, and not ESLint's no-restricted-*: a configuration that sets one of those for its own reasons, after
 * ours, replaces the whole list without a word, and the determinism rules would be gone.
 * @type {import('eslint').ESLint.Plugin}
 */
export const plugin = {
  meta: { name: '@lite-rollback/eslint-config', namespace: 'lite-rollback' },
  rules: {
    'closed-imports': closedImports,
    'consistent-sort': consistentSort,
    'exact-math': exactMath,
    'no-locale': noLocale,
    'no-module-state': noModuleState,
    'no-outside-world': noOutsideWorld,
    'portable-syntax': portableSyntax,
  },
};

/**
 * The determinism rules for the files of a simulation.
 * @param {{ files: string[], ignores?: string[], folder?: string, allow?: Record<string, readonly string[]> }} options
 * `files`: globs of
 *   the simulation's sources. `ignores`: globs to leave out of them, tests by default. `folder`: the folder that a
 *   simulation's imports may not leave, by name, default 'sim'. `allow`: more packages and their pure exports, beside
 *   PURE_HELPERS; an entry for a package that is already there replaces it.
 * @returns {import('eslint').Linter.Config[]}
 */
export function determinism({ files, ignores = ['**/*.test.*', '**/*.spec.*'], folder = 'sim', allow = {} }) {
  if (!Array.isArray(files) || files.length === 0)
    throw new TypeError(`files must be an array of one or more globs, got ${String(files)}`);
  return [
    {
      name: 'lite-rollback/determinism',
      files,
      ignores,
      plugins: { 'lite-rollback': plugin },
      rules: {
        'lite-rollback/closed-imports': ['error', { folder, allow: { ...PURE_HELPERS, ...allow } }],
        'lite-rollback/consistent-sort': 'error',
        'lite-rollback/exact-math': 'error',
        'lite-rollback/no-locale': 'error',
        'lite-rollback/no-module-state': 'error',
        'lite-rollback/no-outside-world': 'error',
        'lite-rollback/portable-syntax': 'error',
      },
    },
  ];
}

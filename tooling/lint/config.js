// The lint rules of this repository as an ESLint flat config.
//   arrows between packages      apps → arcade, exact, local, referee, webrtc → core; those five never meet
//   arrows inside core           base ← state ← session ← match and so on, ALLOWED below
//   what core may touch          no clock, no chance, no DOM, no Node: all of it is handed in; two files of loop apart
//   what a simulation may touch  packages/eslint-config, on every sim/ folder of an app, and on what simulations call: exact
import { join } from 'node:path';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';
import { determinism, plugin as determinismRules } from '@lite-rollback/eslint-config';

/** Which folders of packages/core/src a folder may import from, itself apart. */
const ALLOWED = {
  base: [],
  state: ['base'],
  session: ['base', 'state'],
  wire: ['base'],
  match: ['base', 'state', 'session', 'wire'],
  replay: ['base', 'state', 'wire', 'match'],
  run: ['base'],
  loop: ['base', 'run'],
  testing: ['base', 'state', 'session', 'wire', 'match', 'replay', 'run'],
};

/** The files of core that may touch the page: all that the loop takes from it comes through them. */
const PAGE = ['packages/core/src/loop/page-surroundings.ts', 'packages/core/src/loop/worker-timer.ts'];

/** What is the same for every signaling service. */
const ROOMS = ['packages/webrtc/src/rooms{.ts,/**}'];

const TESTS = ['**/*.test.ts', '**/test/**', '**/soak/**'];

const CASTS = [
  {
    selector: 'TSAsExpression > TSAnyKeyword, TSTypeAssertion > TSAnyKeyword',
    message: 'A cast to any switches the compiler off. Narrow the value, or name the type that it really has.',
  },
];
const EXPORT_ALL = {
  selector: 'ExportAllDeclaration',
  message: 'Name what you export: `export *` hides what is public.',
};

/** Imports that leave a package by a path into another package's folder. */
const ACROSS = {
  regex: String.raw`\.\./(?:packages|apps|tooling|core|exact|local|referee|webrtc|arcade|pong|fighter|lesson|landing)/`,
  message: 'Import another package by its name, never by a path into its folder.',
};

const CHANCE_AND_TIME = ['performance', 'crypto', 'Date'];
const SURROUNDINGS = [
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'reportError',
  'Worker',
  'Blob',
  'URL',
  'navigator',
  'console',
  'process',
  'Buffer',
  'window',
  'document',
  'globalThis',
  'self',
];
const banned = (/** @type {string[]} */ names) =>
  names.map((name) => ({
    name,
    message:
      'core is handed its clock, its chance and its network; match/defaults.ts alone supplies what a caller leaves out, and loop/page-surroundings.ts the page.',
  }));

/** @type {import('eslint').Linter.RuleEntry} */
const NO_CHANCE = [
  'error',
  { object: 'Math', property: 'random', message: 'core is handed its chance; use the PRNG.' },
];

/** What a browser may refuse to a page, by throwing or by not having it. */
const MAY_BE_FORBIDDEN = ['navigator', 'localStorage', 'sessionStorage', 'AudioContext'].map((name) => ({
  name,
  message: 'A browser may forbid it: packages/arcade/src/browser asks for it, guarded, for the whole cabinet.',
}));

/** @param {{ regex: string, message: string }[]} patterns */
const onlyImports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [ACROSS, ...patterns] }] });

const CORE_ALONE = { regex: String.raw`^[^.]`, message: 'core depends on nothing: no package, no Node module.' };
const NO_TESTING = {
  regex: String.raw`^@lite-rollback/core/testing$`,
  message: 'core/testing is for tests; what ships does not load it.',
};
const NO_LOOP = {
  regex: String.raw`^@lite-rollback/core/loop$`,
  message: 'A transport carries bytes and does not tick: core/loop is for the arcade and for apps.',
};
const SISTER = (/** @type {string} */ name) => ({
  regex: String.raw`^@lite-rollback/(?!core(?:/(?:loop|testing))?$)`,
  message: `${name} may import @lite-rollback/core and none of its sisters: an app puts them together.`,
});
const NO_ROOMS = {
  regex: String.raw`/(?:peerjs|rooms|testing)(?:/|\.js$)`,
  message: 'What the main entry of webrtc loads never reaches its rooms: an app that connects by itself has none.',
};
const NO_PEERJS = {
  regex: String.raw`/peerjs(?:/|\.js$)`,
  message: 'Rooms know a SignalingService and no particular one: src/peerjs.ts puts them together.',
};
const NO_APPS = {
  regex: '^@lite-rollback/(?:pong|fighter|lesson|landing)(?:/|$)',
  message: 'Apps do not import each other.',
};
const NO_APPS_BUT_THE_FIGHT = {
  regex: String.raw`^@lite-rollback/(?:pong|lesson|fighter(?!/src/(?:game|(?:draw|rival|sim)/[\w-]+)\.js$))(?:/|$)`,
  message:
    'Of other apps the landing page shows the fight alone: the game of the fighter, its sim, rivals and drawing.',
};

/**
 * @param {string} root the folder that holds packages/ and apps/
 * @returns {import('eslint').Linter.Config[]}
 */
export function createConfig(root) {
  return tseslint.config(
    { ignores: ['**/dist/**', '**/node_modules/**', '**/.turbo/**', '**/.reports/**', 'tooling/lint/fixtures/**'] },
    { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    {
      files: ['**/*.ts'],
      extends: [...tseslint.configs.recommended],
      rules: {
        // typed arrays read in a hot loop are indexed within bounds that the compiler cannot see
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/no-unused-vars': [
          'error',
          { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
        ],
        'no-restricted-syntax': ['error', ...CASTS, EXPORT_ALL],
        eqeqeq: 'error',
      },
    },
    // A test may hand over a wrong value on purpose.
    {
      files: TESTS,
      rules: { 'no-restricted-syntax': ['error', EXPORT_ALL], '@typescript-eslint/no-explicit-any': 'off' },
    },
    {
      files: ['**/utils.ts', '**/helpers.ts'],
      rules: {
        'no-restricted-syntax': [
          'error',
          { selector: 'Program', message: 'Name the file after the one thing that it holds.' },
        ],
      },
    },
    {
      files: ['packages/core/src/**/*.ts'],
      ignores: TESTS,
      plugins: { boundaries },
      settings: {
        'boundaries/root-path': root,
        'boundaries/elements': Object.keys(ALLOWED).map((name) => ({
          type: name,
          pattern: `packages/core/src/${name}`,
        })),
        'import/resolver': { typescript: { project: join(root, 'packages/core/tsconfig.json') } },
      },
      rules: {
        ...onlyImports(CORE_ALONE),
        // `any` stands in core's public types where a value of any game is taken (AnyGame, Session<any>); casts to it
        // stay forbidden.
        '@typescript-eslint/no-explicit-any': 'off',
        'boundaries/dependencies': [
          'error',
          {
            default: 'disallow',
            message:
              'packages/core/src/{{from.element.types}} may not import from {{to.element.types}}: the order of dependence is in tooling/lint/config.js.',
            policies: Object.entries(ALLOWED).flatMap(([from, to]) => [
              { from: { element: { type: from } }, allow: { to: { element: { types: { anyOf: [from, ...to] } } } } },
            ]),
          },
        ],
        'boundaries/no-unknown-dependencies': 'off',
      },
    },
    {
      files: ['packages/core/src/**/*.ts'],
      ignores: [...TESTS, 'packages/core/src/match/defaults.ts', ...PAGE],
      rules: {
        'no-restricted-globals': ['error', ...banned([...CHANCE_AND_TIME, ...SURROUNDINGS])],
        'no-restricted-properties': NO_CHANCE,
      },
    },
    {
      // The contract suite runs over real transports, in whatever runner: it has to wait, and looks for what the runner
      // offers.
      files: ['packages/core/src/testing/**/*.ts'],
      ignores: TESTS,
      rules: { 'no-restricted-globals': ['error', ...banned(CHANCE_AND_TIME)] },
    },
    {
      files: PAGE,
      rules: {
        'no-restricted-globals': ['error', ...banned(['crypto', 'Date', 'process', 'Buffer', 'window', 'self'])],
        'no-restricted-properties': NO_CHANCE,
      },
    },
    {
      files: ['packages/core/src/index.ts', 'packages/core/src/testing.ts'],
      rules: onlyImports(CORE_ALONE, {
        regex: String.raw`^\./loop(?:/|\.js$)`,
        message: 'loop is an entry of its own, the only one that needs a page: no other entry loads it.',
      }),
    },
    {
      files: ['packages/core/src/index.ts'],
      rules: onlyImports(CORE_ALONE, {
        regex: String.raw`^\./(?:loop|testing)(?:/|\.js$)`,
        message: 'loop and testing are entries of their own: index.ts never loads them.',
      }),
    },
    {
      files: ['packages/core/src/loop.ts'],
      rules: onlyImports(CORE_ALONE, {
        regex: String.raw`^\./(?!loop/)`,
        message: 'loop.ts is the entry of src/loop and of nothing else.',
      }),
    },
    {
      files: ['packages/core/src/*/**/*.ts'],
      ignores: TESTS,
      rules: onlyImports(CORE_ALONE, {
        regex: String.raw`^\.\./(?:index|loop|testing)\.js$`,
        message: 'Import from the file that declares it, not from an entry.',
      }),
    },
    {
      files: ['packages/local/src/**/*.ts'],
      ignores: TESTS,
      rules: onlyImports(SISTER('local'), NO_LOOP, NO_TESTING),
    },
    {
      files: ['packages/webrtc/src/**/*.ts'],
      ignores: [...TESTS, ...ROOMS, 'packages/webrtc/src/peerjs{.ts,/**}', 'packages/webrtc/src/testing{.ts,/**}'],
      rules: onlyImports(SISTER('webrtc'), NO_LOOP, NO_TESTING, NO_ROOMS),
    },
    { files: ROOMS, ignores: TESTS, rules: onlyImports(SISTER('webrtc'), NO_LOOP, NO_TESTING, NO_PEERJS) },
    {
      files: ['packages/webrtc/src/peerjs{.ts,/**}'],
      ignores: TESTS,
      rules: onlyImports(SISTER('webrtc'), NO_LOOP, NO_TESTING),
    },
    {
      files: ['packages/exact/src/**/*.ts'],
      ignores: TESTS,
      plugins: { 'lite-rollback': determinismRules },
      rules: {
        ...onlyImports(SISTER('exact'), NO_TESTING),
        // Not no-module-state: some functions hand doubles on in a cell of the module, written before each read.
        'lite-rollback/consistent-sort': 'error',
        'lite-rollback/exact-math': 'error',
        'lite-rollback/no-locale': 'error',
        'lite-rollback/no-outside-world': 'error',
        'lite-rollback/portable-syntax': 'error',
      },
    },
    {
      files: ['packages/referee/src/**/*.ts'],
      ignores: TESTS,
      rules: onlyImports(SISTER('referee'), NO_TESTING),
    },
    {
      files: ['packages/webrtc/src/testing{.ts,/**}'],
      ignores: TESTS,
      rules: onlyImports(SISTER('webrtc'), NO_LOOP, NO_PEERJS),
    },
    { files: ['packages/arcade/src/**/*.ts'], ignores: TESTS, rules: onlyImports(SISTER('arcade'), NO_TESTING) },
    {
      files: ['packages/arcade/src/**/*.ts'],
      ignores: [...TESTS, 'packages/arcade/src/browser/**'],
      rules: { 'no-restricted-globals': ['error', ...MAY_BE_FORBIDDEN] },
    },
    { files: ['apps/*/src/**/*.ts'], ignores: ['**/*.test.ts'], rules: onlyImports(NO_APPS) },
    {
      files: ['apps/shared/src/**/*.ts'],
      ignores: ['**/*.test.ts'],
      rules: onlyImports(NO_APPS, NO_TESTING),
    },
    {
      files: ['apps/landing/src/fight/**/*.ts'],
      ignores: ['**/*.test.ts'],
      rules: onlyImports(NO_APPS_BUT_THE_FIGHT),
    },
    ...determinism({ files: ['apps/*/src/**/sim/**/*.ts'] }).map((config) => ({ ...config, ignores: TESTS })),
  );
}

import { plugin } from '../src/index.js';
import { javascript, typescript } from './rule-tester.js';

/** Runs the same cases through both parsers. */
function both(name, cases) {
  for (const [parser, tester] of Object.entries({ typescript, javascript }))
    tester.run(`${name} (${parser})`, plugin.rules[name], cases);
}

const errors = (...messageIds) => messageIds.map((messageId) => ({ messageId }));

both('no-outside-world', {
  valid: [
    'export const step = (fields, inputs, frame) => { fields.x[0] += inputs[0] + frame; };',
    'export const sizes = new Map([[1, new Uint8Array(4)]]); const n = Number.MAX_SAFE_INTEGER; throw new RangeError(String(n));',
    // A name of one's own is not the global.
    'function age(Date) { return Date + 1; }',
    'import { performance } from "./score.js"; export const p = performance.a;',
    'export const o = { window: 1, Date: 2 }; o.window; o.Date;',
    'const self = 3; export const twice = self * 2;',
    'console.log(1);',
  ],
  invalid: [
    ['Date.now()', 'Date'],
    ['new Date()', 'Date'],
    ['Date()', 'Date'],
    ['performance.now()', 'performance'],
    ['crypto.getRandomValues(a)', 'crypto'],
    ['setTimeout(f, 0)', 'setTimeout'],
    ['setInterval(f, 0)', 'setInterval'],
    ['requestAnimationFrame(f)', 'requestAnimationFrame'],
    ['queueMicrotask(f)', 'queueMicrotask'],
    ['Promise.resolve().then(f)', 'Promise'],
    ['globalThis.Math.random()', 'globalThis'],
    ['window.Date.now()', 'window'],
    ['self["Date"].now()', 'self'],
    ['const { Date: D } = globalThis', 'globalThis'],
    ['const g = global', 'global'],
    ['new Intl.NumberFormat()', 'Intl'],
    ['document.title', 'document'],
    ['navigator.language', 'navigator'],
    ['localStorage.x', 'localStorage'],
    ['process.hrtime()', 'process'],
    ['require("node:fs")', 'require'],
    ['new SharedArrayBuffer(8)', 'SharedArrayBuffer'],
    ['Atomics.load(a, 0)', 'Atomics'],
    ['new WeakRef(a)', 'WeakRef'],
    ['eval("1")', 'eval'],
    ['new Function("return 1")', 'Function'],
    ['fetch("/x")', 'fetch'],
    ['innerWidth', 'innerWidth'],
    ['typeof Date', 'Date'],
    ['const clock = Date', 'Date'],
    ['({ now: Date.now })', 'Date'],
    ['f(performance)', 'performance'],
  ].map(([code, name]) => ({
    code: `export function step() { ${code}; }`,
    errors: [{ message: new RegExp(`^No ${name} in a simulation: .+\\.$`) }],
  })),
});

typescript.run('no-outside-world, types', plugin.rules['no-outside-world'], {
  valid: [
    'export interface Save { readonly at: Date; readonly done: Promise<void> }',
    'export type Clock = typeof performance;',
  ],
  invalid: [{ code: 'export const now: number = Date.now() as number;', errors: errors('banned') }],
});

javascript.run('no-outside-world, with the globals listed', plugin.rules['no-outside-world'], {
  valid: [],
  invalid: [
    {
      code: 'Date.now(); setTimeout(f);',
      languageOptions: { globals: { Date: 'readonly', setTimeout: 'readonly' } },
      errors: errors('banned', 'banned'),
    },
  ],
});

/** Names the function, and an import of @lite-rollback/exact to use instead. */
const approximated = (name) =>
  new RegExp(`^Math\\.${name} is approximated, and engines .+: .*from '@lite-rollback/exact/math'.*\\.$`);

both('exact-math', {
  valid: [
    'const a = Math.imul(x, 3) + Math.abs(y) + Math.min(1, 2) + Math.max(1, 2) + Math.floor(z) + Math.trunc(z) + Math.sign(z);',
    'Math.sqrt(2) + Math.round(1.5) + Math.ceil(2.1) + Math.fround(1) + Math.clz32(7) + Math.PI;',
    "Math['imul'](2, 3);",
    'Math[`imul`](2, 3);',
    'const { abs, imul: multiply } = Math;',
    'let abs; ({ abs } = Math);',
    'Math?.abs(3);',
    'function f(Math) { return Math.sin(1); }',
    'const table = { sin: 1 }; table.sin;',
  ],
  invalid: [
    ...[
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'atan2',
      'sinh',
      'cosh',
      'tanh',
      'asinh',
      'acosh',
      'atanh',
      'exp',
      'expm1',
      'log',
      'log1p',
      'log2',
      'log10',
      'pow',
      'cbrt',
      'hypot',
    ].map((name) => ({ code: `Math.${name}(1, 2)`, errors: [{ message: approximated(name) }] })),
    {
      code: 'Math.sin(1)',
      errors: [
        {
          message:
            "Math.sin is approximated, and engines approximate differently: import sin from '@lite-rollback/exact/math' for doubles, or from '@lite-rollback/exact/fixed' for fixed-point numbers.",
        },
      ],
    },
    {
      code: 'Math.log2(8)',
      errors: [
        {
          message:
            "Math.log2 is approximated, and engines approximate differently: write log(x) / Math.LN2, with log from '@lite-rollback/exact/math'.",
        },
      ],
    },
    { code: 'Math.random()', errors: errors('random') },
    { code: "Math['random']()", errors: errors('random') },
    { code: "Math['sin'](1)", errors: errors('approximated') },
    { code: 'Math[`cos`](1)', errors: errors('approximated') },
    { code: 'Math?.sin(1)', errors: errors('approximated') },
    { code: 'Math[name](1)', errors: errors('computed') },
    { code: "Math['s' + 'in'](1)", errors: errors('computed') },
    { code: 'Math.someday(1)', errors: errors('unknown') },
    { code: 'const { sin } = Math', errors: errors('approximated') },
    { code: 'const { sin: s, abs, random } = Math', errors: errors('approximated', 'random') },
    { code: 'const { [name]: s } = Math', errors: errors('computed') },
    { code: 'const { abs, ...rest } = Math', errors: errors('alias') },
    { code: 'let sin; ({ sin } = Math)', errors: errors('approximated') },
    { code: 'const M = Math; M.sin(1)', errors: errors('alias') },
    { code: 'f(Math)', errors: errors('alias') },
    { code: 'const all = { ...Math }', errors: errors('alias') },
    { code: 'const { Math: M } = { Math }', errors: errors('alias') },
    { code: 'const f = Math.sin', errors: errors('approximated') },
    { code: 'const f = (m = Math) => m.sin(1)', errors: errors('alias') },
  ],
});

typescript.run('exact-math, casts', plugin.rules['exact-math'], {
  valid: ['type M = typeof Math;'],
  invalid: [
    { code: '(Math as any).sin(1)', errors: errors('alias') },
    { code: 'Math!.sin(1)', errors: errors('alias') },
  ],
});

both('portable-syntax', {
  valid: [
    'const a = 2 * 2;',
    'for (const x of [1]) f(x);',
    'function* g() { yield 1; }',
    'for (let i = 0; i < 3; i++);',
    'if ("a" in o);',
    'a *= 2;',
    'function F() { return new.target; }',
  ],
  invalid: [
    { code: 'x ** 2', errors: errors('power') },
    { code: 'x **= 2', errors: errors('power') },
    { code: 'for (const key in o);', errors: errors('forIn') },
    { code: 'async function f() {}', errors: errors('async') },
    { code: 'const f = async () => 1;', errors: errors('async') },
    { code: 'const o = { async f() {} };', errors: errors('async') },
    { code: 'class C { async f() {} }', errors: errors('async') },
    { code: 'async function* f() { for await (const x of y) await x; }', errors: errors('async', 'async', 'async') },
    { code: 'await f();', errors: errors('async') },
    { code: 'import("./a.js")', errors: errors('dynamicImport') },
    { code: 'import.meta.url', errors: errors('importMeta') },
  ],
});

both('no-locale', {
  valid: [
    'String(5)',
    '(5).toString()',
    '(5).toFixed(2)',
    '"a" < "b"',
    'const { length } = "a"',
    'x[name]()',
    '"x".toUpperCase()',
  ],
  invalid: [
    'toLocaleString',
    'toLocaleUpperCase',
    'toLocaleLowerCase',
    'toLocaleDateString',
    'toLocaleTimeString',
    'localeCompare',
  ].flatMap((name) =>
    [`x.${name}()`, `x['${name}']()`, `x?.${name}()`, `const { ${name} } = x`].map((code) => ({
      code,
      errors: [{ messageId: 'locale', data: { name } }],
    })),
  ),
});

both('consistent-sort', {
  valid: [
    'a.sort((x, y) => x - y)',
    'a.sort()',
    'fields.x.sort()',
    'a.toSorted((x, y) => x.hp - y.hp || x.id - y.id)',
    'a.sort(byId)',
    'sort((x, y) => x < y)',
    'a.sort((x, y) => { if (x < y) return -1; return x > y ? 1 : 0; })',
    'a.filter((x) => x > 1)',
    'a.sort((x, y) => (x > y) - (x < y))',
  ],
  invalid: [
    'a.sort((x, y) => x > y)',
    'a.sort((x, y) => x.hp <= y.hp)',
    'a.toSorted((x, y) => x < y)',
    "a['sort']((x, y) => x < y)",
    'a?.sort((x, y) => !x)',
    'a.sort(function (x, y) { return x > y; })',
    'a.sort((x, y) => { const d = 1; return x !== y; })',
    'a.sort((x, y) => x > y && x.a > y.a)',
    'a.sort(() => true)',
  ].map((code) => ({ code, errors: errors('boolean') })),
});

both('no-module-state', {
  valid: [
    'const TABLE = [1, 2, 3]; export const at = (i) => TABLE[i];',
    'const TABLE = new Int32Array(8); for (let i = 0; i < 8; i++) TABLE[i] = i * i; TABLE.fill(1, 2, 3);',
    'export const SIN = (() => { const t = new Int32Array(4); t[0] = 1; t.set([1], 1); return t; })();',
    'export function step(fields) { let x = fields.x[0]; x++; fields.x[0] = x; fields.y.set([1]); }',
    'export const step = ({ x }) => { x[0]++; delete x.a; };',
    'import { LIMITS } from "./limits.js"; export const f = (fields) => { fields.x[0] = LIMITS.top; };',
    'const names = new Map(); export const f = (k) => names.get(k);',
    'class Box { static #size() { return 1; } size = 2; }',
    'function seed(n) { const rng = createPRNG(n); return rng.int32(); }',
    'const list = [3, 1]; export const f = () => list.toSorted((a, b) => a - b);',
  ],
  invalid: [
    { code: 'let score = 0;', errors: [{ messageId: 'variable', data: { name: 'score' } }] },
    { code: 'export let a = 0, b;', errors: errors('variable', 'variable') },
    { code: 'var x;', errors: errors('variable') },
    {
      code: 'const s = { x: 0 }; export function step() { s.x = 1; }',
      errors: [{ messageId: 'write', data: { name: 's' } }],
    },
    { code: 'const s = [0]; export const step = () => { s[0]++; };', errors: errors('write') },
    { code: 'const s = { a: { b: [0] } }; export const step = () => { s.a.b[0] += 1; };', errors: errors('write') },
    { code: 'const log = []; export const step = (f) => { log.push(f); };', errors: errors('write') },
    { code: "const log = []; export const step = (f) => { log['push'](f); };", errors: errors('write') },
    {
      code: 'const seen = new Set(); export function step(f) { if (!seen.has(f)) seen.add(f); }',
      errors: errors('write'),
    },
    {
      code: 'const cache = new Map(); export function step(f) { [1].forEach((x) => cache.set(x, f)); }',
      errors: errors('write'),
    },
    { code: 'const s = {}; export function step() { delete s.x; }', errors: errors('write') },
    {
      code: 'import { shared } from "./shared.js"; export function step() { shared.count = 1; }',
      errors: errors('write'),
    },
    { code: 'function step() { step.count = 1; }', errors: errors('write') },
    { code: 'const buffer = new Int32Array(4); export function step() { buffer.fill(0); }', errors: errors('write') },
    { code: 'const rng = createPRNG(1);', errors: [{ messageId: 'generator', data: { name: 'rng' } }] },
    { code: 'export const rng = createPRNG();', errors: errors('generator') },
    { code: 'class C { static count = 0; }', errors: errors('static') },
  ],
});

typescript.run('no-module-state, types', plugin.rules['no-module-state'], {
  valid: [
    'declare let injected: number;',
    'export class C { static readonly LIMIT = 3; }',
    'export const f = (s: Int32Array) => { s[0]! += 1; };',
  ],
  invalid: [
    { code: 'const s = new Int32Array(4); export const f = () => { s[0]! += 1; };', errors: errors('write') },
    {
      code: 'const s = new Int32Array(4); export const f = () => { (s as Int32Array)[0] = 1; };',
      errors: errors('write'),
    },
    { code: 'const s = { x: [1] }; export const f = () => { s.x!.push(1); };', errors: errors('write') },
  ],
});

const options = [
  { folder: 'sim', allow: { '@lite-rollback/core': ['checksum', 'nextPRNG'], '@scope/tables': ['SINE'] } },
];
const at = (filename, codes) => codes.map((code) => ({ code, filename, options }));
const outsideAt = (filename, codes, messageId = 'outside') =>
  codes.map((code) => ({ code, filename, options, errors: errors(messageId) }));

both('closed-imports', {
  valid: [
    ...at('/app/src/sim/step.js', [
      'import { a } from "./a.js";',
      'import "./a.js";',
      'import * as all from "./deep/b.js";',
      'export * from "./a.js";',
      'export { a } from "./a.js";',
      'import { checksum } from "@lite-rollback/core";',
      'import { nextPRNG as next, checksum } from "@lite-rollback/core";',
      'export { checksum } from "@lite-rollback/core";',
      'import { SINE } from "@scope/tables";',
      'import { a } from "../sim/a.js";',
      'export const a = 1;',
    ]),
    ...at('/app/src/sim/deep/er/step.js', [
      'import { a } from "../../a.js";',
      'import { a } from "../b.js";',
      'import { a } from "../../";',
    ]),
    ...at('/app/rules/step.js', ['import { a } from "./a.js";', 'import { a } from "./deep/a.js";']),
    ...at('/sim/app/sim/step.js', ['import { a } from "./a.js";']),
  ],
  invalid: [
    ...outsideAt('/app/src/sim/step.js', [
      'import { a } from "../draw.js";',
      'import { a } from "../simulator/a.js";',
      'import { a } from "../../sim/a.js";',
      'import fs from "node:fs";',
      'import { x } from "lodash";',
      'import { x } from "@lite-rollback/local";',
      'import { x } from "@lite-rollback/core/testing";',
      'import "../setup.js";',
      'export * from "../draw.js";',
      'export { a } from "../draw.js";',
      'import { a } from "/abs/a.js";',
      'import { a } from "sim/a.js";',
      'import { a } from ".hidden";',
      'import { a } from "toString";',
    ]),
    ...outsideAt('/app/src/sim/deep/step.js', ['import { a } from "../../draw.js";']),
    ...outsideAt('/app/rules/step.js', ['import { a } from "../a.js";']),
    ...outsideAt('/sim/app/sim/step.js', ['import { a } from "../a.js";']),
    ...outsideAt(
      '/app/src/sim/step.js',
      [
        'import { createMatch } from "@lite-rollback/core";',
        'import { checksum, createSession } from "@lite-rollback/core";',
        'import core from "@lite-rollback/core";',
        'export { createMatch } from "@lite-rollback/core";',
        'export { createMatch as checksum } from "@lite-rollback/core";',
        'import { createMatch as checksum } from "@lite-rollback/core";',
      ],
      'export',
    ),
    ...outsideAt(
      '/app/src/sim/step.js',
      [
        'import * as core from "@lite-rollback/core";',
        'import "@lite-rollback/core";',
        'export * from "@lite-rollback/core";',
      ],
      'whole',
    ),
  ],
});

typescript.run('closed-imports, types', plugin.rules['closed-imports'], {
  valid: at('/app/src/sim/step.ts', [
    'import type { Match } from "@lite-rollback/core";',
    'import { checksum, type FieldViews } from "@lite-rollback/core";',
    'import type { Sprite } from "../draw.js";',
    'export type { Match } from "@lite-rollback/core";',
  ]),
  invalid: [
    ...outsideAt('/app/src/sim/step.ts', ['import fs = require("node:fs");']),
    ...outsideAt(
      '/app/src/sim/step.ts',
      ['import { type FieldViews, createMatch } from "@lite-rollback/core";'],
      'export',
    ),
  ],
});

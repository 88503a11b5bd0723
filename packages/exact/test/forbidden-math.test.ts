// What ships, run where every function of Math that ECMAScript leaves to the engine throws.
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

/** Defined to the last bit, by ECMAScript or, for sqrt, by IEEE 754. */
const EXACT = ['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'];

const ENTRIES = ['math', 'fixed', 'vector', 'ease', 'index'] as const;
/** Each function of each entry, with arguments of many sizes; the objects that some make are asked as well. */
const SCRIPT = `
(() => {
  const results = {};
  let seed = 1;
  const random = () => { seed = Math.imul(seed, 1664525) + 1013904223 | 0; return (seed >>> 0) / 4294967296; };
  const number = () => (random() - 0.5) * [1, 7, 1000, 1e9, 1e300][random() * 5 | 0];
  const take = { timer: (f) => f(new Int32Array(4), 1, 5), random: (f) => f(new Uint32Array([7]), 0, 1, 9) };
  for (const [entry, exports] of Object.entries(package_))
    for (const [name, of] of Object.entries(exports)) {
      if (typeof of !== 'function') continue;
      const out = new Int32Array(4);
      const values = [];
      for (let i = 0; i < 500; i++) {
        if (name === 'definePool' || name === 'defineButtons' || name === 'packButtons') continue;
        if (name === 'packAxis' || name === 'axisAt') values.push(of(number(), 8));
        else if (/Timer$|^isRunning$/.test(name)) values.push(take.timer(of));
        else if (name === 'nextShuffle') of(new Uint32Array([7]), 0, out);
        else if (/^next/.test(name)) values.push(take.random(of));
        else if (name === 'isEvery') values.push(of(i, 3));
        else if (entry === 'ease') values.push(of(random() * 65536));
        else if (entry === 'vector') values.push(of(out, 1, number(), number(), number(), number(), number()));
        else values.push(of(number(), number(), number()));
        values.push(...out);
      }
      results[entry + '.' + name] = values.map(Number);
    }
  const { definePool, defineButtons, packButtons } = package_.index;
  packButtons(defineButtons('a', 'b'), { b: true });
  const pool = definePool({ name: 'p', capacity: 70, columns: { x: { type: Int8Array, length: 2 } } });
  const view = pool.of({ 'p.x': new Int8Array(140), 'p.alive': new Uint32Array(3), 'p.generation': new Uint32Array(70) });
  for (let i = 0; i < 90; i++) view.slotOf(view.handleOf(view.spawn()));
  results.pool = [view.count(), view.first(), view.next(5), Number(view.despawn(3)), Number(view.isAlive(4)), view.clear() ?? 0];
  return JSON.stringify(results);
})()`;

let code: string;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../dist/', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: ENTRIES.map((entry) => `export * as ${entry} from './${entry}.js';`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'package_',
    logLevel: 'error',
  });
  code = String(outputFiles[0]?.text);
});

/** Runs `script` behind the bundle in a world of its own. */
function runIn(world: 'as it is' | 'without approximation', script: string): string {
  const context = createContext({});
  if (world === 'without approximation')
    runInContext(
      `for (const name of Object.getOwnPropertyNames(Math))
         if (typeof Math[name] === 'function' && !${JSON.stringify(EXACT)}.includes(name))
           Math[name] = () => { throw new Error('Math.' + name + ' was called'); };`,
      context,
    );
  return String(runInContext(`${code};${script}`, context));
}

describe('the package without an approximated function of Math', () => {
  it('computes all that it computes with one', () => {
    const found = runIn('without approximation', SCRIPT);
    expect(found).toBe(runIn('as it is', SCRIPT));
    const results = JSON.parse(found) as Record<string, (number | null)[]>;
    expect(Object.keys(results).length).toBeGreaterThan(60);
    for (const name of ['math.sin', 'math.pow', 'fixed.atan2', 'vector.rotate', 'ease.easeInSine', 'index.nextRange'])
      expect(new Set(results[name]).size, name).toBeGreaterThan(name === 'index.nextRange' ? 0 : 50);
  });
  it.each(['sin(1)', 'atan2(1, 2)', 'pow(2, 0.5)', 'hypot(3, 4)', 'random()'])(
    'is a world where Math.%s throws',
    (call) => {
      expect(() => runIn('without approximation', `Math.${call}`)).toThrow('was called');
      expect(() => runIn('as it is', `Math.${call}`)).not.toThrow();
    },
  );
});

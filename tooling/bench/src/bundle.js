import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** @param {string} path */
const inPackage = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/**
 * Bundles the sections, as an app would be: core as it is published, everything in production mode.
 * @param {readonly string[]} names of files in sections/
 * @param {string} outdir gets `NAME.mjs`
 */
export async function bundleSections(names, outdir) {
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`sections/${name}.ts`, import.meta.url))),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: {
      'netplayjs/rollback': inPackage('netplayjs/src/netcode/rollback.ts'),
      'netplayjs/types': inPackage('netplayjs/src/types.ts'),
    },
    // netplayjs asks for CommonJS packages.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
}

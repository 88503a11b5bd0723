import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * One ES module with both games' simulations, every function of @lite-rollback/exact, core's ring, session and
 * checksum, and nothing outside it.
 * @param {'in-shell' | 'in-page'} entry
 * @returns {Promise<string>}
 */
export async function bundleModule(entry) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`${entry}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    // What SpiderMonkey 102, the oldest engine of the table, understands.
    target: 'es2022',
    logLevel: 'error',
  });
  return String(outputFiles[0]?.text);
}

// Runs a module as it ships: bundled. A test that plays hundreds of matches takes a fifth of the time so, because a test
// runner's modules look up each imported constant anew wherever it is used.
import { build } from 'esbuild';

/** Bundles the module at `entry`, a path, and returns what it exports: the caller says what that is. */
export async function runBundled(entry: string): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry}: the bundle is empty`);
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(file.text)}`);
}

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * What an app pays for these imports, in bytes: bundled with esbuild, minified, gzipped at level 9.
 * @param {string} entry absolute path of a built module
 * @param {readonly string[]} names the imports that are used; '*' alone for all that there are
 * @param {readonly string[]} external packages that are not counted, because the app has them anyway
 * @throws when the entry cannot be bundled, or does not export one of the names
 */
export async function measure(entry, names, external = []) {
  const imports = names.join() === '*' ? '*' : `{ ${names.join(', ')} }`;
  const result = await build({
    stdin: { contents: `export ${imports} from ${JSON.stringify(entry)};`, resolveDir: '/', loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: [...external],
    write: false,
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return gzipSync(file.contents, { level: 9 }).length;
}

// Writes sw.js into an app's build: the service worker of service-worker/, with the list of files that it keeps.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const WORKER = fileURLToPath(new URL('../service-worker/service-worker.ts', import.meta.url));
/**
 * Not kept: what no page loads, and config.json, which has to be as new as the network has it. Pictures for link
 * previews are for other people's servers.
 */
const LEFT_OUT = /^(?:config\.json|licenses.*\.txt|preview\.\w+|sw\.js)$/;
/** Vite puts a content hash into these names. */
const HASHED = /^assets\//;

/** @param {string} dist @returns {import('./offline.d.ts').KeptFile[]} */
export function keptFiles(dist) {
  return readdirSync(dist, { recursive: true })
    .map((name) => String(name).split(sep).join('/'))
    .filter((name) => statSync(join(dist, name)).isFile() && !LEFT_OUT.test(name))
    .sort()
    .map((url) => ({
      url,
      revision: HASHED.test(url)
        ? null
        : createHash('sha256')
            .update(readFileSync(join(dist, url)))
            .digest('hex')
            .slice(0, 16),
    }));
}

/** @returns {import('vite').Plugin} */
export function offline() {
  let dist = '';
  let failed = false;
  return {
    name: 'offline',
    apply: 'build',
    configResolved: (config) => {
      dist = join(config.root, config.build.outDir);
    },
    buildEnd: (error) => {
      failed = error !== undefined;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      // When all else has been written.
      async handler() {
        if (failed) return;
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            'process.env.NODE_ENV': '"production"',
            'self.__WB_MANIFEST': JSON.stringify(keptFiles(dist)),
          },
          build: {
            outDir: dist,
            emptyOutDir: false,
            target: 'es2022',
            license: { fileName: 'licenses-offline.txt' },
            lib: { entry: WORKER, formats: ['es'], fileName: () => 'sw.js' },
            minify: true,
          },
        });
      },
    },
  };
}

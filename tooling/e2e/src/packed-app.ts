// A blank Vite app outside the workspace, with the packages installed from their tarballs: what a stranger has after
// `npm install`.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/blank-app');
const WINDOWS = process.platform === 'win32';
const run = promisify(execFile);

export interface PackedApp {
  readonly dir: string;
  /** The real folder of an installed package. */
  folderOf(name: string): string;
  /**
   * Replaces src/main.js, checks it as JavaScript and as TypeScript, and builds. @throws Error with the compiler's
   * words
   */
  build(source: string): Promise<void>;
  /** Serves what was built last. `http://127.0.0.1:PORT/` */
  serve(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The example's manifest with the tarballs in place of the workspace, and the versions that the workspace itself uses.
 */
function manifestWith(tarballs: Readonly<Record<string, string>>): string {
  const manifest = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const devDependencies = Object.fromEntries(
    Object.keys(manifest.devDependencies).map((name) => {
      const { version } = JSON.parse(readFileSync(join(EXAMPLE, 'node_modules', name, 'package.json'), 'utf8')) as {
        version: string;
      };
      return [name, version];
    }),
  );
  const dependencies = Object.fromEntries(Object.entries(tarballs).map(([name, file]) => [name, `file:${file}`]));
  return JSON.stringify({ ...manifest, dependencies, devDependencies }, undefined, 2);
}

async function pack(name: string, dir: string): Promise<string> {
  const into = join(dir, 'tarballs', name);
  mkdirSync(into, { recursive: true });
  const options = { cwd: join(ROOT, 'packages', name), shell: WINDOWS };
  const args = ['pack', '--pack-destination', into];
  // On the path when pnpm has started the tests; not when somebody runs vitest by hand.
  await run('pnpm', args, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      packageManager: string;
    };
    return run('npx', ['-y', packageManager, ...args], options);
  });
  const [file] = readdirSync(into);
  if (file === undefined) throw new Error(`pnpm pack wrote nothing for ${name}`);
  return join(into, file);
}

/** @param names folders of packages/ */
export async function createPackedApp(names: readonly string[]): Promise<PackedApp> {
  // A path without links, or the installed folders would seem to lie elsewhere.
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'blank-app-')));
  let server: Server | undefined;
  const bin = (name: string): string => join(dir, 'node_modules', name);
  const node = async (...args: string[]): Promise<void> => {
    try {
      await run(process.execPath, args, { cwd: dir, env: { ...process.env, NODE_ENV: '' } });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }; // how execFile rejects
      throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    }
  };
  try {
    cpSync(EXAMPLE, dir, {
      recursive: true,
      filter: (from) => !/node_modules|dist|\.turbo/.test(from.slice(EXAMPLE.length)),
    });
    const tarballs: Record<string, string> = {};
    for (const name of names) tarballs[`@lite-rollback/${name}`] = await pack(name, dir);
    writeFileSync(join(dir, 'package.json'), manifestWith(tarballs));
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: dir,
      shell: WINDOWS,
      timeout: 180_000,
    });
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
  return {
    dir,
    folderOf: (name) => realpathSync(join(dir, 'node_modules', name)),
    async build(source) {
      writeFileSync(join(dir, 'src/main.js'), source);
      // The same text is TypeScript, too.
      writeFileSync(join(dir, 'src/same.ts'), source);
      await node(join(bin('typescript'), 'bin/tsc'));
      await node(join(bin('vite'), 'bin/vite.js'), 'build', '--logLevel', 'warn');
    },
    async serve() {
      server?.close();
      const started = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const file = join(dir, 'dist', path === '/' ? 'index.html' : path);
        const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
        try {
          if (!file.startsWith(join(dir, 'dist') + sep)) throw new Error('outside');
          response
            .setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
            .end(readFileSync(file));
        } catch {
          response.writeHead(404).end();
        }
      });
      server = started;
      await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
      const address = started.address();
      if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
      return `http://127.0.0.1:${address.port}/`;
    },
    async close() {
      server?.closeAllConnections();
      server?.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

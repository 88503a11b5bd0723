// Runs once before all browser tests: a Chromium, and the server that `pnpm start` uses, on a free port.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `http://127.0.0.1:PORT`, without a slash at the end. */
    origin: string;
    /** The executable. */
    chromium: string;
    /** A folder of this run, gone after it: what one test file leaves to the next. */
    scratch: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  project.provide('chromium', findChromium());
  const scratch = mkdtempSync(join(tmpdir(), 'e2e-run-'));
  project.provide('scratch', scratch);
  const server = fork(fileURLToPath(new URL('./server-process.js', import.meta.url)), { execArgv: [] });
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server was not ready in 20 s')), 20_000);
    server.once('message', (message: { port: number }) => {
      clearTimeout(timer);
      resolve(message.port);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  project.provide('origin', `http://127.0.0.1:${port}`);
  return () => {
    server.kill();
    rmSync(scratch, { recursive: true, force: true });
  };
}

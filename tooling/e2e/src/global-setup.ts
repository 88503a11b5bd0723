// Runs once before all browser tests: a Chromium, and the server that `pnpm start` uses, on a free port.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** `http://127.0.0.1:PORT`, without a slash at the end. */
    origin: string;
    /** The executable. */
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  project.provide('chromium', findChromium());
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
  return () => void server.kill();
}

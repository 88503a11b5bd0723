// Pages with @lite-rollback/webrtc in them, and a PeerServer that a test can stop and start again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@lite-rollback/serve';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';

/** Host candidates as addresses: there is no multicast DNS to resolve their usual `.local` names on a test machine. */
export const WEBRTC_FLAGS: readonly string[] = ['--disable-features=WebRtcHideLocalIpsWithMdns'];

export interface Lab {
  /** The page's address. */
  readonly url: string;
  /** What to hand to hostRoom and its sisters. No STUN: everything here is one machine. */
  readonly options: { host: string; port: number; path: string; iceServers: [] };
  stopServer(): Promise<void>;
  /** On the same port. */
  startServer(): Promise<void>;
  close(): Promise<void>;
}

export async function startLab(): Promise<Lab> {
  const appsDir = mkdtempSync(join(tmpdir(), 'webrtc-lab-'));
  const dist = join(appsDir, 'lab', 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><meta charset="utf-8"><title>lab</title><script type="module" src="page.js"></script>');
  await build({
    entryPoints: [fileURLToPath(new URL('webrtc-page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outfile: join(dist, 'page.js'),
    logLevel: 'error',
  });
  const host = '127.0.0.1';
  let server: Awaited<ReturnType<typeof serve>> | undefined = await serve({ port: 0, host, appsDir });
  const { port } = server;
  const stopServer = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  return {
    url: `http://${host}:${port}/lab/`,
    options: { host, port, path: '/signal', iceServers: [] },
    stopServer,
    async startServer() {
      server ??= await serve({ port, host, appsDir });
    },
    async close() {
      await stopServer();
      rmSync(appsDir, { recursive: true, force: true });
    },
  };
}

/** A page of the lab in that context; `lab` is there when it resolves. */
export async function openLabPage(lab: Lab, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(lab.url);
  await page.waitForFunction(() => 'lab' in globalThis);
  return page;
}

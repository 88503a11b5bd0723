// Pages with @lite-rollback/webrtc in them, and a PeerServer that a test can stop and start again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@lite-rollback/serve';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

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
}

/** `name` is the script beside this file that the page runs; it sets the global that `openLabPage` waits for. */
async function startLab(
  name: 'webrtc-page' | 'webrtc-contract-page' | 'webrtc-match-page' | 'local-page' = 'webrtc-page',
): Promise<Lab & { close(): Promise<void> }> {
  const appsDir = mkdtempSync(join(tmpdir(), 'webrtc-lab-'));
  const dist = join(appsDir, 'lab', 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>lab</title><script type="module" src="${name}.js"></script>`,
  );
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outdir: dist,
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

/** Call it at the top of a test file or describe block: one lab serves all its tests. */
export function useLab(name?: Parameters<typeof startLab>[0]): Lab {
  let lab: Awaited<ReturnType<typeof startLab>> | undefined;
  const running = (): Lab => {
    if (lab === undefined) throw new Error('useLab: the lab runs only inside a test');
    return lab;
  };
  beforeAll(async () => {
    lab = await startLab(name);
  });
  afterAll(async () => {
    await lab?.close();
  });
  return {
    get url() {
      return running().url;
    },
    get options() {
      return running().options;
    },
    stopServer: () => running().stopServer(),
    startServer: () => running().startServer(),
  };
}

/** A page of the lab in that context; its script has run when it resolves. */
export async function openLabPage(lab: Lab, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(lab.url);
  await page.waitForFunction(() => 'lab' in globalThis || 'contract' in globalThis || 'matchLab' in globalThis);
  return page;
}

// PeerJS's public server, as a page without options uses it, answered by a signaling server on this machine: a test
// machine may have no way out.
import type { BrowserContext } from 'playwright-core';
import { WebSocket } from 'ws';

/** Connects what goes to the public server to the one at `host:port/path`, byte for byte. */
export async function redirectPublicSignaling(
  context: BrowserContext,
  { host, port, path }: { host: string; port: number; path: string },
): Promise<void> {
  await context.routeWebSocket('wss://0.peerjs.com/**', (page) => {
    const url = new URL(page.url());
    const server = new WebSocket(`ws://${host}:${port}${path}${url.pathname}${url.search}`);
    const early: (string | Buffer)[] = [];
    page.onMessage(
      (message) => void (server.readyState === WebSocket.OPEN ? server.send(message) : early.push(message)),
    );
    page.onClose(() => server.close());
    server.on('open', () => early.splice(0).forEach((message) => server.send(message)));
    server.on('message', (message) => page.send(String(message)));
    server.on('close', () => void page.close());
    server.on('error', () => {});
  });
}

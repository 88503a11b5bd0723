// The production server of this repository: every built app and the PeerJS signaling server, on one port.
import { createServer } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { ExpressPeerServer } from 'peer';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';

export const APPS_DIR = fileURLToPath(new URL('../../../apps/', import.meta.url));
export const SIGNAL_PATH = '/signal';
/** The app that answers at `/`; every other app answers under its folder's name. */
const LANDING = 'landing';

/** The names of the apps that have been built, the landing page among them. */
export function builtApps(appsDir = APPS_DIR) {
  if (!existsSync(appsDir)) return [];
  return readdirSync(appsDir)
    .filter((name) => existsSync(join(appsDir, name, 'dist', 'index.html')))
    .sort();
}

/** Says in words what a failed listen() means for the person who started the server. */
export class PortError extends Error {
  /** @param {number} port @param {NodeJS.ErrnoException} cause */
  constructor(port, cause) {
    const next = port < 65535 ? port + 1 : 8081;
    const why = {
      EADDRINUSE: `Port ${port} is already taken by another program. Stop that program, or choose another port: PORT=${next}.`,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023: PORT=8080.`,
    };
    super(why[/** @type {keyof typeof why} */ (cause.code)] ?? `Port ${port} cannot be opened: ${cause.message}`, {
      cause,
    });
    this.name = 'PortError';
  }
}

/**
 * Reads PORT. Empty or absent means 8080.
 * @param {string | undefined} text
 * @throws {RangeError} for anything but an integer from 0 to 65535; 0 lets the system choose.
 */
export function parsePort(text) {
  if (text === undefined || text === '') return 8080;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new RangeError(`PORT must be an integer from 0 to 65535, got "${text}".`);
  return port;
}

/**
 * Opens the port and closes it again.
 * @param {number} port @param {string} [host]
 * @throws {PortError} when it cannot be opened
 */
export async function checkPort(port, host = '0.0.0.0') {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(port, error)));
    server.listen(port, host, () => resolve(undefined));
  });
  await new Promise((resolve) => server.close(resolve));
}

/** @param {string} dir */
function staticFiles(dir) {
  return sirv(dir, {
    etag: true,
    setHeaders(res, pathname) {
      // Vite puts a content hash into the names under assets/; anything else may change at the next build.
      res.setHeader(
        'Cache-Control',
        pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

/**
 * Serves what is built below `appsDir` at the moment of the call. A file built later under a new name needs a new
 * server.
 * @param {{ port: number, host?: string, appsDir?: string }} options port 0 lets the system choose one.
 * @returns {Promise<{ port: number, apps: string[], close(): Promise<void> }>}
 * @throws {PortError} when the port cannot be opened.
 */
export async function serve({ port, host = '0.0.0.0', appsDir = APPS_DIR }) {
  const app = express();
  app.disable('x-powered-by');
  const server = createServer(app);

  /** @type {WebSocketServer | undefined} */
  let sockets;
  const signaling = ExpressPeerServer(server, {
    // Kept so that close() can end the connections: `peer` itself has no way to stop.
    createWebSocketServer: (options) => (sockets = new WebSocketServer({ ...options, maxPayload: 256 * 1024 })),
  });
  // `peer` forwards each broken client connection as an error event, and an event without a listener would end the
  // process.
  signaling.on('error', () => {});
  app.use(SIGNAL_PATH, signaling);

  const apps = builtApps(appsDir);
  for (const name of apps) {
    if (name === LANDING) continue;
    // Without the slash the page's relative addresses would point one folder too high.
    app.use((req, res, next) => {
      if (req.path !== `/${name}`) return next();
      const query = req.url.indexOf('?');
      res.redirect(302, `/${name}/${query < 0 ? '' : req.url.slice(query)}`);
    });
    app.use(`/${name}`, staticFiles(join(appsDir, name, 'dist')));
  }
  if (apps.includes(LANDING)) app.use(staticFiles(join(appsDir, LANDING, 'dist')));
  // Browsers ask for it unasked, and a 404 would stand in every console.
  app.get('/favicon.ico', (_req, res) => void res.status(204).end());
  app.use((_req, res) => void res.status(404).type('text/plain').send('Not found'));

  await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(port, error)));
    server.listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    apps,
    async close() {
      for (const client of sockets?.clients ?? []) client.terminate();
      sockets?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

// The production server of this repository: every built app and the PeerJS signaling server, on one port.
import { createServer } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express from 'express';
import { notFound, onError, onlyReading } from './errors.js';
import { listen, LOCALHOST } from './listen.js';
import { securityHeaders, signalingSources } from './security-headers.js';
import { createSignaling, SIGNAL_PATH } from './signaling.js';

export const APPS_DIR = fileURLToPath(new URL('../../../apps/', import.meta.url));
/** The app that answers at `/`; every other app answers under its folder's name. */
const LANDING = 'landing';
/** What people call an app; another one goes by its folder's name. The order is that of a list for people. */
const LABELS = new Map([
  [LANDING, 'What this is'],
  ['pong', 'Pong'],
  ['fighter', 'Fighter'],
  ['lesson', 'How rollback works'],
]);
/** So long a client may take for its request's head, and for all of it, before its connection is closed. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000 };

/** The names of the apps that have been built, the landing page among them, in the order of LABELS. */
export function builtApps(appsDir = APPS_DIR) {
  if (!existsSync(appsDir)) return [];
  const order = [...LABELS.keys()];
  const place = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return readdirSync(appsDir)
    .filter((name) => existsSync(join(appsDir, name, 'dist', 'index.html')))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** @param {string} name of an app @returns {{ path: string, label: string }} */
const pageOf = (name) => ({ path: name === LANDING ? '/' : `/${name}/`, label: LABELS.get(name) ?? name });

/** @param {string} dir */
function staticFiles(dir) {
  const assets = join(dir, 'assets') + (process.platform === 'win32' ? '\\' : '/');
  return express.static(dir, {
    setHeaders(res, path) {
      // Vite puts a content hash into the names under assets/; anything else may change at the next build.
      res.set('Cache-Control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * The pages and files of the apps that are built at the moment of the call.
 * @param {string} appsDir @param {readonly string[]} apps @param {import('express').Express} signaling
 */
function createPages(appsDir, apps, signaling) {
  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing');
  app.use(securityHeaders(apps.flatMap((name) => signalingSources(join(appsDir, name, 'dist')))));
  app.use(onlyReading);
  // A part of a file is a part of it as it stands on the disk.
  app.use(compression({ filter: (req, res) => req.headers.range === undefined && compression.filter(req, res) }));
  app.use(SIGNAL_PATH, signaling);
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
  app.use(notFound(apps.map(pageOf)));
  app.use(onError);
  return app;
}

/**
 * Serves what is built below `appsDir` at the moment of the call. An app built later needs a new server.
 * @param {{ port: number, host?: string, appsDir?: string }} options port 0 lets the system choose one; host is an IP
 *   address, LOCALHOST or EVERYWHERE of listen.js, and LOCALHOST when it is absent.
 * @returns {Promise<{ port: number, pages: { path: string, label: string }[], close(): Promise<void> }>}
 * @throws {PortError} when the port cannot be opened.
 */
export async function serve({ port, host = LOCALHOST, appsDir = APPS_DIR }) {
  const apps = builtApps(appsDir);
  const signaling = createSignaling(createServer());
  const app = createPages(appsDir, apps, signaling.app);
  const opened = await listen(() => createServer(TIMEOUTS, app).on('upgrade', signaling.upgrade), port, host);
  return {
    port: opened.port,
    pages: apps.map(pageOf),
    async close() {
      signaling.close();
      await Promise.all(
        opened.servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

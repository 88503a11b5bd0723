// The response headers that tell a browser what a page of ours may do, and what others may do with it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A host and port as browsers write them. Anything else in a Host header is not repeated in an answer. */
const HOST = /^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/;

/**
 * What an app's config.json names as its PeerJS server, as sources of connect-src.
 * @param {string} appDir the built app
 * @returns {string[]}
 */
export function signalingSources(appDir) {
  const file = join(appDir, 'config.json');
  if (!existsSync(file)) return [];
  try {
    const { signaling } = JSON.parse(readFileSync(file, 'utf8'));
    const { host, port, secure = false } = signaling;
    const at = port === undefined ? host : `${host}:${port}`;
    if (!HOST.test(at)) return [];
    return secure ? [`https://${at}`, `wss://${at}`] : [`http://${at}`, `ws://${at}`];
  } catch {
    // The app reads a broken config.json as an empty one, and so it names nothing.
    return [];
  }
}

/**
 * @param {string | undefined} host the request's Host header
 * @param {readonly string[]} signaling sources beside our own
 * @param {string} style source of styles
 */
export function contentSecurityPolicy(host, signaling, style = "'self'") {
  // 'self' covers our own WebSockets in Chromium and Firefox; older Safari wants them by name.
  const sockets = host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : [];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': [style],
    'connect-src': ["'self'", ...sockets, ...signaling],
    // Icons are data: addresses in the pages; blob: is for pictures that a page makes of its own canvas.
    'img-src': ["'self'", 'data:', 'blob:'],
    // The loop of a hidden page runs on a timer in a Worker, whose program is a Blob: one file, with no address of its own.
    'worker-src': ["'self'", 'blob:'],
    // A clip or a replay that was recorded in the page is played from a Blob.
    'media-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * A handler that sets the headers of every answer.
 * @param {readonly string[]} signaling sources beside our own
 * @returns {import('express').RequestHandler}
 */
export function securityHeaders(signaling) {
  return (req, res, next) => {
    res.set({
      'Content-Security-Policy': contentSecurityPolicy(req.headers.host, signaling),
      'X-Content-Type-Options': 'nosniff',
      // For browsers that do not know frame-ancestors.
      'X-Frame-Options': 'SAMEORIGIN',
      // The address of a page holds the room's code: it is nobody else's business.
      'Referrer-Policy': 'no-referrer',
    });
    next();
  };
}

// Answers that are no page: nothing there, a method that is not offered, a request that makes no sense. They tell a
// person what to do, and nobody anything about this program.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { contentSecurityPolicy } from './security-headers.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses methods that nothing here offers. @type {import('express').RequestHandler} */
export function onlyReading(req, res, next) {
  if (METHODS.includes(req.method)) return next();
  res.status(405).set('Allow', METHODS.join(', ')).type('text/plain').send('Method not allowed');
}

/** @param {string} page @returns {string} the source of CSP that allows its one style element */
function styleSource(page) {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/**
 * @param {readonly { path: string, label: string }[]} pages where to go instead
 * @returns {import('express').RequestHandler}
 */
export function notFound(pages) {
  const links = pages.map(({ path, label }) => `<li><a href="${path}">${label}</a></li>`).join('\n      ');
  const page = readFileSync(new URL('./not-found.html', import.meta.url), 'utf8').replace('<!-- links -->', links);
  const style = styleSource(page);
  return (req, res) => {
    res.status(404).set('Cache-Control', 'no-cache');
    // A script that asks for anything at all gets words, not a page.
    if (req.accepts(['text', 'html']) !== 'html') return void res.type('text/plain').send('Not found');
    res
      .set('Content-Security-Policy', contentSecurityPolicy(req.headers.host, [], style))
      .type('html')
      .send(page);
  };
}

/**
 * The last handler: without it express would print the stack.
 * @type {import('express').ErrorRequestHandler}
 */
export function onError(error, _req, res, next) {
  if (res.headersSent) return next(error);
  const given = Number(error?.status ?? error?.statusCode);
  const status = given >= 400 && given < 500 ? given : 500;
  // The answer to a range that is not there says how long the file is.
  const range = status === 416 ? error.headers?.['Content-Range'] : undefined;
  if (range !== undefined) res.set('Content-Range', range);
  if (status === 500) console.error(error);
  res.status(status).set('Cache-Control', 'no-cache').type('text/plain').send(STATUS_CODES[status]);
}

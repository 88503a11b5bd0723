import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.js';

/** @type {string} */ let appsDir;
/** @type {Awaited<ReturnType<typeof serve>>} */ let server;
/** @type {string} */ let origin;

const BIG = `console.log(${JSON.stringify('lite-rollback '.repeat(500))});`;

/** @param {string} name @param {Record<string, string>} files */
function app(name, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(appsDir, name, 'dist', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  appsDir = mkdtempSync(join(tmpdir(), 'serve-'));
  app('landing', { 'index.html': '<h1>landing</h1>' });
  app('pong', { 'index.html': '<h1>pong</h1>', 'config.json': '{"iceServers":[]}', 'assets/main-abc.js': BIG });
  app('landing', { 'docs/index.html': '<h1>docs</h1>' });
  mkdirSync(join(appsDir, 'unbuilt', 'src'), { recursive: true });
  writeFileSync(join(appsDir, 'unbuilt', 'secret.txt'), 'secret');
  server = await serve({ port: 0, host: '127.0.0.1', appsDir });
  origin = `http://127.0.0.1:${server.port}`;
});

afterAll(async () => {
  await server.close();
  rmSync(appsDir, { recursive: true });
});

describe('pages', () => {
  it('serves the landing page at / and an app under its name', async () => {
    expect(await (await fetch(`${origin}/`)).text()).toBe('<h1>landing</h1>');
    const pong = await fetch(`${origin}/pong/?room=a`);
    expect(pong.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await pong.text()).toBe('<h1>pong</h1>');
    expect(server.pages).toEqual([
      { path: '/', label: 'What this is' },
      { path: '/pong/', label: 'Pong' },
    ]);
  });

  it('serves config.json beside the page', async () => {
    const response = await fetch(`${origin}/pong/config.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ iceServers: [] });
  });

  it('sends /pong on to /pong/ and keeps the query, because relative addresses need the slash', async () => {
    const response = await fetch(`${origin}/pong?room=a&mode=hotseat`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/pong/?room=a&mode=hotseat');
  });

  it('lets hashed assets be kept for good and nothing else', async () => {
    expect((await fetch(`${origin}/pong/assets/main-abc.js`)).headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${origin}/pong/`)).headers.get('cache-control')).toBe('no-cache');
  });

  it('serves a folder under a page, with its slash', async () => {
    const response = await fetch(`${origin}/docs`);
    expect(response.url).toBe(`${origin}/docs/`);
    expect(await response.text()).toBe('<h1>docs</h1>');
  });
});

/** Sends the bytes as they are and reads until the server closes. @param {string} text @returns {Promise<string>} */
function raw(text) {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`no end after: ${answer}`)));
    socket.on('data', (data) => (answer += String(data)));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write(text);
  });
}
/** @param {string} path @param {string} [method] @param {string} [more] header lines */
const ask = (path, method = 'GET', more = '') =>
  raw(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${more}\r\n`);
/** @param {string} answer */
const bodyOf = (answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

describe('odd requests', () => {
  it.each([
    '/absent',
    '/unbuilt/',
    '/unbuilt/secret.txt',
    '/pongx',
    '/PONG/',
    '/pong/..%2f..%2funbuilt/secret.txt',
    '/pong/%2e%2e/%2e%2e/unbuilt/secret.txt',
    '/pong/../../unbuilt/secret.txt',
    '/pong/..\\..\\unbuilt\\secret.txt',
    '/pong/.git/config',
    '/%00',
    '/%',
    '/pong/%c0%ae%c0%ae/',
    '//example.org/',
    '/a'.repeat(3000),
    `/absent?${'x'.repeat(8000)}`,
    `/pong/${'a'.repeat(300)}`,
    '/signal/absent',
  ])('answers 404 for %s', async (path) => {
    const answer = await ask(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
    expect(answer).not.toMatch(/\bat .*\.js|node_modules|express/i);
  });

  it.each(['http://example.org/pong/', '*', 'pong', '/ \x01', '//', '/pong//', '/signal/%', '/?%', '/pong/?room=%ff'])(
    'survives the target %j',
    async (target) => {
      const answer = await ask(target);
      expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
      expect(answer).not.toMatch(/\bat .*\.js|node_modules/);
      expect((await fetch(`${origin}/`)).status).toBe(200);
    },
  );

  it('never sends a browser to another site', async () => {
    for (const path of ['//example.org/docs', '//example.org/%2e%2e/docs', '/\\example.org/docs', '//pong'])
      expect(await ask(path)).not.toMatch(/^Location: *(?:\/\/|\/\\|[a-z]+:)/im);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    'answers 405 to %s, and says what it offers',
    async (method) => {
      for (const path of ['/', '/pong/', '/signal/peerjs/id', '/absent']) {
        const answer = await ask(path, method);
        expect(answer).toMatch(/^HTTP\/1\.1 405 /);
        expect(answer).toMatch(/^Allow: GET, HEAD, OPTIONS\r$/m);
      }
    },
  );

  it('answers HEAD without a body', async () => {
    const answer = await ask('/pong/', 'HEAD');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodyOf(answer)).toBe('');
  });

  it('answers a request that is none, and goes on', async () => {
    expect(await raw('\x16\x03\x01\x02\x00 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await ask('/', 'GET', 'Upgrade: h2c\r\nConnection: Upgrade\r\n')).toMatch(/^HTTP\/1\.1 404 /);
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });
});

describe('parts of a file', () => {
  const path = '/pong/assets/main-abc.js';
  const range = (/** @type {string} */ value) => fetch(origin + path, { headers: { Range: value } });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, BIG.length - 1],
    ['bytes=-7', BIG.length - 7, BIG.length - 1],
    ['bytes=10-99999999', 10, BIG.length - 1],
  ])('%s', async (value, from, to) => {
    const response = await range(value);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${BIG.length}`);
    expect(await response.text()).toBe(BIG.slice(from, to + 1));
  });

  it.each([`bytes=${BIG.length}-`, 'bytes=99999999-', 'bytes=9-2', 'bytes=-0', 'bytes=abc', 'bytes=5-2,9-8'])(
    'answers 416 for %s, and says how long the file is',
    async (value) => {
      const response = await range(value);
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${BIG.length}`);
      expect(await response.text()).toBe('Range Not Satisfiable');
    },
  );

  it.each(['', 'lines=1-2', 'bytes'])('ignores a range that is none: %j', async (value) => {
    const response = await range(value);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(BIG);
  });
});

describe('compression', () => {
  /**
   * fetch would unpack what it gets.
   * @param {Record<string, string>} headers
   * @returns {Promise<{ status?: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
   */
  const load = (headers) =>
    new Promise((resolve, reject) => {
      request(`${origin}/pong/assets/main-abc.js`, { headers }, (response) => {
        /** @type {Buffer[]} */ const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    });

  it('serves brotli, gzip or neither, as the browser can', async () => {
    const [brotli, gzip, plain] = await Promise.all(
      ['gzip, deflate, br, zstd', 'gzip', 'identity'].map((encodings) => load({ 'Accept-Encoding': encodings })),
    );
    if (brotli === undefined || gzip === undefined || plain === undefined) throw new Error('three answers');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(String(brotliDecompressSync(brotli.body))).toBe(BIG);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gunzipSync(gzip.body))).toBe(BIG);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(String(plain.body)).toBe(BIG);
    expect(brotli.body.length).toBeLessThan(BIG.length / 10);
  });

  it('is asked for again with the tag that it had', async () => {
    const { headers } = await load({});
    const again = await load({ 'If-None-Match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });
});

describe('what a browser is told', () => {
  it.each(['/', '/pong/', '/pong/assets/main-abc.js', '/absent', '/signal/', '/docs/', '/favicon.ico'])(
    '%s: what a page may load, no guessing of types, no frames elsewhere, no address to others',
    async (path) => {
      const { headers } = await fetch(origin + path);
      const policy = String(headers.get('content-security-policy'));
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*|script-src[^;]*(?:data|blob|http)/);
      expect(policy).toContain("frame-ancestors 'self'");
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );

  it('names its own sockets, and the signaling server of a config.json', async () => {
    app('elsewhere', {
      'index.html': '',
      'config.json': '{ "signaling": { "host": "rooms.example", "port": 9000, "secure": true } }',
    });
    app('broken', { 'index.html': '', 'config.json': '{ "signaling": { "host": "a; script-src *" } }' });
    const other = await serve({ port: 0, host: '127.0.0.1', appsDir });
    const policy = (await fetch(`http://127.0.0.1:${other.port}/`)).headers.get('content-security-policy');
    expect(policy).toContain(
      `connect-src 'self' ws://127.0.0.1:${other.port} wss://127.0.0.1:${other.port} https://rooms.example:9000 wss://rooms.example:9000;`,
    );
    await other.close();
    const injected = await raw('GET / HTTP/1.1\r\nHost: a;script-src *\r\nConnection: close\r\n\r\n');
    expect(injected).toMatch(/^HTTP\/1\.1 200 /);
    expect(injected).not.toContain('script-src *');
  });

  it('shows a person who went astray where to go, and a script two words', async () => {
    const page = await fetch(`${origin}/absent`, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const text = await page.text();
    expect(text).toContain('<a href="/">What this is</a>');
    expect(text).toContain('<a href="/pong/">Pong</a>');
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[A-Za-z0-9+/=]{44}'/);
    const script = await fetch(`${origin}/absent`);
    expect(await script.text()).toBe('Not found');
  });
});

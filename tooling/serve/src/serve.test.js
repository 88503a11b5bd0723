import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { checkPort, parsePort, PortError, serve } from './serve.js';

/** @type {string} */ let appsDir;
/** @type {Awaited<ReturnType<typeof serve>>} */ let server;
/** @type {string} */ let origin;

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
  app('pong', { 'index.html': '<h1>pong</h1>', 'config.json': '{"iceServers":[]}', 'assets/main-abc.js': '1' });
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
    expect(server.apps).toEqual(['landing', 'pong']);
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

  it.each([
    '/absent',
    '/unbuilt/',
    '/pong/..%2f..%2funbuilt/secret.txt',
    '/pong/%2e%2e/%2e%2e/unbuilt/secret.txt',
    '/pongx',
  ])('answers 404 for %s', async (path) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found');
  });
});

describe('signaling', () => {
  it('answers at /signal', async () => {
    expect(await (await fetch(`${origin}/signal/`)).json()).toMatchObject({ name: 'PeerJS Server' });
    expect(await (await fetch(`${origin}/signal/peerjs/id`)).text()).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('lists no peers: an id is all that it takes to reach one', async () => {
    expect((await fetch(`${origin}/signal/peerjs/peers`)).status).toBe(401);
  });

  it('opens a peer, and hands a message from one to the other', async () => {
    const open = (/** @type {string} */ id) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/signal/peerjs?key=peerjs&id=${id}&token=t${id}`);
      /** @type {Promise<any>[]} */ const arrived = [];
      /** @type {((value: any) => void)[]} */ const waiting = [];
      for (let i = 0; i < 2; i++) arrived.push(new Promise((resolve) => waiting.push(resolve)));
      socket.on('message', (data) => waiting.shift()?.(JSON.parse(String(data))));
      return { socket, arrived };
    };
    const a = open('aaa');
    const b = open('bbb');
    expect(await a.arrived[0]).toEqual({ type: 'OPEN' });
    expect(await b.arrived[0]).toEqual({ type: 'OPEN' });
    a.socket.send(JSON.stringify({ type: 'OFFER', dst: 'bbb', payload: { x: 1 } }));
    expect(await b.arrived[1]).toEqual({ type: 'OFFER', src: 'aaa', dst: 'bbb', payload: { x: 1 } });
    a.socket.terminate();
    b.socket.terminate();
  });
});

describe('port', () => {
  it('says in words that a port is taken', async () => {
    const error = await serve({ port: server.port, host: '127.0.0.1', appsDir }).catch((e) => e);
    expect(error).toBeInstanceOf(PortError);
    expect(await checkPort(server.port, '127.0.0.1').catch((e) => e)).toBeInstanceOf(PortError);
    expect(error.message).toBe(
      `Port ${server.port} is already taken by another program. Stop that program, or choose another port: PORT=${server.port + 1}.`,
    );
  });

  it('reads PORT', () => {
    expect(parsePort(undefined)).toBe(8080);
    expect(parsePort('')).toBe(8080);
    expect(parsePort('9000')).toBe(9000);
    for (const bad of ['x', '-1', '65536', '80.5', '1e3', ' 80']) expect(() => parsePort(bad)).toThrow(RangeError);
  });

  it('is free again after close(), with connections open', async () => {
    const first = await serve({ port: 0, host: '127.0.0.1', appsDir });
    const socket = new WebSocket(`ws://127.0.0.1:${first.port}/signal/peerjs?key=peerjs&id=ccc&token=t`);
    await new Promise((resolve) => socket.once('open', resolve));
    await first.close();
    const second = await serve({ port: first.port, host: '127.0.0.1', appsDir });
    expect(second.port).toBe(first.port);
    await second.close();
  });
});

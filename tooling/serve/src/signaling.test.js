import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CLIENTS_PER_ADDRESS } from './address-book.js';
import { serve } from './serve.js';

/** @type {string} */ let appsDir;
/** @type {Awaited<ReturnType<typeof serve>>} */ let server;
/** @type {Client[]} */ let clients = [];
/** Linux and Windows take all of 127.0.0.0/8 for this machine, macOS one address of it. */
const manyAddresses = process.platform !== 'darwin';
/** Each test has an address of its own. */
let address = 2;

beforeAll(async () => {
  appsDir = mkdtempSync(join(tmpdir(), 'signaling-'));
  server = await serve({ port: 0, host: '127.0.0.1', appsDir });
});
afterEach(() => {
  for (const { socket } of clients) socket.terminate();
  clients = [];
  address += 1;
});
afterAll(async () => {
  await server.close();
  rmSync(appsDir, { recursive: true });
});

/** @typedef {{ socket: WebSocket, messages: any[], opened: Promise<number>, ended: Promise<number> }} Client */

/**
 * `opened` becomes 101, or the status with which it was refused; `ended` the code with which it was closed.
 * @param {string} id @param {{ from?: string, query?: string }} [options] @returns {Client}
 */
function client(id, { from = `127.0.0.${address}`, query = `key=peerjs&id=${id}&token=t${id}` } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/signal/peerjs?${query}`, {
    localAddress: manyAddresses ? from : '127.0.0.1',
  });
  /** @type {any[]} */ const messages = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  /** @type {Promise<number>} */
  const opened = new Promise((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_req, res) => {
      resolve(res.statusCode ?? 0);
      socket.terminate();
    });
    socket.once('close', () => resolve(0));
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const one = { socket, messages, opened, ended };
  clients.push(one);
  return one;
}
/** @param {string} id @param {string} [from] */
async function openClient(id, from) {
  const one = client(id, from === undefined ? {} : { from });
  expect(await one.opened).toBe(101);
  await expect.poll(() => one.messages.length).toBeGreaterThan(0);
  expect(one.messages.shift()).toEqual({ type: 'OPEN' });
  return one;
}
const offer = (/** @type {string} */ dst, /** @type {unknown} */ payload = {}) =>
  JSON.stringify({ type: 'OFFER', dst, payload });

/** A message of a fresh pair arrives: the server is there for others. @param {string} name */
async function expectService(name) {
  const [a, b] = [await openClient(`${name}-a`, '127.0.1.1'), await openClient(`${name}-b`, '127.0.1.2')];
  a.socket.send(offer(`${name}-b`, 'hello'));
  await expect
    .poll(() => b.messages)
    .toEqual([{ type: 'OFFER', src: `${name}-a`, dst: `${name}-b`, payload: 'hello' }]);
}

describe('signaling', () => {
  it('answers at /signal', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    expect(await (await fetch(`${origin}/signal/`)).json()).toMatchObject({ name: 'PeerJS Server' });
    expect(await (await fetch(`${origin}/signal/peerjs/id`)).text()).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('lists no peers: an id is all that it takes to reach one', async () => {
    expect((await fetch(`http://127.0.0.1:${server.port}/signal/peerjs/peers`)).status).toBe(401);
  });

  it('opens a peer, and hands a message from one to the other in the true name of its sender', async () => {
    const [a, b] = [await openClient('aaa'), await openClient('bbb')];
    a.socket.send(JSON.stringify({ type: 'OFFER', src: 'somebody', dst: 'bbb', payload: { x: 1 } }));
    await expect.poll(() => b.messages).toEqual([{ type: 'OFFER', src: 'aaa', dst: 'bbb', payload: { x: 1 } }]);
  });

  it('tells a second client of an id that it is taken', async () => {
    await openClient('one');
    const other = client('one', { query: 'key=peerjs&id=one&token=other' });
    await expect.poll(() => other.messages[0]?.type).toBe('ID-TAKEN');
  });

  it.each([
    ['another path', 'GET /signal/other?key=peerjs&id=a&token=t', 404],
    ['a page', 'GET /', 404],
    ['a path that is none', 'GET //', 404],
    ['no parameters', 'GET /signal/peerjs', 404],
    ['a long id', `GET /signal/peerjs?key=peerjs&token=t&id=${'a'.repeat(65)}`, 400],
    ['a long token', `GET /signal/peerjs?key=peerjs&id=a&token=${'a'.repeat(65)}`, 400],
    ['another method', 'POST /signal/peerjs?key=peerjs&id=a&token=t', 405],
  ])('refuses a socket for %s', async (_what, line, status) => {
    const answer = await new Promise((resolve, reject) => {
      const socket = connect({
        port: server.port,
        host: '127.0.0.1',
        localAddress: manyAddresses ? `127.0.0.${address}` : '127.0.0.1',
      });
      let text = '';
      socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
      socket.on('data', (data) => (text += String(data)));
      socket.once('error', reject);
      socket.once('close', () => resolve(text));
      socket.write(
        `${line} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      );
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe.runIf(manyAddresses)('one who wants too much', () => {
  it('5,000 ids from one address: it gets its share, the others get theirs', async () => {
    /** @type {number[]} */ const statuses = [];
    // In heaps that a listening socket's queue takes.
    for (let asked = 0; asked < 5000; asked += 250) {
      const heap = Array.from({ length: 250 }, (_, i) => client(`flood-${asked + i}`));
      statuses.push(...(await Promise.all(heap.map(({ opened }) => opened))));
    }
    expect(statuses.filter((status) => status === 101)).toHaveLength(CLIENTS_PER_ADDRESS);
    expect(statuses.filter((status) => status !== 101 && status !== 429)).toEqual([]);
    await expectService('beside');
  }, 60_000);

  it('gets its places back when its clients have gone', async () => {
    const first = await Promise.all(Array.from({ length: CLIENTS_PER_ADDRESS }, (_, i) => openClient(`first-${i}`)));
    expect(await client('over').opened).toBe(429);
    for (const { socket, ended } of first.slice(0, 5)) {
      socket.close();
      await ended;
    }
    await expect.poll(() => client('again').opened).toBe(101);
  });

  it('a client that floods is put out, and what is over its budget reaches nobody', async () => {
    const [flood, target] = [await openClient('flood'), await openClient('target', '127.0.1.3')];
    const message = offer('target');
    for (let i = 0; i < 20_000; i++) flood.socket.send(message);
    expect(await flood.ended).toBe(1006);
    await expect.poll(() => target.messages.length).toBeGreaterThan(1000);
    expect(target.messages.length).toBeLessThan(1200);
    await expectService('meanwhile');
  });

  it('large messages count by their bytes', async () => {
    const [flood, target] = [await openClient('flood'), await openClient('target', '127.0.1.4')];
    const message = offer('target', 'x'.repeat(60_000));
    for (let i = 0; i < 40; i++) flood.socket.send(message);
    expect(await flood.ended).toBe(1006);
    expect(target.messages.length).toBeLessThan(20);
  });

  it('a message that is too long ends its client', async () => {
    const one = await openClient('long');
    one.socket.send(offer('target', 'x'.repeat(70_000)));
    expect(await one.ended).toBe(1009);
  });

  it('what is no message does no harm', async () => {
    const one = await openClient('odd');
    for (const text of [
      '',
      'x',
      'null',
      '1',
      '[]',
      '{}',
      '{"type":1}',
      '{"type":"OFFER","dst":{}}',
      '{"type":"LEAVE"}',
      '"__proto__"',
    ])
      one.socket.send(text);
    one.socket.send(Buffer.from([0, 255, 254]));
    await expectService('after');
  });

  it('all clients of an address together have a budget, too', async () => {
    const floods = await Promise.all(Array.from({ length: 12 }, (_, i) => openClient(`many-${i}`)));
    const target = await openClient('target', '127.0.1.5');
    // Each alone is within its own.
    for (const { socket } of floods) for (let i = 0; i < 1000; i++) socket.send(offer('target'));
    await expect
      .poll(() => floods.every(({ socket }) => socket.readyState === WebSocket.CLOSED || socket.bufferedAmount === 0))
      .toBe(true);
    await Promise.race(floods.map(({ ended }) => ended));
    await expect.poll(() => target.messages.length).toBeGreaterThan(8000);
    expect(target.messages.length).toBeLessThan(11_000);
    await expectService('together');
  });

  it('who does not read is put out before much waits for it', async () => {
    const deaf = await openClient('deaf');
    deaf.socket.pause();
    const gone = new Promise((resolve) => deaf.socket.once('close', resolve));
    // 13 addresses of 1 MB each: more than the buffers of a connection hold.
    for (let i = 0; i < 13; i++) {
      const talker = await openClient(`talker-${i}`, `127.0.2.${i + 1}`);
      for (let sent = 0; sent < 17; sent++) talker.socket.send(offer('deaf', 'x'.repeat(60_000)));
    }
    const back = async () =>
      (await client('deaf', { query: 'key=peerjs&id=deaf&token=new', from: '127.0.3.1' }).opened) === 101;
    await expect.poll(back).toBe(true);
    const other = client('deaf', { query: 'key=peerjs&id=deaf&token=new', from: '127.0.3.2' });
    await expect.poll(() => other.messages[0]?.type, { timeout: 10_000 }).toBe('OPEN');
    deaf.socket.resume();
    await gone;
  }, 30_000);
});

it('its port is free again after close(), with clients open', async () => {
  const first = await serve({ port: 0, host: '127.0.0.1', appsDir });
  const socket = new WebSocket(`ws://127.0.0.1:${first.port}/signal/peerjs?key=peerjs&id=ccc&token=t`);
  await new Promise((resolve) => socket.once('open', resolve));
  await first.close();
  const second = await serve({ port: first.port, host: '127.0.0.1', appsDir });
  expect(second.port).toBe(first.port);
  await second.close();
});

import * as vitest from 'vitest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startPeerServer, type LocalPeerServer } from '../../test/local-peer-server.js';
import type { Signaling } from '../rooms/signaling.js';
import { describeSignaling } from '../testing/describe-signaling.js';
import { createPeerServer } from './peer-server.js';

let server: LocalPeerServer;
// Node 20 has no WebSocket of its own; this one is called as a browser's is.
beforeAll(async () => {
  vi.stubGlobal('WebSocket', WebSocket);
  server = await startPeerServer();
});
afterAll(async () => {
  await server.close();
  vi.unstubAllGlobals();
});
const service = () => createPeerServer({ host: '127.0.0.1', port: server.port, secure: false });

describeSignaling(vitest, 'PeerJS’s server', service);

describe('a claim at PeerJS’s server', () => {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  });
  let claims = 0;
  async function claim(address = `peer-server-test-${claims++}`) {
    const texts: string[] = [];
    const absent: string[] = [];
    const signaling: Signaling = await service().claim(
      address,
      { message: (from, text) => void texts.push(`${from}: ${text}`), absent: (to) => void absent.push(to) },
      new AbortController().signal,
    );
    cleanups.push(() => signaling.leave());
    return { address, signaling, texts, absent };
  }
  /** A socket that says what it likes. */
  async function stranger(id: string): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/peerjs?key=peerjs&id=${id}&token=x`);
    cleanups.push(() => socket.close());
    await new Promise((resolve) => socket.once('message', resolve));
    return socket;
  }
  const online = (signaling: Signaling, to: string) =>
    expect.poll(() => signaling.send(to, 'again'), { timeout: 8_000 });

  it('is made again when the connection is lost, under the same address', async () => {
    const [a, b] = [await claim(), await claim()];
    server.cutConnections();
    await expect.poll(() => a.signaling.send(b.address, 'x')).toBe(false);
    await online(b.signaling, b.address).toBe(true);
    await online(a.signaling, b.address).toBe(true);
    await expect.poll(() => b.texts).toContain(`${a.address}: again`);
  });

  it('is made again when the server comes back', async () => {
    const a = await claim();
    const { port } = server;
    await server.close();
    await expect.poll(() => a.signaling.send(a.address, 'x')).toBe(false);
    server = await startPeerServer(port);
    await online(a.signaling, a.address).toBe(true);
  });

  it('gives up an address that it has left while the connection was lost', async () => {
    const a = await claim();
    server.cutConnections();
    a.signaling.leave();
    const again = await claim(a.address);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(again.signaling.send(again.address, 'x')).toBe(true);
    expect(a.signaling.send(again.address, 'x')).toBe(false);
  });

  it('hears what PeerJS’s own messages and garbage bring without an error', async () => {
    const [a, b] = [await claim(), await claim()];
    const enemy = await stranger('an-enemy');
    for (const type of ['OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE', 'EXPIRE', 'OPEN', 'ID-TAKEN', 'ERROR', 'NONSENSE'])
      for (const payload of [undefined, null, 7, {}, [], { sdp: 7, connectionId: 'x' }, 'x'.repeat(100_000)])
        enemy.send(JSON.stringify({ type, dst: a.address, payload, src: b.address }));
    enemy.send('{');
    enemy.send(JSON.stringify({ type: 'CANDIDATE', dst: a.address, payload: 'a text', src: b.address }));
    await expect.poll(() => a.texts).toEqual(['an-enemy: a text']);
    // LEAVE and EXPIRE are the server's words; from another client they say at most that this client is absent.
    expect(a.absent.every((address) => address === 'an-enemy')).toBe(true);
    expect(a.signaling.send(b.address, 'x')).toBe(true);
  });

  it('is refused with the server’s reason', async () => {
    const keyed = createPeerServer({ host: '127.0.0.1', port: server.port, secure: false, key: 'another' });
    const events = { message: () => {}, absent: () => {} };
    await expect(keyed.claim('x', events, new AbortController().signal)).rejects.toMatchObject({
      code: 'signaling',
      message: 'The signaling server refused: Invalid key provided.',
    });
  });

  it('is refused where nobody listens', async () => {
    const nowhere = createPeerServer({ host: '127.0.0.1', port: 9, secure: false });
    const events = { message: () => {}, absent: () => {} };
    await expect(nowhere.claim('x', events, new AbortController().signal)).rejects.toMatchObject({
      code: 'signaling',
      message: expect.stringContaining('cannot be reached'),
    });
  });
});

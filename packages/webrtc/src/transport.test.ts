import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeChannel } from '../test/fake-channel.js';
import { DATA_CHANNEL_OPTIONS } from './channel-options.js';
import { MAX_BUFFERED, MAX_PAYLOAD } from './limits.js';
import { createWebRTCTransport } from './transport.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

function connected(peer = 'b', options: { allowReliable?: boolean } = {}) {
  const transport = createWebRTCTransport({ selfId: 'a', ...options });
  const fake = new FakeChannel();
  transport.add(peer, fake.channel);
  fake.open();
  const received: { payload: number[]; peer: string }[] = [];
  const changes: string[] = [];
  transport.onMessage((payload, from) => received.push({ payload: [...payload], peer: from }));
  transport.onPeer((from, change) => changes.push(`${change} ${from}`));
  return { transport, fake, received, changes };
}

describe('options of the channel', () => {
  it('are what a datagram needs, and frozen', () => {
    expect(DATA_CHANNEL_OPTIONS).toEqual({ ordered: false, maxRetransmits: 0 });
    expect(Object.isFrozen(DATA_CHANNEL_OPTIONS)).toBe(true);
  });

  it.each([
    { ordered: true, maxRetransmits: 0 },
    // What PeerJS makes of `reliable: false`.
    { ordered: false, maxRetransmits: null },
    { ordered: false, maxRetransmits: 1 },
    { ordered: true, maxRetransmits: null },
  ])('refuses %o as it really is, and leaves the channel alone', (real) => {
    const transport = createWebRTCTransport({ selfId: 'a' });
    const fake = Object.assign(new FakeChannel(), real);
    expect(() => transport.add('b', fake.channel)).toThrow(
      new RegExp(`it has ordered ${real.ordered} and maxRetransmits ${real.maxRetransmits}`),
    );
    expect(() => transport.add('b', fake.channel)).toThrow(TypeError);
    expect(fake).toMatchObject({ binaryType: 'blob', closeCalls: 0 });
    expect(transport.peers()).toEqual([]);
  });

  it('takes a reliable channel when told to', () => {
    const { transport, fake } = connected('b', { allowReliable: true });
    const reliable = Object.assign(new FakeChannel(), { ordered: true, maxRetransmits: null });
    transport.add('c', reliable.channel);
    reliable.open();
    transport.send(bytes(1));
    expect([fake.sent.length, reliable.sent.length]).toEqual([1, 1]);
  });
});

describe('a channel and a payload of another frame', () => {
  it('are a channel and a payload', () => {
    const { transport, fake, received } = connected();
    fake.receive(runInNewContext('new Uint8Array([7, 8]).buffer'));
    expect(received).toEqual([{ payload: [7, 8], peer: 'b' }]);
    transport.send(runInNewContext('new Uint8Array([1, 2])'));
    expect(fake.sent.map((payload) => [...payload])).toEqual([[1, 2]]);
  });
});

describe('callers’ mistakes', () => {
  it.each([undefined, null, '', 7])('refuses the selfId %o', (selfId) => {
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => createWebRTCTransport({ selfId })).toThrow(/selfId must be a non-empty string, got/);
  });

  it('refuses a peer without a name, and itself as a peer', () => {
    const transport = createWebRTCTransport({ selfId: 'a' });
    expect(() => transport.add('', new FakeChannel().channel)).toThrow(TypeError);
    expect(() => transport.add('a', new FakeChannel().channel)).toThrow(RangeError);
  });

  it('refuses a payload of another type, and one above maxPayload with both sizes', () => {
    const { transport, fake } = connected();
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => transport.send('text')).toThrow(/payload must be a Uint8Array, got "text"/);
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => transport.send(new ArrayBuffer(4))).toThrow(TypeError);
    expect(() => transport.send(new Uint8Array(MAX_PAYLOAD + 1), 'b')).toThrow(
      new RangeError('payload must hold at most 16384 bytes, got 16385.'),
    );
    expect(fake.sent).toEqual([]);
    transport.send(new Uint8Array(transport.maxPayload));
    expect(fake.sent[0]?.length).toBe(16_384);
  });

  it('refuses a handler that is no function', () => {
    const { transport } = connected();
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => transport.onMessage(3)).toThrow(TypeError);
  });

  it('is a frozen handle', () => {
    expect(Object.isFrozen(createWebRTCTransport({ selfId: 'a' }))).toBe(true);
  });
});

describe('sending', () => {
  it('goes to one peer, or to all', () => {
    const { transport, fake } = connected('b');
    const other = new FakeChannel();
    transport.add('c', other.channel);
    other.open();
    transport.send(bytes(1), 'c');
    transport.send(bytes(2));
    expect(fake.sent).toEqual([bytes(2)]);
    expect(other.sent).toEqual([bytes(1), bytes(2)]);
  });

  it('sends only the bytes of a view, and an empty payload as one', () => {
    const { transport, fake } = connected();
    transport.send(new Uint8Array([9, 1, 2, 9]).subarray(1, 3));
    transport.send(bytes());
    expect(fake.sent).toEqual([bytes(1, 2), bytes()]);
  });

  it('drops what is for nobody: unknown, opening, closing, closed, itself', () => {
    const { transport, fake } = connected();
    const opening = new FakeChannel();
    transport.add('c', opening.channel);
    fake.readyState = 'closing';
    for (const peer of ['nobody', 'b', 'c', 'a', '__proto__'])
      expect(() => transport.send(bytes(1), peer)).not.toThrow();
    expect(() => transport.send(bytes(1))).not.toThrow();
    expect([fake.sent.length, opening.sent.length]).toEqual([0, 0]);
  });

  it('drops in place of queueing once the channel is behind, and goes on when it has caught up', () => {
    const { transport, fake } = connected();
    fake.bufferedAmount = MAX_BUFFERED;
    transport.send(bytes(1));
    fake.bufferedAmount = MAX_BUFFERED + 1;
    transport.send(bytes(2));
    fake.bufferedAmount = 0;
    transport.send(bytes(3));
    expect(fake.sent).toEqual([bytes(1), bytes(3)]);
  });

  it('keeps nothing from the next peer when one channel’s send throws, and uses that channel again', () => {
    const { transport, fake } = connected();
    const other = new FakeChannel();
    transport.add('c', other.channel);
    other.open();
    fake.sendError = new DOMException('queue full', 'OperationError');
    expect(() => transport.send(bytes(1))).not.toThrow();
    fake.sendError = undefined;
    transport.send(bytes(2));
    expect(fake.sent).toEqual([bytes(2)]);
    expect(other.sent).toEqual([bytes(1), bytes(2)]);
  });
});

describe('receiving', () => {
  const uncaught: unknown[] = [];
  const collect = (error: unknown) => void uncaught.push(error);
  let runnersOwn: NodeJS.UncaughtExceptionListener[] = [];
  beforeEach(() => {
    uncaught.length = 0;
    // The runner fails a test at an uncaught error; here one is expected.
    runnersOwn = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', collect);
  });
  afterEach(() => {
    process.off('uncaughtException', collect);
    for (const listener of runnersOwn) process.on('uncaughtException', listener);
  });

  it('hands over exactly the bytes and who sent them, an empty message too', () => {
    const { fake, received } = connected();
    expect(fake.binaryType).toBe('arraybuffer');
    fake.receive(bytes(1, 2).buffer);
    fake.receive(new ArrayBuffer(0));
    expect(received).toEqual([
      { payload: [1, 2], peer: 'b' },
      { payload: [], peer: 'b' },
    ]);
  });

  it('ignores text and Blobs, which only a foreign client sends', () => {
    const { fake, received } = connected();
    fake.receive('text');
    fake.receive(new Blob(['x']));
    expect(received).toEqual([]);
  });

  it('ends with the unsubscribe, from inside a handler and twice over', () => {
    const { transport, fake } = connected();
    let calls = 0;
    const off = transport.onMessage(() => {
      calls++;
      off();
      off();
    });
    fake.receive(bytes(1).buffer);
    fake.receive(bytes(1).buffer);
    expect(calls).toBe(1);
  });

  it('calls a handler as often as it was subscribed', () => {
    const { transport, fake } = connected();
    let calls = 0;
    const handler = () => void calls++;
    const off = transport.onMessage(handler);
    transport.onMessage(handler);
    fake.receive(bytes(1).buffer);
    off();
    fake.receive(bytes(1).buffer);
    expect(calls).toBe(3);
  });

  it('reports a handler that throws, and calls the others all the same', async () => {
    const { transport, fake } = connected();
    const fault = new Error('from the handler');
    const order: string[] = [];
    transport.onMessage(() => {
      order.push('first');
      throw fault;
    });
    transport.onMessage(() => void order.push('second'));
    fake.receive(bytes(1).buffer);
    expect(order).toEqual(['first', 'second']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(uncaught).toEqual([fault]);
  });
});

describe('peers', () => {
  it('join when their channel opens and leave when it closes', () => {
    const transport = createWebRTCTransport({ selfId: 'a' });
    const changes: string[] = [];
    transport.onPeer((peer, change) => changes.push(`${change} ${peer}`));
    const opening = new FakeChannel();
    const open = new FakeChannel().open();
    transport.add('b', opening.channel);
    expect(transport.peers()).toEqual([]);
    transport.add('c', open.channel);
    opening.open();
    expect(transport.peers()).toEqual(['b', 'c']);
    opening.closed();
    expect(transport.peers()).toEqual(['c']);
    expect(changes).toEqual(['join c', 'join b', 'leave b']);
  });

  it('are not announced when their channel never opened', () => {
    const { transport, changes } = connected();
    const fake = new FakeChannel();
    transport.add('c', fake.channel);
    fake.closed();
    expect(changes).toEqual([]);
    expect(transport.peers()).toEqual(['b']);
  });

  it('that dial again keep their place: the first channel is closed and no longer read', () => {
    const { transport, fake, received, changes } = connected();
    const second = new FakeChannel();
    transport.add('b', second.channel);
    expect(fake.closeCalls).toBe(1);
    fake.readyState = 'open';
    fake.receive(bytes(1).buffer);
    transport.send(bytes(2));
    second.open();
    second.receive(bytes(3).buffer);
    transport.send(bytes(4));
    fake.closed();
    expect(received).toEqual([{ payload: [3], peer: 'b' }]);
    expect(fake.sent).toEqual([]);
    expect(second.sent).toEqual([bytes(4)]);
    expect(transport.peers()).toEqual(['b']);
    expect(changes).toEqual([]);
  });

  it('that dial again in vain leave once', () => {
    const { transport, changes } = connected();
    const second = new FakeChannel();
    transport.add('b', second.channel);
    second.closed();
    expect(changes).toEqual(['leave b']);
    expect(transport.peers()).toEqual([]);
  });

  it('are not doubled by the same channel added twice', () => {
    const { transport, fake, received, changes } = connected();
    transport.add('b', fake.channel);
    fake.receive(bytes(1).buffer);
    expect(fake.closeCalls).toBe(0);
    expect(received.length).toBe(1);
    expect(changes).toEqual([]);
  });

  it.each(['closing', 'closed'] as const)('are not made of a %s channel', (readyState) => {
    const { transport, fake } = connected();
    const late = Object.assign(new FakeChannel(), { readyState });
    transport.add('b', late.channel);
    transport.send(bytes(1));
    expect(fake.sent.length).toBe(1);
  });
});

describe('a peer whose channel has closed, with relinkMs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function relinking() {
    const transport = createWebRTCTransport({ selfId: 'a', relinkMs: 5_000 });
    const changes: string[] = [];
    transport.onPeer((peer, change) => changes.push(`${change} ${peer}`));
    const fake = new FakeChannel().open();
    transport.add('b', fake.channel);
    expect(changes.splice(0)).toEqual(['join b']);
    return { transport, changes, fake };
  }

  it('stays joined while a new channel takes the place of the old one, and nobody is told', () => {
    const { transport, changes, fake } = relinking();
    fake.closed();
    expect(transport.peers()).toEqual(['b']);
    expect(() => transport.send(bytes(1))).not.toThrow();
    vi.advanceTimersByTime(4_900);
    const second = new FakeChannel();
    transport.add('b', second.channel);
    vi.advanceTimersByTime(60_000);
    second.open();
    transport.send(bytes(2));
    expect([changes, second.sent.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });

  it.each(['closed', 'lost'])('leaves once when no channel comes in time (%s)', (how) => {
    const { transport, changes, fake } = relinking();
    if (how === 'closed') fake.closed();
    else transport.lose('b');
    transport.lose('b');
    vi.advanceTimersByTime(4_999);
    expect(changes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect([changes, transport.peers(), fake.closeCalls > 0]).toEqual([['leave b'], [], true]);
    vi.advanceTimersByTime(60_000);
    expect(changes).toEqual(['leave b']);
  });

  it('leaves at once when it is removed, and never when the transport closes', () => {
    const removed = relinking();
    removed.fake.closed();
    removed.transport.remove('b');
    expect(removed.changes).toEqual(['leave b']);
    const over = relinking();
    over.fake.closed();
    over.transport.close();
    vi.advanceTimersByTime(60_000);
    expect([over.changes, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('that had never joined is forgotten at once', () => {
    const { transport, changes } = relinking();
    const opening = new FakeChannel();
    transport.add('c', opening.channel);
    opening.closed();
    expect([changes, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it.each([
    ['5', TypeError],
    [null, TypeError],
    [-1, RangeError],
    [NaN, RangeError],
    [600_001, RangeError],
  ])('refuses a relinkMs of %o', (relinkMs, kind) => {
    // Callers in JavaScript pass what they like.
    expect(() => createWebRTCTransport({ selfId: 'a', relinkMs: relinkMs as number })).toThrow(kind);
  });
});

describe('close()', () => {
  it('closes every channel, ends all handlers, and may be called twice', () => {
    const { transport, fake, received, changes } = connected();
    transport.close();
    transport.close();
    expect(fake.closeCalls).toBe(1);
    fake.readyState = 'open';
    fake.receive(bytes(1).buffer);
    fake.closed();
    expect(() => transport.send(bytes(1))).not.toThrow();
    expect(received).toEqual([]);
    expect(changes).toEqual([]);
    expect(fake.sent).toEqual([]);
    expect(transport.peers()).toEqual([]);
  });

  it('closes a channel that comes afterwards', () => {
    const { transport } = connected();
    transport.close();
    const late = new FakeChannel();
    transport.add('c', late.channel);
    late.open();
    expect(late.closeCalls).toBe(1);
    expect(transport.peers()).toEqual([]);
  });
});

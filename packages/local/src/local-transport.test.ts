import { describeTransport } from '@lite-rollback/core/testing';
import * as fc from 'fast-check';
import { runInNewContext } from 'node:vm';
import * as vitest from 'vitest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocalTransport, type LocalTransport } from './local-transport.js';

let rooms = 0;
const newRoom = (): string => `room ${process.pid} ${rooms++}`;

describeTransport(vitest, 'local, in Node', async () => {
  const room = newRoom();
  return [createLocalTransport({ room }), createLocalTransport({ room })];
});

describe('createLocalTransport', () => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  function enter(room: string, selfId?: string): LocalTransport {
    const transport = createLocalTransport(selfId === undefined ? { room } : { room, selfId });
    opened.push(transport);
    return transport;
  }
  /** The channel as other code sees it. */
  function tap(room: string): { channel: BroadcastChannel; seen: unknown[] } {
    const channel = new BroadcastChannel(`lite-rollback/${room}`);
    const seen: unknown[] = [];
    channel.onmessage = (event: { data: unknown }) => void seen.push(event.data);
    opened.push(channel);
    return { channel, seen };
  }
  function told(transport: LocalTransport): string[] {
    const lines: string[] = [];
    transport.onPeer((peer, change) => void lines.push(`${peer} ${change}`));
    return lines;
  }
  function received(transport: LocalTransport): string[] {
    const lines: string[] = [];
    transport.onMessage((payload, peer) => void lines.push(`${payload.join('.')} from ${peer}`));
    return lines;
  }
  /**
   * Whatever was posted before has been handled: a round trip through a channel of its own, and a turn of the timers.
   */
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('finds the others in the room, whoever came first, and each is told once', async () => {
    const room = newRoom();
    const a = enter(room, 'a');
    const toA = told(a);
    await settled();
    expect(a.peers()).toEqual([]);
    const b = enter(room, 'b');
    const toB = told(b);
    await settled();
    const c = enter(room, 'c');
    const toC = told(c);
    await settled();
    expect([a.peers(), b.peers(), [...c.peers()].sort()]).toEqual([
      ['b', 'c'],
      ['a', 'c'],
      ['a', 'b'],
    ]);
    expect([toA, toB, toC.sort()]).toEqual([
      ['b join', 'c join'],
      ['a join', 'c join'],
      ['a join', 'b join'],
    ]);
  });

  it('names itself at random, 64 bits of it', () => {
    const room = newRoom();
    const ids = Array.from({ length: 50 }, () => enter(room).selfId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^\d{1,10}-\d{1,10}$/);
  });

  it('tells a joiner before its first message, even if its hello was missed', async () => {
    const room = newRoom();
    const a = enter(room, 'a');
    const lines = told(a);
    a.onMessage((_, peer) => void lines.push(`message from ${peer}`));
    tap(room).channel.postMessage(['lr1', 'late', undefined, new Uint8Array([1])]);
    await settled();
    expect(lines).toEqual(['late join', 'message from late']);
  });

  it('sends to the one named and to nobody else', async () => {
    const room = newRoom();
    const [a, b, c] = [enter(room, 'a'), enter(room, 'b'), enter(room, 'c')];
    const [atB, atC] = [received(b), received(c)];
    a.send(new Uint8Array([1]), 'b');
    a.send(new Uint8Array([2]));
    await settled();
    expect([atB, atC]).toEqual([['1 from a', '2 from a'], ['2 from a']]);
  });

  it('keeps rooms apart', async () => {
    const a = enter(newRoom(), 'a');
    const b = enter(newRoom(), 'b');
    const atB = received(b);
    a.send(new Uint8Array([1]));
    await settled();
    expect([atB, b.peers()]).toEqual([[], []]);
  });

  it('puts exactly the payload on the channel, not the buffer around it', async () => {
    const room = newRoom();
    const { seen } = tap(room);
    const a = enter(room, 'a');
    a.send(new Uint8Array(1 << 20).subarray(100, 108));
    a.send(Buffer.from([1, 2, 3]) as Uint8Array<ArrayBuffer>); // a view of Node's pool
    await settled();
    const payloads = seen.map((message) => (message as unknown[])[3]).filter((body) => ArrayBuffer.isView(body));
    expect(payloads.map((body) => body.buffer.byteLength)).toEqual([8, 3]);
  });

  it('takes a payload as an ArrayBuffer view of any kind, and at an offset', async () => {
    const room = newRoom();
    const atA = received(enter(room, 'a'));
    const { channel } = tap(room);
    channel.postMessage(['lr1', 'x', 'a', new Uint8Array([9, 1, 2]).subarray(1)]);
    channel.postMessage(['lr1', 'x', 'a', new DataView(new Uint8Array([3, 4]).buffer)]);
    await settled();
    expect(atA).toEqual(['1.2 from x', '3.4 from x']);
  });

  it("ignores other code's messages on its channel", async () => {
    const room = newRoom();
    const a = enter(room, 'a');
    const [lines, atA] = [told(a), received(a)];
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { channel, seen } = tap(room);
    const garbage: unknown[] = [
      null,
      undefined,
      0,
      '',
      'lr1',
      'hello',
      true,
      [],
      {},
      [undefined],
      ['lr1'],
      ['lr1', 'x'],
      ['lr1', 'x', undefined],
      ['lr1', 7, undefined, 'hello'],
      ['lr1', null, 'a', new Uint8Array(1)],
      ['lr0', 'x', undefined, 'hello'],
      ['lr1', 'x', 'b', 'hello'],
      ['lr1', 'x', null, 'hello'],
      ['lr1', 'x', undefined, 'HELLO'],
      ['lr1', 'x', undefined, [1, 2]],
      ['lr1', 'x', undefined, 1e9],
      ['lr1', 'x', undefined, { length: 1e9 }],
      ['lr1', 'x', undefined, 'leave'],
      new Uint8Array(4),
      new ArrayBuffer(4),
      new Map(),
      new Date(0),
      /x/,
      { 0: 'lr1', 1: 'x', 3: 'hello' },
    ];
    for (const message of garbage) channel.postMessage(message);
    fc.assert(
      fc.property(fc.anything({ maxDepth: 2 }), (message) => {
        try {
          channel.postMessage(message);
        } catch {
          // What cannot be cloned cannot arrive either.
        }
      }),
      { numRuns: 300 },
    );
    await settled();
    expect([lines, atA, a.peers(), report.mock.calls.length, seen.length]).toEqual([[], [], [], 0, 0]);
    // It went through all of that: the next real one is heard and answered.
    channel.postMessage(['lr1', 'x', undefined, 'hello']);
    await settled();
    expect([lines, seen]).toEqual([['x join'], [['lr1', 'a', 'x', 'hello']]]);
  });

  it('close says leave, empties its list, and hears nothing that was on its way', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    await settled();
    const [toA, toB, atB] = [told(a), told(b), received(b)];
    const { seen } = tap(room);
    a.send(new Uint8Array([1]));
    b.close();
    await settled();
    expect(seen).toEqual([
      ['lr1', 'a', undefined, new Uint8Array([1])],
      ['lr1', 'b', undefined, 'leave'],
    ]);
    expect([toA, toB, atB, a.peers(), b.peers()]).toEqual([['b leave'], [], [], [], []]);
    b.close();
    b.send(new Uint8Array([1]));
    await settled();
    expect(seen).toHaveLength(2);
  });

  it('when a handler closes, the handlers after it hear nothing more', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    b.onMessage(() => b.close());
    const atB = received(b);
    a.send(new Uint8Array([1]));
    await settled();
    expect(atB).toEqual([]);
  });

  it('a peer that left may come back under its name', async () => {
    const room = newRoom();
    const a = enter(room, 'a');
    const toA = told(a);
    enter(room, 'b').close();
    await settled();
    enter(room, 'b');
    await settled();
    expect(toA).toEqual(['b join', 'b leave', 'b join']);
  });

  it('the same handler subscribed twice is called twice, and each subscription ends on its own', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    let calls = 0;
    const handler = (): void => void calls++;
    const off = b.onMessage(handler);
    b.onMessage(handler);
    a.send(new Uint8Array(1));
    await settled();
    expect(calls).toBe(2);
    off();
    off();
    a.send(new Uint8Array(1));
    await settled();
    expect(calls).toBe(3);
  });

  it('a handler subscribed by a handler hears the next message, not the one that is being told', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    const calls: number[] = [];
    b.onMessage(function again(payload): void {
      calls.push(payload[0]!);
      if (calls.length < 50) b.onMessage(again);
    });
    a.send(new Uint8Array([1]));
    await settled();
    expect(calls).toEqual([1]);
  });

  it('sends a payload that was made in another frame', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    const atB = received(b);
    a.send(runInNewContext('new Uint8Array([1, 2])'));
    await settled();
    expect(atB).toEqual(['1.2 from a']);
  });

  it('drops what it sends on a channel that the browser has closed, and its peers leave once', async () => {
    const channels: BroadcastChannel[] = [];
    vi.stubGlobal(
      'BroadcastChannel',
      class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          channels.push(this);
        }
      },
    );
    const room = newRoom();
    const [a] = [enter(room, 'a'), enter(room, 'b')];
    await settled();
    const toA = told(a);
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    channels[0]?.close();
    for (let packet = 0; packet < 50; packet++) a.send(new Uint8Array(1));
    expect([toA, a.peers()]).toEqual([['b leave'], []]);
    a.close();
    expect(report).not.toHaveBeenCalled();
  });

  it('reports what a handler throws to console.error, or to reportError where there is one', async () => {
    const room = newRoom();
    const [a, b] = [enter(room, 'a'), enter(room, 'b')];
    const fault = new Error('mine');
    b.onMessage(() => {
      throw fault;
    });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    a.send(new Uint8Array(1));
    await settled();
    expect(logged.mock.calls).toEqual([[fault]]);
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    a.send(new Uint8Array(1));
    await settled();
    expect(reported.mock.calls).toEqual([[fault]]);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ room: '' }, /room/],
    [{}, /room.*undefined/],
    [{ room: 7 }, /room.*7/],
    [{ room: 'r', selfId: '' }, /selfId/],
    [{ room: 'r', selfId: 7 }, /selfId.*7/],
    [undefined, /room|undefined/],
  ])('refuses %o', (options, message) => {
    // Callers in JavaScript pass what they like.
    const call = (): unknown => createLocalTransport(options as { room: string });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });

  it('refuses a payload that is no Uint8Array', () => {
    const a = enter(newRoom());
    for (const payload of [undefined, 'x', [1], new ArrayBuffer(4), new Uint16Array(2)]) {
      // Callers in JavaScript pass what they like.
      expect(() => a.send(payload as unknown as Uint8Array<ArrayBuffer>)).toThrow(TypeError);
    }
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataConnection } from 'peerjs';
import { FakeConnection } from '../../test/fake-connection.js';
import { createWebRTCTransport } from '../transport.js';
import { createMesh } from './mesh.js';

/** A mesh of the machine `selfId` in the room of `host`, at a server that the test plays. */
function mesh(selfId: string) {
  const log: string[] = [];
  const dialled: FakeConnection[] = [];
  let online = true;
  let onDialled: (connection: DataConnection) => void = () => {};
  let onAbsent: (peer: string) => void = () => {};
  const transport = createWebRTCTransport({ selfId });
  const changes: string[] = [];
  transport.onPeer((peer, change) => changes.push(`${change} ${peer}`));
  const made = createMesh(
    {
      id: selfId,
      dial(peer) {
        if (!online) return undefined;
        const fake = new FakeConnection(peer);
        dialled.push(fake);
        return fake.connection;
      },
      onDialled: (handler) => void (onDialled = handler),
      onAbsent: (handler) => void (onAbsent = handler),
      leave: () => {},
      destroy: () => {},
    },
    'host',
    transport,
    10_000,
    {
      opened: (peer) => void log.push(`opened ${peer}`),
      message: (peer, message) => void log.push(`${peer} said ${message.t}`),
      dialFailed: (peer, why) => void log.push(`dial ${peer} failed: ${why}`),
      lost: (peer, why) => void log.push(`lost ${peer}: ${why}`),
      reachability: (peer) => void log.push(`${peer} ${made.reachable(peer) ? 'reachable' : 'unreachable'}`),
    },
  );
  return {
    made,
    transport,
    changes,
    dialled,
    take: (): string[] => log.splice(0),
    offline: () => void (online = false),
    absent: (peer: string) => onAbsent(peer),
    arrives(peer: string, label?: string, serialization?: string): FakeConnection {
      const fake = new FakeConnection(peer, label, serialization);
      onDialled(fake.connection);
      return fake;
    },
    dials(peer: string): FakeConnection {
      made.dial(peer);
      const fake = dialled.at(-1);
      if (fake?.peer !== peer) throw new Error('it did not dial');
      return fake;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a dial', () => {
  it('makes the second channel in the same tick, negotiated and under the same id on both sides', () => {
    const { dials, arrives } = mesh('m');
    const negotiated = { ordered: false, maxRetransmits: 0, negotiated: true, id: 1001 };
    expect(dials('z').channelOptions).toEqual([negotiated]);
    expect(arrives('b').channelOptions).toEqual([negotiated]);
  });

  it('keeps what the other side says before the second channel is open here', () => {
    const { dials, take } = mesh('m');
    const z = dials('z');
    z.ice('connected');
    z.open = true;
    z.emit('open');
    z.emit('data', JSON.stringify({ t: 'welcome', members: [] }));
    for (let i = 0; i < 20; i++) z.emit('data', JSON.stringify({ t: 'ping' }));
    expect(take()).toEqual([]);
    z.channel.open();
    expect(take()).toEqual(['opened z', 'z said welcome', ...Array<string>(7).fill('z said ping')]);
    z.emit('data', JSON.stringify({ t: 'pong' }));
    expect(take()).toEqual(['z said pong']);
  });

  it('is open when both channels are, in either order', () => {
    const { dials, take, made } = mesh('m');
    const z = dials('z');
    z.ice('connected');
    z.open = true;
    z.emit('open');
    expect(take()).toEqual([]);
    z.channel.open();
    expect(take()).toEqual(['opened z']);
    const y = dials('y');
    y.channel.open();
    expect(take()).toEqual([]);
    y.open = true;
    y.emit('open');
    expect(take()).toEqual(['opened y']);
    expect([made.has('z'), made.has('y')]).toEqual([true, true]);
  });

  it('is not made twice at once, nor while the server is away', () => {
    const { made, dialled, take, offline } = mesh('m');
    made.dial('z');
    made.dial('z');
    expect(dialled.length).toBe(1);
    offline();
    made.dial('y');
    expect(take()).toEqual(['dial y failed: signaling']);
  });

  it('is refused beyond 32 at once and one a second', () => {
    const { made, dialled, take } = mesh('m');
    for (let i = 0; i < 40; i++) made.dial(`z${i}`);
    expect(dialled.length).toBe(32);
    expect(take().at(-1)).toBe('dial z39 failed: busy');
    vi.advanceTimersByTime(2_000);
    for (let i = 40; i < 50; i++) made.dial(`z${i}`);
    expect(dialled.length).toBe(34);
  });

  it('ends when the server does not know the machine', () => {
    const { dials, absent, take } = mesh('m');
    const z = dials('z');
    absent('somebody else');
    absent('z');
    expect(take()).toEqual(['dial z failed: absent']);
    expect([z.closed, z.peerConnection.closed]).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends by its own time-out, since PeerJS says nothing, and tells whether there was an answer', () => {
    const { dials, take, made } = mesh('m');
    const z = dials('z');
    dials('y').answer();
    expect([made.answered('z'), made.answered('y')]).toEqual([false, true]);
    vi.advanceTimersByTime(10_000);
    expect(take()).toEqual(['dial z failed: unanswered', 'dial y failed: ice']);
    expect([z.closed, z.peerConnection.closed]).toEqual([true, true]);
  });

  it.each(['error', 'close'])('ends at once when PeerJS reports %s', (event) => {
    const { dials, take } = mesh('m');
    const z = dials('z');
    z.answer();
    z.emit(event);
    z.emit(event);
    expect(take()).toEqual(['dial z failed: ice']);
  });
});

describe('a dial from elsewhere', () => {
  it('is taken from those whose part it is to dial: newcomers by the host, lower ids by a guest', () => {
    const host = mesh('host');
    host.arrives('a').opens();
    host.arrives('z').opens();
    expect(host.take()).toEqual(['opened a', 'opened z']);
    const guest = mesh('m');
    guest.arrives('a').opens();
    expect(guest.take()).toEqual(['opened a']);
  });

  it('is closed where both sides dial and the lower id is here, and when it comes from the host or from itself', () => {
    const { arrives, take } = mesh('m');
    for (const peer of ['z', 'host', 'm']) {
      const fake = arrives(peer);
      expect([fake.closed, fake.channelOptions.length], peer).toEqual([true, 0]);
    }
    expect(take()).toEqual([]);
  });

  it('is closed when it speaks another version or format', () => {
    const { arrives } = mesh('m');
    expect(arrives('a', 'lite-rollback/2').closed).toBe(true);
    expect(arrives('a', 'lite-rollback/1', 'binary').closed).toBe(true);
    expect(arrives('a').closed).toBe(false);
  });

  it('makes the oldest that is not open yet give way when there are eight, so that garbage keeps nobody out', () => {
    const { arrives, take } = mesh('host');
    const garbage = Array.from({ length: 8 }, (_, index) => arrives(`a${index}`));
    const honest = arrives('b');
    expect(honest.closed).toBe(false);
    expect(garbage.map((fake) => fake.closed)).toEqual([true, ...Array<boolean>(7).fill(false)]);
    honest.opens();
    expect(take()).toEqual(['opened b']);
  });

  it('has one connection under way to each address: a new one ends the one before', () => {
    const { arrives, take } = mesh('host');
    const honest = arrives('b');
    const first = arrives('a');
    const second = arrives('a');
    expect([first.closed, second.closed, honest.closed]).toEqual([true, false, false]);
    second.opens();
    honest.opens();
    expect(take()).toEqual(['opened a', 'opened b']);
  });

  it('is refused beyond eight of one address within ten seconds, and heard again later', () => {
    const { arrives } = mesh('host');
    for (let i = 0; i < 8; i++) expect(arrives('a').closed).toBe(false);
    const ninth = arrives('a');
    expect([ninth.closed, ninth.channelOptions.length]).toEqual([true, 0]);
    expect(arrives('b').closed).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(arrives('a').closed).toBe(false);
  });

  it('that never opens is closed by the time-out', () => {
    const { arrives, take } = mesh('host');
    const fake = arrives('a');
    vi.advanceTimersByTime(10_000);
    expect(fake.peerConnection.closed).toBe(true);
    expect(take()).toEqual([]);
  });
});

describe('a link', () => {
  it('joins the transport when it is admitted and leaves with the link', () => {
    const { arrives, made, changes, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    expect(changes).toEqual([]);
    made.admit('a');
    expect(changes).toEqual(['join a']);
    a.emit('close');
    expect(changes).toEqual(['join a', 'leave a']);
    expect(take()).toEqual(['opened a', 'lost a: closed']);
  });

  it.each([
    ['PeerJS’s own channel', (fake: FakeConnection) => fake.emit('close')],
    ['our channel', (fake: FakeConnection) => fake.channel.closed()],
    [
      'the peer connection',
      (fake: FakeConnection) => {
        fake.peerConnection.connectionState = 'failed';
        fake.peerConnection.dispatchEvent(new Event('connectionstatechange'));
      },
    ],
  ])('is lost once, with %s, and closes all three', (_, end) => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    end(a);
    end(a);
    expect(take()).toEqual(['lost a: closed']);
    expect([a.closed, a.peerConnection.closed]).toEqual([true, true]);
  });

  it('is lost at a bye', () => {
    const { arrives, take, made, changes } = mesh('host');
    const a = arrives('a');
    a.opens();
    made.admit('a');
    a.emit('data', '{"t":"bye"}');
    expect(take()).toEqual(['opened a', 'lost a: bye']);
    expect(changes).toEqual(['join a', 'leave a']);
  });

  it('hands on what is said and ignores what is not said properly', () => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    for (const data of ['{"t":"pong"}', 'nonsense', new ArrayBuffer(3), undefined, '{"t":"welcome","members":7}'])
      a.emit('data', data);
    expect(take()).toEqual(['a said pong']);
  });

  it('reads no more than 64 messages at once and eight a second', () => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    for (let i = 0; i < 1_000; i++) a.emit('data', '{"t":"check"}');
    expect(take().length).toBe(64);
    vi.advanceTimersByTime(1_000);
    for (let i = 0; i < 1_000; i++) a.emit('data', 'nonsense');
    a.emit('data', '{"t":"check"}');
    expect(take()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    a.emit('data', '{"t":"check"}');
    expect(take()).toEqual(['a said check']);
  });

  it('tells when ICE loses and finds the other side', () => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    for (const state of ['completed', 'disconnected', 'disconnected', 'connected']) a.ice(state);
    expect(take()).toEqual(['a unreachable', 'a reachable']);
  });

  it('gives way to a second dial from the same machine when that is open, and not before', () => {
    const { arrives, made, take, changes, transport } = mesh('host');
    const first = arrives('a');
    first.opens();
    made.admit('a');
    const second = arrives('a');
    expect(first.closed).toBe(false);
    second.opens();
    expect(first.closed).toBe(true);
    first.emit('close');
    expect(take()).toEqual(['opened a', 'opened a']);
    expect(changes).toEqual(['join a']);
    transport.send(Uint8Array.of(7));
    expect([first.channel.sent.length, second.channel.sent.length]).toEqual([0, 1]);
    second.emit('close');
    expect(changes).toEqual(['join a', 'leave a']);
  });

  it('outlives a second dial that comes to nothing', () => {
    const { dials, take, made } = mesh('m');
    dials('z').opens();
    dials('z');
    vi.advanceTimersByTime(10_000);
    expect(take()).toEqual(['opened z', 'dial z failed: unanswered']);
    expect(made.has('z')).toBe(true);
  });

  it('is dropped without a word to oneself, with a last one to the other side that has time to leave', () => {
    const { arrives, made, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    made.drop('a', { t: 'full' });
    expect(a.sent).toEqual(['{"t":"full"}']);
    expect([a.closed, made.has('a')]).toEqual([false, false]);
    vi.advanceTimersByTime(250);
    expect([a.closed, a.peerConnection.closed]).toEqual([true, true]);
    expect(take()).toEqual([]);
  });
});

describe('close()', () => {
  it('says bye, closes every connection, pending ones too, and calls back when that is done', () => {
    const { arrives, dials, made, take } = mesh('m');
    const [a, b, pending, dialling] = [arrives('a'), arrives('b'), arrives('c'), dials('z')];
    a.opens();
    b.opens();
    take();
    let done = 0;
    made.close(() => done++);
    expect([pending.closed, dialling.closed, done]).toEqual([true, true, 0]);
    expect([a.sent, b.sent]).toEqual([['{"t":"bye"}'], ['{"t":"bye"}']]);
    vi.advanceTimersByTime(250);
    expect([a.closed, b.closed, a.peerConnection.closed, b.peerConnection.closed, done]).toEqual([
      true,
      true,
      true,
      true,
      1,
    ]);
    expect(arrives('d').closed).toBe(true);
    made.dial('y');
    expect(take()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is done at once where nobody is linked', () => {
    const { made } = mesh('m');
    let done = 0;
    made.close(() => done++);
    expect(done).toBe(1);
  });
});

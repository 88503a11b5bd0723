import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePeerConnection, SDP, stubPeerConnection } from '../../test/fake-peer-connection.js';
import { createWebRTCTransport } from '../transport.js';
import { createMesh } from './mesh.js';
import { encodeSignal, parseSignal, type Signal } from './signal.js';

/** A mesh of the machine `selfId` in the room of `host`, at a signaling service that the test plays. */
function mesh(selfId: string) {
  const log: string[] = [];
  const signals: string[] = [];
  const texts: string[] = [];
  let online = true;
  const transport = createWebRTCTransport({ selfId });
  const changes: string[] = [];
  transport.onPeer((peer, change) => changes.push(`${change} ${peer}`));
  const rtc = { iceServers: [] };
  const made = createMesh(
    {
      hostId: 'host',
      transport,
      rtc,
      openTimeoutMs: 10_000,
      send(to, text) {
        if (online) signals.push(`${to} ${parseSignal(text)?.t}`);
        if (online) texts.push(text);
        return online;
      },
    },
    {
      opened: (peer) => void log.push(`opened ${peer}`),
      message: (peer, message) => void log.push(`${peer} said ${message.t}`),
      dialFailed: (peer, why) => void log.push(`dial ${peer} failed: ${why}`),
      lost: (peer, why) => void log.push(`lost ${peer}: ${why}`),
      reachability: (peer) => void log.push(`${peer} ${made.reachable(peer) ? 'reachable' : 'unreachable'}`),
    },
  );
  let dials = 0;
  const names = new Map<FakePeerConnection, string>();
  /** The connection that `act` makes, if it makes one. */
  const madeBy = (act: () => void): FakePeerConnection | undefined => {
    const before = FakePeerConnection.made.length;
    act();
    return FakePeerConnection.made[before];
  };
  const signal = (peer: string, value: Signal): void => made.signal(peer, encodeSignal(value));
  /** An offer comes; undefined when it is not taken up. */
  function offered(peer: string, sdp = SDP): FakePeerConnection | undefined {
    const dial = `d${dials++}`;
    const fake = madeBy(() => signal(peer, { t: 'offer', dial, sdp }));
    if (fake) names.set(fake, dial);
    return fake;
  }
  function arrives(peer: string): FakePeerConnection {
    const fake = offered(peer);
    if (fake === undefined) throw new Error('the offer was not taken up');
    return fake;
  }
  return {
    made,
    transport,
    changes,
    signals,
    texts,
    take: (): string[] => log.splice(0),
    offline: () => void (online = false),
    signal,
    /** The name of the attempt that an arrived connection came from. */
    dialOf: (fake: FakePeerConnection): string => names.get(fake) ?? '',
    offered,
    arrives,
    dials(peer: string): FakePeerConnection {
      const fake = madeBy(() => made.dial(peer));
      if (fake === undefined) throw new Error('it did not dial');
      return fake;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  stubPeerConnection();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** Descriptions are made and taken in microtasks. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('a dial', () => {
  it('makes both channels on both sides, negotiated and under the same ids', () => {
    const { dials, arrives } = mesh('m');
    const channels = [
      { negotiated: true, id: 1000 },
      { ordered: false, maxRetransmits: 0, negotiated: true, id: 1001 },
    ];
    expect(dials('z').channelOptions).toEqual(channels);
    expect(arrives('b').channelOptions).toEqual(channels);
  });

  it('keeps what the other side says before the second channel is open here', () => {
    const { dials, take } = mesh('m');
    const z = dials('z');
    z.ice('connected');
    z.control.open();
    z.control.receive(JSON.stringify({ t: 'welcome', members: [] }));
    for (let i = 0; i < 20; i++) z.control.receive(JSON.stringify({ t: 'ping' }));
    expect(take()).toEqual([]);
    z.channel.open();
    expect(take()).toEqual(['opened z', 'z said welcome', ...Array<string>(7).fill('z said ping')]);
    z.control.receive(JSON.stringify({ t: 'pong' }));
    expect(take()).toEqual(['z said pong']);
  });

  it('is open when both channels are, in either order', () => {
    const { dials, take, made } = mesh('m');
    const z = dials('z');
    z.ice('connected');
    z.control.open();
    expect(take()).toEqual([]);
    z.channel.open();
    expect(take()).toEqual(['opened z']);
    const y = dials('y');
    y.channel.open();
    expect(take()).toEqual([]);
    y.control.open();
    expect(take()).toEqual(['opened y']);
    expect([made.has('z'), made.has('y')]).toEqual([true, true]);
  });

  it('is not made twice at once, nor while the service is out of reach', async () => {
    const { made, take, offline } = mesh('m');
    made.dial('z');
    made.dial('z');
    expect(FakePeerConnection.made.length).toBe(1);
    await settled();
    offline();
    made.dial('y');
    await settled();
    expect(take()).toEqual(['dial y failed: signaling']);
    expect(FakePeerConnection.made[1]?.closed).toBe(true);
  });

  it('offers, takes the answer and candidates of its attempt, and no others', async () => {
    const { made, signals, take } = mesh('m');
    made.dial('z');
    await settled();
    expect(signals).toEqual(['z offer']);
    const fake = FakePeerConnection.made[0];
    if (fake === undefined) throw new Error('it did not dial');
    expect([fake.localDescription?.type, fake.remoteDescription]).toEqual(['offer', null]);
    made.signal('z', JSON.stringify({ v: 2, t: 'answer', dial: 'another', sdp: SDP }));
    await settled();
    expect(fake.remoteDescription).toBe(null);
    expect(take()).toEqual([]);
  });

  it('ends when the other side gives the attempt up, and not when somebody else says so', async () => {
    const { made, texts, take } = mesh('m');
    made.dial('z');
    await settled();
    const { dial } = parseSignal(texts[0] ?? '') ?? { dial: '' };
    made.signal('y', encodeSignal({ t: 'end', dial }));
    expect(take()).toEqual([]);
    made.signal('z', encodeSignal({ t: 'end', dial }));
    expect(take()).toEqual(['dial z failed: refused']);
  });

  it('ends when the other side answers with what is no description', async () => {
    const { made, texts, take } = mesh('m');
    made.dial('z');
    await settled();
    const { dial } = parseSignal(texts[0] ?? '') ?? { dial: '' };
    made.signal('z', encodeSignal({ t: 'answer', dial, sdp: `${SDP}broken` }));
    await settled();
    expect(take()).toEqual(['dial z failed: unanswered']);
  });

  it('is busy when the browser makes no more connections', () => {
    const { made, take } = mesh('m');
    vi.stubGlobal('RTCPeerConnection', () => {
      throw new DOMException('too many', 'UnknownError');
    });
    made.dial('z');
    expect(take()).toEqual(['dial z failed: busy']);
  });

  it('is refused beyond 32 at once and one a second', () => {
    const { made, take } = mesh('m');
    for (let i = 0; i < 40; i++) made.dial(`z${i}`);
    expect(FakePeerConnection.made.length).toBe(32);
    expect(take().at(-1)).toBe('dial z39 failed: busy');
    vi.advanceTimersByTime(2_000);
    for (let i = 40; i < 50; i++) made.dial(`z${i}`);
    expect(FakePeerConnection.made.length).toBe(34);
  });

  it('ends when nobody holds the address', () => {
    const { dials, made, take } = mesh('m');
    const z = dials('z');
    made.absent('somebody else');
    made.absent('z');
    expect(take()).toEqual(['dial z failed: absent']);
    expect(z.closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends by its own time-out, since ICE says nothing, and tells whether there was an answer', async () => {
    const { dials, take, made, texts, signals } = mesh('m');
    const z = dials('z');
    dials('y');
    await settled();
    const { dial } = parseSignal(texts[1] ?? '') ?? { dial: '' };
    made.signal('y', encodeSignal({ t: 'answer', dial, sdp: SDP }));
    await settled();
    expect([made.answered('z'), made.answered('y')]).toEqual([false, true]);
    signals.length = 0;
    vi.advanceTimersByTime(10_000);
    expect(take()).toEqual(['dial z failed: unanswered', 'dial y failed: ice']);
    expect(z.closed).toBe(true);
    // So that the other side need not wait for its own.
    expect(signals).toEqual(['z end', 'y end']);
  });

  it('ends at once when the connection fails', () => {
    const { dials, take } = mesh('m');
    const z = dials('z');
    z.fails();
    z.fails();
    expect(take()).toEqual(['dial z failed: unanswered']);
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

  it('is not taken up where both sides dial and the lower id is here, nor from the host or from itself', () => {
    const { offered, take } = mesh('m');
    for (const peer of ['z', 'host', 'm']) expect(offered(peer), peer).toBe(undefined);
    expect(take()).toEqual([]);
  });

  it('is not taken up when it is none', () => {
    const { made } = mesh('m');
    for (const text of ['', 'nonsense', '{}', JSON.stringify({ v: 1, t: 'offer', dial: 'x', sdp: SDP })])
      made.signal('a', text);
    for (const t of ['answer', 'end'] as const) made.signal('a', encodeSignal({ t, dial: 'x', sdp: SDP }));
    made.signal('a', encodeSignal({ t: 'candidate', dial: 'x', candidate: {} }));
    expect(FakePeerConnection.made).toEqual([]);
  });

  it('is answered, and its candidates are taken, those that come first, too, up to 64', async () => {
    const { arrives, signal, signals, dialOf } = mesh('host');
    const a = arrives('a');
    const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };
    for (let i = 0; i < 3; i++) signal('a', { t: 'candidate', dial: dialOf(a), candidate });
    await settled();
    expect(signals).toEqual(['a answer']);
    expect(a.candidates).toEqual([candidate, candidate, candidate]);
    for (let i = 0; i < 1_000; i++) signal('a', { t: 'candidate', dial: dialOf(a), candidate });
    expect(a.candidates.length).toBe(64);
    signal('a', { t: 'offer', dial: dialOf(a), sdp: SDP });
    await settled();
    expect(signals).toEqual(['a answer']);
  });

  it('ends when its description is none, and when the other side gives it up', async () => {
    const { offered, arrives, signal, take, dialOf } = mesh('host');
    const broken = offered('a', `${SDP}broken`);
    await settled();
    expect(broken?.closed).toBe(true);
    const b = arrives('b');
    signal('b', { t: 'end', dial: dialOf(b) });
    expect(b.closed).toBe(true);
    expect(take()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
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

  it('makes an address give way that has dialled again and again, before one that has dialled once', () => {
    const { arrives, take } = mesh('host');
    const honest = arrives('b');
    for (let round = 0; round < 6; round++) for (let index = 0; index < 20; index++) arrives(`a${index}`);
    expect(honest.closed).toBe(true);
    // From now on all of them have dialled often.
    const second = arrives('c');
    for (let round = 0; round < 2; round++) for (let index = 0; index < 20; index++) arrives(`a${index}`);
    expect(second.closed).toBe(false);
    second.opens();
    expect(take()).toEqual(['opened c']);
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
    const { arrives, offered } = mesh('host');
    for (let i = 0; i < 8; i++) expect(arrives('a').closed).toBe(false);
    expect(offered('a')).toBe(undefined);
    expect(arrives('b').closed).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(arrives('a').closed).toBe(false);
  });

  it('that never opens is closed by the time-out', () => {
    const { arrives, take } = mesh('host');
    const fake = arrives('a');
    vi.advanceTimersByTime(10_000);
    expect(fake.closed).toBe(true);
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
    a.control.closed();
    expect(changes).toEqual(['join a', 'leave a']);
    expect(take()).toEqual(['opened a', 'lost a: closed']);
  });

  it.each([
    ['the control channel', (fake: FakePeerConnection) => fake.control.closed()],
    ['the transport’s channel', (fake: FakePeerConnection) => fake.channel.closed()],
    ['the connection', (fake: FakePeerConnection) => fake.fails()],
  ])('is lost once, with %s, and closes the connection', (_, end) => {
    const { arrives, take, signals } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    end(a);
    end(a);
    expect(take()).toEqual(['lost a: closed']);
    expect([a.closed, signals]).toEqual([true, []]);
  });

  it('is lost at a bye', () => {
    const { arrives, take, made, changes } = mesh('host');
    const a = arrives('a');
    a.opens();
    made.admit('a');
    a.control.receive('{"t":"bye"}');
    expect(take()).toEqual(['opened a', 'lost a: bye']);
    expect(changes).toEqual(['join a', 'leave a']);
  });

  it('hands on what is said and ignores what is not said properly', () => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    for (const data of ['{"t":"pong"}', 'nonsense', new ArrayBuffer(3), undefined, '{"t":"welcome","members":7}'])
      a.control.receive(data);
    expect(take()).toEqual(['a said pong']);
  });

  it('reads no more than 64 messages at once and eight a second', () => {
    const { arrives, take } = mesh('host');
    const a = arrives('a');
    a.opens();
    take();
    for (let i = 0; i < 1_000; i++) a.control.receive('{"t":"check"}');
    expect(take().length).toBe(64);
    vi.advanceTimersByTime(1_000);
    for (let i = 0; i < 1_000; i++) a.control.receive('nonsense');
    a.control.receive('{"t":"check"}');
    expect(take()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    a.control.receive('{"t":"check"}');
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
    first.control.closed();
    expect(take()).toEqual(['opened a', 'opened a']);
    expect(changes).toEqual(['join a']);
    transport.send(Uint8Array.of(7));
    expect([first.channel.sent.length, second.channel.sent.length]).toEqual([0, 1]);
    second.control.closed();
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
    expect(a.closed).toBe(true);
    expect(take()).toEqual([]);
  });
});

describe('close()', () => {
  it('says bye and closes every connection, pending ones too', () => {
    const { arrives, offered, dials, made, take } = mesh('m');
    const [a, b, pending, dialling] = [arrives('a'), arrives('b'), arrives('c'), dials('z')];
    a.opens();
    b.opens();
    take();
    made.close();
    made.close();
    expect([pending.closed, dialling.closed]).toEqual([true, true]);
    expect([a.sent, b.sent]).toEqual([['{"t":"bye"}'], ['{"t":"bye"}']]);
    vi.advanceTimersByTime(250);
    expect([a.closed, b.closed]).toEqual([true, true]);
    expect(offered('d')).toBe(undefined);
    made.dial('y');
    expect(FakePeerConnection.made.length).toBe(4);
    expect(take()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

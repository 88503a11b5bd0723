// A bad network between two browsers on one machine: each is told that the other's only address is a socket here, and
// this delays, drops and reorders what passes. It works below DTLS, so a browser sees the loss as it would on a real
// line.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface ProxyProfile {
  /** One way, ms. */
  readonly latencyMs: number;
  /**
   * Each packet takes latencyMs ± jitterMs, evenly spread; whatever exceeds the distance between two packets reorders
   * them.
   */
  readonly jitterMs: number;
  /** Share of packets lost each way, 0 … 1. */
  readonly loss: number;
}

export interface ProxyCounts {
  readonly received: number;
  readonly dropped: number;
  readonly forwarded: number;
  /** Forwarded after a packet that had come later. */
  readonly reordered: number;
}

export interface UdpProxy {
  /** The address that side 0, and side 1, is given for the other: 127.0.0.1 and this port. */
  readonly ports: readonly [number, number];
  /** From now on. Packets under way keep their delay. */
  setProfile(profile: ProxyProfile): void;
  /** Packets that came from side 0, and from side 1. */
  counts(): readonly [ProxyCounts, ProxyCounts];
  close(): void;
}

interface Side {
  readonly socket: Socket;
  source: RemoteInfo | undefined;
  lastHeard: number;
  sequence: number;
  newestForwarded: number;
  received: number;
  dropped: number;
  forwarded: number;
  reordered: number;
}

/**
 * ICE tries every local address of a machine. The first that sends is the one that is served; after this long in
 * silence another may take its place.
 */
const SOURCE_KEPT_MS = 2_000;

/** `seed` fixes which packets are lost and how long each takes, given the order in which they come. */
export async function createUdpProxy(profile: ProxyProfile, seed = 1): Promise<UdpProxy> {
  const random = mulberry32(seed);
  const timers = new Set<NodeJS.Timeout>();
  let current = profile;

  const sides = [await openSide(), await openSide()] as const;
  const connect = (from: Side, to: Side): void => {
    from.socket.on('message', (packet, source) => {
      const now = performance.now();
      const same = from.source?.port === source.port && from.source.address === source.address;
      if (!same && from.source !== undefined && now - from.lastHeard < SOURCE_KEPT_MS) return;
      from.source = source;
      from.lastHeard = now;
      from.received++;
      // Both numbers are drawn for every packet, so that a profile without loss delays the same packets by the same
      // time.
      const lost = random() < current.loss;
      const delay = Math.max(0, current.latencyMs + (random() * 2 - 1) * current.jitterMs);
      if (lost) return void from.dropped++;
      const sequence = from.sequence++;
      const timer = setTimeout(() => {
        timers.delete(timer);
        if (to.source === undefined) return void from.dropped++;
        if (sequence < from.newestForwarded) from.reordered++;
        else from.newestForwarded = sequence;
        from.forwarded++;
        to.socket.send(packet, to.source.port, to.source.address);
      }, delay);
      timers.add(timer);
    });
  };
  connect(sides[0], sides[1]);
  connect(sides[1], sides[0]);

  const countsOf = ({ received, dropped, forwarded, reordered }: Side): ProxyCounts => ({
    received,
    dropped,
    forwarded,
    reordered,
  });
  return {
    ports: [sides[0].socket.address().port, sides[1].socket.address().port],
    setProfile: (next) => void (current = next),
    counts: () => [countsOf(sides[0]), countsOf(sides[1])],
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const { socket } of sides) socket.close();
    },
  };
}

/**
 * Runs in a page, before its scripts: `context.addInitScript(routeThroughProxy, port)`. The other side's candidates are
 * taken out of every remote description, and those that trickle in are ignored; the proxy's address is the only one
 * left. For pages with one peer connection at a time.
 */
export function routeThroughProxy(port: number): void {
  // TypeScript knows it also in its old form with callbacks, and call() takes the last overload.
  const setRemoteDescription = RTCPeerConnection.prototype.setRemoteDescription as (
    this: RTCPeerConnection,
    description: RTCSessionDescriptionInit,
  ) => Promise<void>;
  RTCPeerConnection.prototype.setRemoteDescription = function (description: RTCSessionDescriptionInit) {
    const lines = (description.sdp ?? '')
      .split('\r\n')
      .filter((line) => !line.startsWith('a=candidate:') && line !== 'a=end-of-candidates');
    const credentials = lines.findIndex((line) => line.startsWith('a=ice-pwd:'));
    lines.splice(credentials + 1, 0, `a=candidate:1 1 udp 2113937151 127.0.0.1 ${port} typ host generation 0`);
    return setRemoteDescription.call(this, { type: description.type, sdp: lines.join('\r\n') });
  };
  RTCPeerConnection.prototype.addIceCandidate = () => Promise.resolve();
}

async function openSide(): Promise<Side> {
  const socket = createSocket('udp4');
  // A browser that is gone makes the system answer "port unreachable", which Node reports as an error of the socket.
  socket.on('error', () => {});
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    socket,
    source: undefined,
    lastHeard: 0,
    sequence: 0,
    newestForwarded: -1,
    received: 0,
    dropped: 0,
    forwarded: 0,
    reordered: 0,
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

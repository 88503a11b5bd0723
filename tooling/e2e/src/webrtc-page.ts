// What runs inside the page of a WebRTC test: rooms by name, what arrived in each, and every data channel this page
// made.
import { createWebRTCTransport, DATA_CHANNEL_OPTIONS } from '@lite-rollback/webrtc';
import {
  hostRoom,
  joinRoom,
  openRoom,
  RoomError,
  type PeerJSOptions,
  type PeerJSRoom,
} from '@lite-rollback/webrtc/peerjs';

export interface RoomReport {
  readonly peers: readonly string[];
  /** `text from peer`, in the order of arrival. */
  readonly received: readonly string[];
  /** `join peer` and `leave peer`. */
  readonly changes: readonly string[];
}

export type OpenResult =
  | { readonly code: string; readonly selfId: string; readonly peers: readonly string[]; readonly tookMs: number }
  | { readonly error: string; readonly message: string; readonly tookMs: number };

const rooms = new Map<string, { room: PeerJSRoom; received: string[]; changes: string[] }>();
const channels: RTCDataChannel[] = [];
const connections: RTCPeerConnection[] = [];

const createDataChannel = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...args) {
  const channel = createDataChannel.apply(this, args);
  channels.push(channel);
  if (!connections.includes(this)) connections.push(this);
  return channel;
};

const abort = new AbortController();

const lab = {
  createWebRTCTransport,
  DATA_CHANNEL_OPTIONS,
  /** Opens a room in one of the three ways and keeps it as `name`. `abortAfterMs` aborts the opening. */
  async open(
    name: string,
    how: 'host' | 'join' | 'open',
    code: string | undefined,
    options: PeerJSOptions & { maxPeers?: number },
    abortAfterMs?: number,
  ): Promise<OpenResult> {
    const startedAt = performance.now();
    const tookMs = (): number => performance.now() - startedAt;
    if (abortAfterMs !== undefined) setTimeout(() => abort.abort(), abortAfterMs);
    const all = abortAfterMs === undefined ? options : { ...options, signal: abort.signal };
    try {
      const room =
        how === 'host'
          ? await hostRoom(code === undefined ? all : { ...all, code })
          : how === 'join'
            ? await joinRoom(code ?? '', all)
            : await openRoom(code ?? '', all);
      const entry = { room, received: [] as string[], changes: [] as string[] };
      const decoder = new TextDecoder();
      room.transport.onMessage((payload, peer) => entry.received.push(`${decoder.decode(payload)} from ${peer}`));
      room.transport.onPeer?.((peer, change) => entry.changes.push(`${change} ${peer}`));
      rooms.set(name, entry);
      return { code: room.code, selfId: room.selfId, peers: room.transport.peers?.() ?? [], tookMs: tookMs() };
    } catch (error) {
      if (error instanceof RoomError) return { error: error.code, message: error.message, tookMs: tookMs() };
      return { error: String(error), message: '', tookMs: tookMs() };
    }
  },
  send(name: string, text: string, peer?: string): void {
    rooms.get(name)?.room.transport.send(new TextEncoder().encode(text), peer);
  },
  /** Sends `text` every 20 ms from now on: a datagram may be lost. */
  repeat(name: string, text: string): void {
    setInterval(() => lab.send(name, text), 20);
  },
  report(name: string): RoomReport {
    const entry = rooms.get(name);
    if (entry === undefined) throw new Error(`no room ${name}`);
    return { peers: entry.room.transport.peers?.() ?? [], received: entry.received, changes: entry.changes };
  },
  close(name: string): void {
    rooms.get(name)?.room.close();
  },
  /** The real options of the channels of ours that are open. */
  dataChannels(): { ordered: boolean; maxRetransmits: number | null; negotiated: boolean; id: number | null }[] {
    return channels
      .filter((channel) => channel.label === 'lite-rollback' && channel.readyState === 'open')
      .map(({ ordered, maxRetransmits, negotiated, id }) => ({ ordered, maxRetransmits, negotiated, id }));
  },
  /** Bytes waiting in the fullest of our channels. */
  bufferedAmount: (): number =>
    Math.max(
      0,
      ...channels.filter((channel) => channel.label === 'lite-rollback').map((channel) => channel.bufferedAmount),
    ),
  /** Closes every peer connection, as a browser does that gives up on them. The other side is told by DTLS. */
  breakConnections(): void {
    for (const connection of connections) connection.close();
  },
  /** Peer connections that are not closed. */
  openConnections: (): number => connections.filter((connection) => connection.signalingState !== 'closed').length,
  /** The path that ICE chose for the first open connection. rttMs is the last one that ICE measured. */
  async selectedPair(): Promise<{
    remoteAddress: string;
    remotePort: number;
    remoteType: string;
    localType: string;
    rttMs: number;
  }> {
    const connection = connections.find((candidate) => candidate.connectionState === 'connected');
    // The statistics' types in TypeScript stop at the base: these are the members that the specification names.
    const stats = [...((await connection?.getStats()) ?? new Map<string, unknown>()).values()] as {
      id: string;
      type: string;
      [member: string]: unknown;
    }[];
    const transport = stats.find((entry) => entry.type === 'transport');
    const pair = stats.find((entry) => entry.id === transport?.['selectedCandidatePairId']);
    const remote = stats.find((entry) => entry.id === pair?.['remoteCandidateId']);
    const local = stats.find((entry) => entry.id === pair?.['localCandidateId']);
    return {
      remoteAddress: String(remote?.['address']),
      remotePort: Number(remote?.['port']),
      remoteType: String(remote?.['candidateType']),
      localType: String(local?.['candidateType']),
      rttMs: Number(pair?.['currentRoundTripTime']) * 1_000,
    };
  },
};

export type Lab = typeof lab;
declare global {
  var lab: Lab;
}
globalThis.lab = lab;

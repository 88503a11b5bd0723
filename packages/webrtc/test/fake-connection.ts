import type { DataConnection } from 'peerjs';
import { FakeChannel } from './fake-channel.js';

type Handler = (argument?: unknown) => void;

/** As much of a PeerJS connection and its RTCPeerConnection as a link uses. */
export class FakeConnection {
  readonly peer: string;
  readonly label: string;
  readonly serialization: string;
  open = false;
  closed = false;
  readonly sent: string[] = [];
  readonly channel = new FakeChannel();
  readonly channelOptions: unknown[] = [];
  readonly peerConnection = Object.assign(new EventTarget(), {
    iceConnectionState: 'new',
    connectionState: 'new',
    remoteDescription: null as object | null,
    closed: false,
    createDataChannel: (_label: string, options: unknown) => {
      this.channelOptions.push(options);
      return this.channel;
    },
    close: () => void (this.peerConnection.closed = true),
  });
  readonly #handlers = new Map<string, Handler[]>();

  constructor(peer: string, label = 'lite-rollback/1', serialization = 'raw') {
    this.peer = peer;
    this.label = label;
    this.serialization = serialization;
  }

  /** A link uses only what is above; the cast stands here once. */
  get connection(): DataConnection {
    return this as unknown as DataConnection;
  }

  on(event: string, handler: Handler): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
  }
  emit(event: string, argument?: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(argument);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
    this.open = false;
  }

  answer(): void {
    this.peerConnection.remoteDescription = {};
  }
  ice(state: string): void {
    this.peerConnection.iceConnectionState = state;
    this.peerConnection.dispatchEvent(new Event('iceconnectionstatechange'));
  }
  /** Answered, connected, and both channels open. */
  opens(): void {
    this.answer();
    this.ice('connected');
    this.open = true;
    this.emit('open');
    this.channel.open();
  }
}

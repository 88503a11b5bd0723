import { vi } from 'vitest';
import { FakeChannel } from './fake-channel.js';

/** The least that reads as a description of data channels. */
export const SDP = 'v=0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n';

/**
 * As much of an RTCPeerConnection as a link uses. Descriptions are accepted as they are; whether a path is found, the
 * test says.
 */
export class FakePeerConnection extends EventTarget {
  /** Every one that was made since the last stubPeerConnection(). */
  static made: FakePeerConnection[] = [];

  iceConnectionState = 'new';
  connectionState = 'new';
  signalingState = 'stable';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  closed = false;
  readonly configuration: unknown;
  readonly channelOptions: unknown[] = [];
  readonly channels: FakeChannel[] = [];
  readonly candidates: unknown[] = [];

  constructor(configuration: unknown) {
    super();
    this.configuration = configuration;
    FakePeerConnection.made.push(this);
  }

  /** The reliable one, for control messages. */
  get control(): FakeChannel {
    return this.#channel(0);
  }
  /** The transport's own. */
  get channel(): FakeChannel {
    return this.#channel(1);
  }
  /** The control messages that were sent. */
  get sent(): unknown[] {
    return this.control.sent;
  }
  #channel(index: number): FakeChannel {
    const channel = this.channels[index];
    if (channel === undefined) throw new Error(`no channel ${index}`);
    return channel;
  }

  createDataChannel(_label: string, options: unknown): FakeChannel {
    const channel = new FakeChannel();
    this.channelOptions.push(options);
    this.channels.push(channel);
    return channel;
  }
  async setLocalDescription(): Promise<void> {
    const answering = this.signalingState === 'have-remote-offer';
    this.signalingState = answering ? 'stable' : 'have-local-offer';
    this.localDescription = { type: answering ? 'answer' : 'offer', sdp: SDP };
  }
  async setRemoteDescription(description: { type: string; sdp: string }): Promise<void> {
    if (description.sdp.includes('broken')) throw new DOMException('no such description', 'OperationError');
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    this.remoteDescription = description;
  }
  async addIceCandidate(candidate: unknown): Promise<void> {
    if (this.remoteDescription === null) throw new DOMException('no description', 'InvalidStateError');
    this.candidates.push(candidate);
  }
  close(): void {
    this.closed = true;
    this.signalingState = 'closed';
  }

  ice(state: string): void {
    this.iceConnectionState = state;
    this.dispatchEvent(new Event('iceconnectionstatechange'));
  }
  fails(): void {
    this.connectionState = 'failed';
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  /** Connected, and both channels open. */
  opens(): void {
    this.ice('connected');
    this.control.open();
    this.channel.open();
  }
}

/** Until vi.unstubAllGlobals(). */
export function stubPeerConnection(): void {
  FakePeerConnection.made = [];
  vi.stubGlobal('RTCPeerConnection', FakePeerConnection);
}

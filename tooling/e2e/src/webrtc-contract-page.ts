// Runs core's transport suite inside a page, over data channels and over a room.
import { describeTransport } from '@lite-rollback/core/testing';
import type { Transport } from '@lite-rollback/core';
import { createWebRTCTransport, DATA_CHANNEL_OPTIONS } from '@lite-rollback/webrtc';
import { hostRoom, joinRoom, type PeerJSOptions } from '@lite-rollback/webrtc/peerjs';

export interface ContractResult {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** As much of a test runner as the suite needs. */
async function run(name: string, make: () => Promise<[Transport, Transport]>): Promise<ContractResult> {
  const checks: [string, () => Promise<void>][] = [];
  const compare = (actual: unknown, expected: unknown): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  };
  const runner = {
    describe: (_: string, body: () => void) => body(),
    it: (title: string, body: () => Promise<void>) => checks.push([title, body]),
    expect: (actual: unknown) => ({ toBe: (expected: unknown) => compare(actual, expected), toEqual: (expected: unknown) => compare(actual, expected) }),
  };
  describeTransport(runner, name, make);
  const passed: string[] = [];
  const failed: string[] = [];
  for (const [title, body] of checks) {
    await body().then(() => passed.push(title), (error: unknown) => failed.push(`${title}: ${String(error)}`));
  }
  return { passed, failed };
}

async function loopback(): Promise<[Transport, Transport]> {
  const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
  a.onicecandidate = ({ candidate }) => candidate && void b.addIceCandidate(candidate);
  b.onicecandidate = ({ candidate }) => candidate && void a.addIceCandidate(candidate);
  const init = { ...DATA_CHANNEL_OPTIONS, negotiated: true, id: 0 };
  const [channelA, channelB] = [a.createDataChannel('test', init), b.createDataChannel('test', init)];
  const [transportA, transportB] = [createWebRTCTransport({ selfId: 'a' }), createWebRTCTransport({ selfId: 'b' })];
  transportA.add('b', channelA);
  transportB.add('a', channelB);
  await a.setLocalDescription(await a.createOffer());
  await b.setRemoteDescription(a.localDescription ?? { type: 'offer' });
  await b.setLocalDescription(await b.createAnswer());
  await a.setRemoteDescription(b.localDescription ?? { type: 'answer' });
  return [transportA, transportB];
}

const contract = {
  channels: (): Promise<ContractResult> => run('data channels', loopback),
  rooms: (options: PeerJSOptions): Promise<ContractResult> =>
    run('a room', async () => {
      const host = await hostRoom(options);
      const guest = await joinRoom(host.code, options);
      return [host.transport, guest.transport];
    }),
};

export type Contract = typeof contract;
declare global {
  var contract: Contract;
}
globalThis.contract = contract;

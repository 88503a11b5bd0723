// Runs core's transport suite inside a page, over data channels and over a room.
import type { Transport } from '@lite-rollback/core';
import { createWebRTCTransport, DATA_CHANNEL_OPTIONS } from '@lite-rollback/webrtc';
import { hostRoom, joinRoom, type PeerJSOptions } from '@lite-rollback/webrtc/peerjs';
import { createRooms } from '@lite-rollback/webrtc/rooms';
import { createMemorySignaling } from '@lite-rollback/webrtc/testing';
import { runContract, type ContractResult } from './contract-in-page.js';

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

const memory = createRooms(createMemorySignaling());

const contract = {
  channels: (): Promise<ContractResult> => runContract('data channels', loopback),
  rooms: (options: PeerJSOptions): Promise<ContractResult> =>
    runContract('a room', async () => {
      const host = await hostRoom(options);
      const guest = await joinRoom(host.code, options);
      return [host.transport, guest.transport];
    }),
  /** The same rooms over another signaling service. */
  memory: (): Promise<ContractResult> =>
    runContract('a room in memory', async () => {
      const host = await memory.hostRoom({ iceServers: [] });
      const guest = await memory.joinRoom(host.code, { iceServers: [] });
      return [host.transport, guest.transport];
    }),
};

export type Contract = typeof contract;
declare global {
  var contract: Contract;
}
globalThis.contract = contract;

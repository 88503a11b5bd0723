import { ByteWriter } from './byte-writer.js';
import type { Key } from './half-sip-hash.js';
import { bodyOf, plainPacket, TYPES, type Packet } from './seals.js';

/** A KEY: one half of a link's key. */
export interface KeyHalf {
  readonly protocol: number;
  readonly toNode: number;
  readonly toNonce: number;
  readonly node: number;
  readonly nonce: number;
  readonly half: Key;
}

export function writeKeyHalf({ protocol, toNode, toNonce, node, nonce, half }: KeyHalf): Packet {
  const body = new ByteWriter().numbers([protocol, toNode, toNonce, node, nonce]).key(half);
  return plainPacket(TYPES.KEY, body.bytes);
}

export function readKeyHalf(packet: Uint8Array): KeyHalf | undefined {
  const body = bodyOf(packet);
  const [protocol = 0, toNode = 0, toNonce = 0, node = 0, nonce = 0] = body.numbers(5);
  const half = body.key();
  return body.isSound && body.left === 0 ? { protocol, toNode, toNonce, node, nonce, half } : undefined;
}

import { ByteWriter } from './byte-writer.js';
import { bodyOf, type Packet } from './seals.js';

export interface Relay {
  readonly origin: number;
  readonly target: number;
  readonly packet: Packet;
}

export const writeRelay = ({ origin, target, packet }: Relay): number[] =>
  new ByteWriter().byte(origin | (target << 2)).raw(packet).bytes;

export function readRelay(packet: Uint8Array): Relay {
  const body = bodyOf(packet);
  const route = body.byte();
  return { origin: route & 3, target: (route >> 2) & 3, packet: Uint8Array.from(body.rest()) };
}

import { ByteWriter } from './byte-writer.js';
import { bodyOf, plainPacket, TYPES, type Packet } from './seals.js';

export const HOST = 1;
export const RUNNING = 2;
export const FULL = 8;
export const TAKEN = 16;

/** What a HELLO says of the game; the same in every hello of one machine. */
export interface Introduction {
  readonly protocol: number;
  readonly limit: number;
  readonly terms: readonly number[];
  readonly id: string;
  readonly layout: string;
}

export interface Hello extends Introduction {
  readonly node: number;
  readonly refuses: number;
  readonly flags: number;
  readonly age: number;
  readonly echo: number;
  readonly nonce: number;
  readonly players: number;
  readonly ticketToken: number;
  readonly ticketNode: number;
  readonly token: number;
}

const TERMS = 8;

export function writeHello(hello: Hello): Packet {
  const { protocol, node, refuses, flags, age, echo, nonce, players, limit } = hello;
  const { ticketToken, ticketNode, token, terms, id, layout } = hello;
  const body = new ByteWriter().numbers([protocol, node, refuses, flags, age, echo, nonce, players, limit]);
  body
    .numbers([ticketToken, ticketNode, token, ...terms])
    .text(id)
    .text(layout);
  return plainPacket(TYPES.HELLO, body.bytes);
}

export function readHello(packet: Uint8Array): Hello | undefined {
  const body = bodyOf(packet);
  const number = (): number => body.number();
  const hello = {
    protocol: number(),
    node: number(),
    refuses: number(),
    flags: number(),
    age: number(),
    echo: number(),
    nonce: number(),
    players: number(),
    limit: number(),
    ticketToken: number(),
    ticketNode: number(),
    token: number(),
    terms: body.numbers(TERMS),
    id: body.text(),
    layout: body.text(),
  };
  return body.isSound && body.left === 0 ? hello : undefined;
}

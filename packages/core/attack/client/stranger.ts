// What strangers send who know the room and have no part in the match: packets alone, without a machine behind them.
import { word, type Random } from '../../test/match/random.js';
import { readHello, type Hello } from '../wire/hello.js';
import { writeKeyHalf } from '../wire/key-half.js';
import type { Network } from '../../test/match/network.js';
import { typeOf, TYPES, type Packet } from '../wire/seals.js';
import { HostileRoom, type RoomSettings } from './hostile-room.js';

/** The newest hello in which each address spoke of itself, heard by whoever is in the room. */
export class Overheard {
  readonly hellos = new Map<string, Hello>();

  /** A tap for the network: sees a packet of `from`. */
  tap(from: string): (bytes: Packet) => Packet {
    return (bytes) => {
      const hello = typeOf(bytes) === TYPES.HELLO ? readHello(bytes) : undefined;
      if (hello) this.hellos.set(from, hello);
      return bytes;
    };
  }

  of(address: string): Hello {
    const hello = this.hellos.get(address);
    if (!hello) throw new Error(`no hello of ${address} was heard`);
    return hello;
  }
}

/** A KEY of a machine that does not exist, for the one that said `hello`. */
export function strangersKey(hello: Hello, random: Random): Packet {
  const { protocol, node: toNode, nonce: toNonce } = hello;
  const half = { low: word(random), high: word(random) };
  return writeKeyHalf({ protocol, toNode, toNonce, node: word(random) || 1, nonce: word(random), half });
}

/** Strangers at one address, each of whom makes a link, seals a packet with it, and is forgotten for the next one. */
export class LinkFlood {
  #room: HostileRoom | undefined;
  /** Links that were made and used. */
  links = 0;
  readonly #settings: Omit<RoomSettings, 'send'>;
  readonly #send: RoomSettings['send'];

  constructor(network: Network, address: string, settings: Omit<RoomSettings, 'send'>) {
    const transport = network.join(address);
    this.#settings = settings;
    this.#send = (packet, to) => transport.send(packet, to);
    transport.onMessage((payload, from) => {
      const before = this.#room?.links.length;
      this.#room?.receive(new Uint8Array(payload), from);
      if (this.#room && this.#room.links.length !== before) this.links++;
    });
  }

  /** Another stranger begins a link with the machine that said `hello`. */
  begin(to: string, { node, nonce }: Hello): void {
    this.#room = new HostileRoom({ ...this.#settings, send: this.#send });
    this.#room.sendKey(to, node, nonce);
  }
}

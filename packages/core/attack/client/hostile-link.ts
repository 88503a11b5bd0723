import { derive, type Key } from '../wire/half-sip-hash.js';
import { isSealedWith, sealedPacket, type Packet } from '../wire/seals.js';

/** One link of a hostile client: whose it is, where, and the key. */
export class HostileLink {
  readonly node: number;
  readonly nonce: number;
  readonly key: Key;
  /** The keys of its two directions. */
  readonly sealsWith: Key;
  readonly opensWith: Key;
  address: string;
  /** Packets sealed so far; add to it to skip numbers. */
  sequence = 0;
  /** A packet with this key has come. */
  isConfirmed = false;

  constructor(ownNode: number, node: number, nonce: number, key: Key, address: string) {
    this.node = node;
    this.nonce = nonce;
    this.key = key;
    this.sealsWith = derive(key, ownNode);
    this.opensWith = derive(key, node);
    this.address = address;
  }

  seal(typeAndFlags: number, body: Iterable<number>): Packet {
    const packet = sealedPacket(this.sealsWith, this.sequence, typeAndFlags, body);
    this.sequence++;
    return packet;
  }

  /** True if the packet is the other machine's; `isCarried`: as a third one carries it. */
  opens(packet: Packet, isCarried = false): boolean {
    const isOurs = isSealedWith(isCarried ? derive(this.key, this.node, 1) : this.opensWith, packet);
    this.isConfirmed ||= isOurs;
    return isOurs;
  }
}

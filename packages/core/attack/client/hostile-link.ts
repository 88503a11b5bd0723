import { derive, type Key } from '../wire/half-sip-hash.js';
import { isSealedWith, sealedPacket, SEQUENCES, type Packet } from '../wire/seals.js';

/** One link of a hostile client: whose it is, where, and the key. */
export class HostileLink {
  readonly node: number;
  readonly nonce: number;
  readonly key: Key;
  /** The keys of its two directions. */
  readonly sealsWith: Key;
  readonly opensWith: Key;
  address: string;
  /** Of the next packet to it; set it to skip numbers. */
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
    this.sequence = (this.sequence + 1) % SEQUENCES;
    return packet;
  }

  opens(packet: Packet): boolean {
    const isOurs = isSealedWith(this.opensWith, packet);
    this.isConfirmed ||= isOurs;
    return isOurs;
  }
}

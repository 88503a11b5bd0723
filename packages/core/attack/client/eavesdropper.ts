// Whoever carries every packet of a room learns every key: both halves go over the transport as they are. So tests can make
// packets that an honest machine's own client could have made.
import { derive, xorKeys, type Key } from '../wire/half-sip-hash.js';
import { readKeyHalf, type KeyHalf } from '../wire/key-half.js';
import { isPlain, isSealedWith, seal, sequenceOf, TYPES, typeOf, type Packet } from '../wire/seals.js';

/** Halves remembered of one direction: those of the last few page loads at an address. */
const HALVES = 8;

interface Direction {
  readonly halves: KeyHalf[];
  /** What the last sealed packet was sealed with, and the highest number so far. */
  key: Key | undefined;
  count: number;
}

export class Eavesdropper {
  readonly #directions = new Map<string, Direction>();

  /** A packet on its way. */
  hear(from: string, to: string, packet: Packet): void {
    const way = this.#direction(from, to);
    if (typeOf(packet) === TYPES.KEY) {
      const half = readKeyHalf(packet);
      if (!half) return;
      way.halves.unshift(half);
      way.halves.length = Math.min(way.halves.length, HALVES);
    } else if (!isPlain(packet)) this.#note(way, this.#direction(to, from), packet);
  }

  /** Seals bytes as the next packet of `from` to `to`; undefined if it has heard no key of theirs. */
  seal(bytes: Packet, from: string, to: string): Packet | undefined {
    const way = this.#direction(from, to);
    if (isPlain(bytes)) return seal(bytes, { low: 0, high: 0 });
    if (!way.key || bytes.length < 8) return undefined;
    way.count++;
    bytes.set([way.count & 255, (way.count >> 8) & 255, (way.count >> 16) & 255], 5);
    return seal(bytes, way.key);
  }

  #direction(from: string, to: string): Direction {
    const name = `${from} ${to}`;
    const known = this.#directions.get(name) ?? { halves: [], key: undefined, count: 0 };
    this.#directions.set(name, known);
    return known;
  }

  #note(way: Direction, back: Direction, packet: Packet): void {
    if (way.key && isSealedWith(way.key, packet)) {
      way.count = Math.max(way.count, sequenceOf(packet));
      return;
    }
    for (const own of way.halves) {
      for (const other of back.halves) {
        if (other.toNode !== own.node || other.node !== own.toNode) continue;
        const key = derive(xorKeys(own.half, other.half), own.node);
        if (!isSealedWith(key, packet)) continue;
        way.key = key;
        way.count = sequenceOf(packet);
        return;
      }
    }
  }
}

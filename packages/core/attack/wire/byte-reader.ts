// The numbers of docs/wire-format.md, read.
import type { Key } from './half-sip-hash.js';

/** Reads a packet from `at` on. Past the end it gives zeros, and `isSound` is false from then on. */
export class ByteReader {
  isSound = true;
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    if (this.left > 0) return this.#bytes[this.#at++]!;
    this.isSound = false;
    return 0;
  }

  short(): number {
    return this.byte() | (this.byte() << 8);
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const next = this.byte();
      value |= (next & 127) << shift;
      if (next < 128) return value >>> 0;
    }
    this.isSound = false;
    return 0;
  }

  numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.number());
  }

  signed(): number {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  key(): Key {
    return { low: this.number() | 0, high: this.number() | 0 };
  }

  text(): string {
    const length = Math.min(this.number(), this.left);
    return this.numbers(length)
      .map((unit) => String.fromCharCode(unit))
      .join('');
  }

  rest(): Uint8Array {
    const rest = this.#bytes.slice(this.#at);
    this.#at = this.#bytes.length;
    return rest;
  }
}

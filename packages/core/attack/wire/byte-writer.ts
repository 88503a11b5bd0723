// The numbers of docs/wire-format.md, written.
import type { Key } from './half-sip-hash.js';

/** Bytes of a packet's body, one after another. Each call returns the writer. */
export class ByteWriter {
  readonly bytes: number[] = [];

  byte(value: number): this {
    this.bytes.push(value & 255);
    return this;
  }

  short(value: number): this {
    return this.byte(value).byte(value >>> 8);
  }

  /** LEB128 of a uint32; of an int32 its 32 bits. */
  number(value: number): this {
    let rest = value >>> 0;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    return this.byte(rest);
  }

  numbers(values: readonly number[]): this {
    for (const value of values) this.number(value);
    return this;
  }

  /** Zigzag of an int32. */
  signed(value: number): this {
    const int = value | 0;
    return this.number((int << 1) ^ (int >> 31));
  }

  key({ low, high }: Key): this {
    return this.number(low).number(high);
  }

  text(text: string): this {
    this.number(text.length);
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
    return this;
  }

  raw(bytes: Iterable<number>): this {
    for (const byte of bytes) this.byte(byte);
    return this;
  }
}

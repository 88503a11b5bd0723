import type { PeerId } from '../match/transport.js';
import type { Link } from './link.js';

const FIRST_CAPACITY = 64;
/** Bytes of a packet's buffer when it is first made; it grows to the powers of two above. */
const FIRST_BUFFER = 256;

/**
 * Packets on their way, first due first, and in order of sending where due together. A binary heap over packet numbers
 * whose fields lie in parallel arrays; numbers and buffers are reused, so a steady flow allocates nothing.
 */
export class PacketQueue {
  #size = 0;
  #sequence = 0;
  /** Packet numbers: the heap in [0, size), the unused ones after it. */
  #heap = new Int32Array(0);
  #due = new Float64Array(0);
  /** Order of sending, exact up to 2^53. */
  #order = new Float64Array(0);
  #length = new Int32Array(0);
  readonly #bytes: Uint8Array[] = [];
  readonly #link: Link[] = [];
  readonly #from: PeerId[] = [];
  readonly #to: PeerId[] = [];

  /** Copies the payload; it arrives at `due[copy]` ms. */
  push(due: Float64Array, copy: number, payload: Uint8Array, link: Link, from: PeerId, to: PeerId): void {
    if (this.#size === this.#heap.length) this.#grow();
    const packet = this.#heap[this.#size]!;
    this.#due[packet] = due[copy]!;
    this.#order[packet] = this.#sequence++;
    this.#length[packet] = payload.length;
    this.#link[packet] = link;
    this.#from[packet] = from;
    this.#to[packet] = to;
    let bytes = this.#bytes[packet];
    if (bytes === undefined || bytes.length < payload.length) {
      let capacity = FIRST_BUFFER;
      while (capacity < payload.length) capacity *= 2;
      bytes = new Uint8Array(capacity);
      this.#bytes[packet] = bytes;
    }
    bytes.set(payload);
    this.#rise(this.#size++);
  }

  /**
   * Takes the first packet if it is due at `limit[0]` or before, and writes its due time to `dueOut[0]`. -1 if none is.
   */
  takeDue(limit: Float64Array, dueOut: Float64Array): number {
    if (this.#size === 0) return -1;
    const first = this.#heap[0]!;
    const due = this.#due[first]!;
    if (due > limit[0]!) return -1;
    dueOut[0] = due;
    const last = --this.#size;
    this.#swap(0, last);
    this.#sink(0);
    return first;
  }

  /** These are valid until the next push(), which may reuse the packet just taken. */
  length(packet: number): number {
    return this.#length[packet]!;
  }
  link(packet: number): Link {
    return this.#link[packet]!;
  }
  from(packet: number): PeerId {
    return this.#from[packet]!;
  }
  to(packet: number): PeerId {
    return this.#to[packet]!;
  }
  /** Copies the payload to the start of `target`. Byte by byte, because a sub-view costs 96 bytes. */
  read(packet: number, target: Uint8Array): void {
    const bytes = this.#bytes[packet]!;
    const length = this.#length[packet]!;
    for (let i = 0; i < length; i++) target[i] = bytes[i]!;
  }

  #before(a: number, b: number): boolean {
    const byDue = this.#due[a]! - this.#due[b]!;
    return byDue < 0 || (byDue === 0 && this.#order[a]! < this.#order[b]!);
  }

  #rise(index: number): void {
    const heap = this.#heap;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(heap[index]!, heap[parent]!)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(index: number): void {
    const heap = this.#heap;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#size) return;
      const right = left + 1;
      const child = right < this.#size && this.#before(heap[right]!, heap[left]!) ? right : left;
      if (!this.#before(heap[child]!, heap[index]!)) return;
      this.#swap(child, index);
      index = child;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const packet = heap[a]!;
    heap[a] = heap[b]!;
    heap[b] = packet;
  }

  #grow(): void {
    const before = this.#heap.length;
    const capacity = Math.max(FIRST_CAPACITY, before * 2);
    const heap = new Int32Array(capacity);
    heap.set(this.#heap);
    for (let i = before; i < capacity; i++) heap[i] = i;
    this.#heap = heap;
    const due = new Float64Array(capacity);
    due.set(this.#due);
    this.#due = due;
    const order = new Float64Array(capacity);
    order.set(this.#order);
    this.#order = order;
    const length = new Int32Array(capacity);
    length.set(this.#length);
    this.#length = length;
  }
}

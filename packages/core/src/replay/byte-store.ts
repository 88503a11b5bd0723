/** Bytes in one chunk: two to four minutes of two players. */
const CHUNK = 16384;

/**
 * Bytes that only grow in number. They are kept in chunks, so that growing copies nothing and wastes less than one
 * chunk.
 */
export interface ByteStore {
  readonly length: number;
  /** Copies source[0 … count) in. Allocates once in 16 KiB. */
  append(source: Uint8Array, count: number): void;
  /** Copies all out to target[at …]. */
  copyTo(target: Uint8Array, at: number): void;
}

export function createByteStore(): ByteStore {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(source, count) {
      for (let i = 0; i < count; i++, length++) {
        const at = length % CHUNK;
        if (!at) chunks.push(new Uint8Array(CHUNK));
        chunks[chunks.length - 1]![at] = source[i]!;
      }
    },
    copyTo(target, at) {
      chunks.forEach((chunk, i) => target.set(chunk.subarray(0, length - i * CHUNK), at + i * CHUNK));
    },
  };
}

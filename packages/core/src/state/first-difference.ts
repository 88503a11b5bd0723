import type { FieldArray } from './fields.js';

/** Where two states differ: the first element of the first field that does, in the order of declaration. */
export interface FieldDifference {
  readonly field: string;
  /** Of the element. */
  readonly index: number;
  readonly local: number;
  readonly remote: number;
  /**
   * The bytes of both, in hexadecimal, the most significant first. Only where the numbers read alike: 0 and -0, or two
   * NaNs.
   */
  readonly localBytes?: string;
  readonly remoteBytes?: string;
}

const bytesOf = (array: FieldArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Every machine that runs a browser stores the least significant byte first. */
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('');

/**
 * Compares two states byte by byte, as a checksum does: so it tells 0 from -0, and one NaN from another. Both must be
 * views of the same layout. Undefined if they are equal.
 */
export function firstDifference(
  ours: Readonly<Record<string, FieldArray>>,
  theirs: Readonly<Record<string, FieldArray>>,
): FieldDifference | undefined {
  for (const field of Object.keys(ours)) {
    const [here, there] = [ours[field]!, theirs[field]!];
    const [hereBytes, thereBytes] = [bytesOf(here), bytesOf(there)];
    const at = hereBytes.findIndex((byte, i) => byte !== thereBytes[i]);
    if (at < 0) continue;
    const size = here.BYTES_PER_ELEMENT;
    const index = Math.floor(at / size);
    const [local, remote] = [here[index]!, there[index]!];
    const element = (bytes: Uint8Array): string => hex(bytes.subarray(index * size, (index + 1) * size));
    return {
      field,
      index,
      local,
      remote,
      ...(String(local) === String(remote) && { localBytes: element(hereBytes), remoteBytes: element(thereBytes) }),
    };
  }
  return undefined;
}

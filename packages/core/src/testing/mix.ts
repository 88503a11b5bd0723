/**
 * Spreads every bit of `value` over all 32 bits: the finalizer of MurmurHash3 (Appleby, public domain).
 *
 * @returns an int32; 0 for 0
 */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return h ^ (h >>> 16);
}

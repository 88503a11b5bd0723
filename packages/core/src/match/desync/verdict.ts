/** What each machine has for one frame: its checksum, or undefined while it is not known. Our own comes first. */
export type Checksums = readonly (number | undefined)[];

/**
 * Whose state differs from all others: the index of the one machine that stands against two or more which agree.
 * 'unknown' if no such machine exists, 'open' while a checksum that could decide it is not known.
 */
export function findOdd(checksums: Checksums): number | 'unknown' | 'open' {
  const known = checksums.filter((sum) => sum !== undefined);
  if (known.length < checksums.length && checksums.length > 2) return 'open';
  if (known.length < 3) return 'unknown';
  const odd = checksums.flatMap((sum, i) => (checksums.filter((other) => other === sum).length === 1 ? [i] : []));
  return odd.length === 1 ? odd[0]! : 'unknown';
}

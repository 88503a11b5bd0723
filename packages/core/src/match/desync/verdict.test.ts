import { describe, expect, it } from 'vitest';
import { findOdd } from './verdict.js';

describe('whose state is odd', () => {
  it.each([
    // Two machines: each could be.
    [[1, 2], 'unknown'],
    [[1, undefined], 'unknown'],
    // Three or four: the one against two or more that agree.
    [[1, 2, 2], 0],
    [[1, 2, 1], 1],
    [[1, 1, 2], 2],
    [[1, 1, 1, 2], 3],
    [[2, 1, 1, 1], 0],
    // Nobody stands alone, or everyone does.
    [[1, 1, 2, 2], 'unknown'],
    [[1, 2, 3], 'unknown'],
    [[1, 1, 2, 3], 'unknown'],
    // A checksum that is not known could still decide.
    [[1, 2, undefined], 'open'],
    [[1, 1, undefined, 2], 'open'],
  ] as const)('%j: %s', (checksums, odd) => expect(findOdd(checksums)).toBe(odd));
});

/** Tells each bit that is set in the 32 of `bits`, the lowest first, as a number without a sign: bit 31 is 2147483648. */
export function eachCueBit(bits: number, tell: (bit: number) => void): void {
  for (let left = bits >>> 0; left !== 0;) {
    const bit = (left & -left) >>> 0;
    tell(bit);
    left = (left & ~bit) >>> 0;
  }
}

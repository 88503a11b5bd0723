/** 1 in Q16.16: 65,536. A fixed-point number is an int32 that counts 1/65,536ths. */
export const ONE = 0x10000;
/** ½ in Q16.16. */
export const HALF = 0x8000;
/** The largest fixed-point number, some 32,768: what is larger is stored as this. */
export const FIXED_MAX = 0x7fffffff;
/** The smallest fixed-point number, -32,768: what is smaller is stored as this. */
export const FIXED_MIN = -0x80000000;

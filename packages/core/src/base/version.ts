/** Equals package.json's version: the release script writes both, and a test compares them. */
export const VERSION = '0.1.0';

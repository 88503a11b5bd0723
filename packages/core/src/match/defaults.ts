// The only file of core that may touch the machine it runs on: where a match is handed no clock and no randomness, they
// come from here.

/** What every engine has and ECMAScript does not declare. */
declare const performance: { now(): number };
declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };
declare const console: { error(error: unknown): void };

/** Milliseconds, monotonic. */
export const defaultNow = (): number => performance.now();

/** A uint32 that no other machine can foresee. */
export const defaultRandom = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** Where an error goes that a caller's event handler threw. */
export const report = (error: unknown): void => console.error(error);

/** Knows whether one of the game's functions is under way: those must not call the session that runs them. */
export interface CallGuard {
  inside: 'simulate' | 'predict' | undefined;
}

/** @throws Error if the game's own function called `call`. */
export function checkOutside(guard: CallGuard, call: string): void {
  if (guard.inside) throw Error(`${call}() was called from inside ${guard.inside}`);
}

/**
 * Waits that double, from `firstMs` to `maxMs`. Retries in the background stay cheap however long the other side is
 * away.
 */
export interface Backoff {
  next(): number;
  reset(): void;
}

export function createBackoff(firstMs: number, maxMs: number): Backoff {
  let waitMs = firstMs;
  return {
    next() {
      const now = waitMs;
      waitMs = Math.min(maxMs, waitMs * 2);
      return now;
    },
    reset() {
      waitMs = firstMs;
    },
  };
}

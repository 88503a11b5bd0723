/** What may happen so many times at once, and so many times a second in the long run. */
export interface Budget {
  /** @returns false when there is nothing left: the caller leaves it undone */
  take(): boolean;
}

export function createBudget(burst: number, perSecond: number): Budget {
  let left = burst;
  let countedAt = performance.now();
  return {
    take() {
      const now = performance.now();
      left = Math.min(burst, left + ((now - countedAt) / 1_000) * perSecond);
      countedAt = now;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}

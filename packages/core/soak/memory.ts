// Whether what a match held is free again, scenario after scenario. Needs --expose-gc.

/** Scenarios after which all code has run and all tables have their size. */
const WARM = 60;
const EVERY = 30;
const GROWTH_MAX = 48 * 1024 * 1024;

export interface MemoryWatch {
  /** After each scenario. */
  look(): void;
  grew(): boolean;
  tell(): string;
}

/** Bytes held now; undefined without --expose-gc. */
export function heldBytes(): number | undefined {
  if (!globalThis.gc) return undefined;
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export function createMemoryWatch(): MemoryWatch {
  let scenarios = 0;
  let first = 0;
  let last = 0;
  return {
    look() {
      scenarios++;
      if (scenarios === WARM) first = last = heldBytes() ?? 0;
      else if (scenarios > WARM && scenarios % EVERY === 0) last = heldBytes() ?? 0;
    },
    grew: () => last - first > GROWTH_MAX,
    tell: () =>
      `memory held after ${scenarios} scenarios: ${megabytes(last)}, after the first ${WARM}: ${megabytes(first)}`,
  };
}

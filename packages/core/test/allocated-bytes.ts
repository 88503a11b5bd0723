// Bytes allocated in steady state, measured as growth of the heap between two points with no collection in between, the
// least of several repeats: other threads of the runner can only add. Needs the flags that vitest.config.ts gives the
// forks.

export interface Measuring {
  /** Stops as soon as it is within so many bytes a call, default 0.05. */
  limit?: number;
  /** Calls before the first repeat, default 20,000. */
  warmUp?: number;
  /** At the most, default 60: on a busy machine the engine's own compiling shows in the first ones. */
  repeats?: number;
}

/** Bytes a call of `operation`, which is called `count` times in each repeat. */
export function bytesPerCall(
  count: number,
  operation: () => void,
  { limit = 0.05, warmUp = 20_000, repeats = 60 }: Measuring = {},
): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('run with --expose-gc: see vitest.config.ts');
  for (let i = 0; i < warmUp; i++) operation();
  let least = Infinity;
  for (let repeat = 0; repeat < repeats && least > limit * count; repeat++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < count; i++) operation();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return Math.max(0, least) / count;
}

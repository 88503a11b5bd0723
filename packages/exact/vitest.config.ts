import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The allocation test reads heapUsed: it needs gc() and a young generation that a whole measurement fits in.
    pool: 'forks',
    execArgv: ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
  },
});

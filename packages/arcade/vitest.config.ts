import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    // The allocation tests read heapUsed: they need gc() and a young generation that a whole measurement fits in.
    pool: 'forks',
    execArgv: ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
  },
});

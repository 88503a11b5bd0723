import { defineConfig } from 'vitest/config';

// The allocation tests read heapUsed: they need gc() and a young generation that a whole measurement fits in.
const measurable = {
  pool: 'forks' as const,
  execArgv: ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...measurable, name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { ...measurable, name: 'scenarios', include: ['test/**/*.test.ts', 'soak/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
});

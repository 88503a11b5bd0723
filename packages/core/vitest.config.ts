import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The allocation tests read heapUsed: they need gc() and a young generation that a whole measurement fits in.
const measurable = {
  pool: 'forks' as const,
  execArgv: ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
};

/** What ships is timed, not the source: bundling alone once made the checksum 1.8 times slower. */
const RATIO = 'test/conformance/ratio.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { ...measurable, name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          ...measurable,
          name: 'scenarios',
          include: ['test/**/*.test.ts', 'soak/**/*.test.ts', 'attack/**/*.test.ts'],
          exclude: ['test/build/**', RATIO],
          testTimeout: 180_000,
        },
      },
      {
        // What ships, built anew: the build renames properties, and these would see one renamed that must not be.
        resolve: {
          alias: [
            {
              find: /^\.\.\/\.\.\/src\/(index|loop|testing)\.js$/,
              replacement: fileURLToPath(new URL('node_modules/.built/$1.js', import.meta.url)),
            },
          ],
        },
        test: {
          ...measurable,
          name: 'built',
          globalSetup: 'test/build/build.ts',
          include: [
            'test/build/**/*.test.ts',
            'test/conformance/**/*.test.ts',
            'test/match/{allocation,joining,desync}.test.ts',
            'test/replay/network.test.ts',
          ],
          // Long, and about what the source does, which the build does not change.
          exclude: ['test/conformance/{ring-model,session-model,session-truth,prng,fixed-clock}.test.ts'],
          testTimeout: 180_000,
        },
      },
    ],
  },
});

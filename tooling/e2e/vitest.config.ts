import { defineConfig } from 'vitest/config';

/**
 * These measure a page's pace, or a line's: a game that shares two cores with another browser runs slow, and its test
 * would measure the machine. One of them at a time, after the others.
 */
const ALONE = ['hidden-tab', 'readme', 'tick-loop', 'timeline', 'udp-proxy'].map((name) => `test/${name}.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one second, which a page on a busy machine may spend on its first picture.
    expect: { poll: { timeout: 10_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: './src/global-setup.ts',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ALONE, '**/node_modules/**'],
          globalSetup: './src/global-setup.ts',
          // Most of their time they wait: for a match to be played, for a time-out, for a font that comes late.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});

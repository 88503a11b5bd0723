import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './src/global-setup.ts',
    // One browser at a time: a game that shares two cores with a second browser runs slow, and its test measures the
    // machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one second, which a page on a busy machine may spend on its first picture.
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});

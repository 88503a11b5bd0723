import { defineConfig } from 'vitest/config';
import { engineSource } from './build/engine-source.js';

export default defineConfig({
  plugins: [engineSource()],
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['src/**/*.test.js'], testTimeout: 120_000 } });

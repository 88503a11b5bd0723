import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['src/**/*.test.js'], testTimeout: 60_000 } });

import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Not its fifty warnings that the source maps of those packages name files which were not published.
  logLevel: 'error',
  test: {
    include: ['src/**/*.test.js'],
    // It imports JSON without an import attribute, which Node refuses and Vite understands.
    server: { deps: { inline: [/@actions\//] } },
  },
});

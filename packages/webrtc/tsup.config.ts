import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/{index,peerjs,rooms,testing}.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  // Drops imports for their side effects alone, of which our modules have none: bundlers would warn of them.
  treeshake: 'smallest',
  // tsup sets baseUrl for its declaration build, which TypeScript 6 reports as deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
});

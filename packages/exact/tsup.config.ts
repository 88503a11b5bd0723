import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/{index,fixed,vector,ease,math}.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  // tsup sets baseUrl for its declaration build, which TypeScript 6 reports as deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
});

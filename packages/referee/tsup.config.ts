import { defineConfig } from 'tsup';

export default defineConfig({
  // What a server imports; the command and its worker, for Node.
  entry: ['src/{index,command,judge-worker}.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: [/^node:/],
  clean: true,
  // tsup sets baseUrl for its declaration build, which TypeScript 6 reports as deprecated.
  dts: { entry: 'src/index.ts', compilerOptions: { ignoreDeprecations: '6.0' } },
});

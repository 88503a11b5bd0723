import { defineConfig } from 'tsup';
import { INTERNAL_PROPERTIES, LETTERS } from './internal-properties.js';

export default defineConfig({
  entry: ['src/index.ts', 'src/loop.ts', 'src/testing.ts'],
  format: 'esm',
  target: 'es2022',
  tsconfig: 'tsconfig.src.json',
  platform: 'neutral',
  clean: true,
  // tsup sets baseUrl for its declaration build, which TypeScript 6 reports as deprecated. One declaration build serves
  // all entries, so it knows the DOM, which src/loop needs; `typecheck` holds the others to do without.
  dts: { compilerOptions: { ignoreDeprecations: '6.0', lib: ['ES2022', 'DOM'] } },
  esbuildOptions(options) {
    // All entries are one build, so that a property has one name in all its files. A whole name of the list, and never
    // a quoted one.
    options.mangleProps = new RegExp(`^(?:${INTERNAL_PROPERTIES.join('|')})$`);
    options.mangleCache = Object.fromEntries(
      INTERNAL_PROPERTIES.slice(0, LETTERS).map((name, index) => [name, String.fromCharCode(97 + index)]),
    );
    // Puts constants in place. Bundling makes variables of them, which engines read again and again and an app's
    // bundler cannot drop or fold.
    options.minifySyntax = true;
  },
});

import { licences } from '@lite-rollback/app-shared/licences';
import { preloadFonts } from '@lite-rollback/app-shared/preload-fonts';
import { defineConfig } from 'vite';
import { engineSource } from './build/engine-source.js';

export default defineConfig({
  // Relative: the build works under /lesson/, under any other path, and on a static host.
  base: './',
  build: { target: 'es2022' },
  plugins: [licences(), preloadFonts(), engineSource()],
});

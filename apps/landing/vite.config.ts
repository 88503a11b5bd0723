import { fileURLToPath } from 'node:url';
import { licences } from '@lite-rollback/app-shared/licences';
import { preloadFonts } from '@lite-rollback/app-shared/preload-fonts';
import { defineConfig } from 'vite';
import { fillPage } from './build/fill-page.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Relative: the build works under any path, and on a static host.
  base: './',
  build: { target: 'es2022' },
  plugins: [licences(), preloadFonts(), fillPage(here('../../'), here('.'))],
});

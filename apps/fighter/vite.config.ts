import { licences } from '@lite-rollback/app-shared/licences';
import { offline } from '@lite-rollback/app-shared/offline';
import { preloadFonts } from '@lite-rollback/app-shared/preload-fonts';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative: the build works under /fighter/, under any other path, and on a static host.
  base: './',
  build: { target: 'es2022' },
  plugins: [licences(), preloadFonts(), offline()],
});

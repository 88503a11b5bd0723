// Builds what ships, without the declarations, to where vitest.config.ts looks for it. Takes some 300 ms.
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const BUILT = at('node_modules/.built/');

export default async function setup(): Promise<void> {
  await build({ config: at('tsup.config.ts'), dts: false, outDir: BUILT, silent: true });
}

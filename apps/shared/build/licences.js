// Writes licenses.txt into an app's build: the licence of every package and every font that the app ships.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const FILE = 'licenses.txt';
const FONT = /\.(?:woff2?|ttf|otf)$/;
const LICENCE = /^(?:licen[cs]e|ofl)\b/i;

/**
 * The licence that stands in the font's folder or in the nearest folder above it.
 * @param {string} font path of its file
 * @throws {Error} when there is none: such a font must not be shipped.
 */
export function licenceOf(font) {
  for (let folder = dirname(font); ; folder = dirname(folder)) {
    const name = readdirSync(folder).find((one) => LICENCE.test(one));
    if (name !== undefined) return readFileSync(join(folder, name), 'utf8').trim();
    // Above its package begins what is somebody else's.
    if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder)
      throw new Error(`${font} has no licence: put its text beside it, as OFL.txt or LICENSE.`);
  }
}

/**
 * Vite itself writes down the licences of bundled packages; this names the file and adds the fonts.
 * @returns {import('vite').Plugin}
 */
export function licences() {
  let root = '';
  return {
    name: 'licences',
    apply: 'build',
    config: () => ({ build: { license: { fileName: FILE } } }),
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const written = bundle[FILE];
        if (written?.type !== 'asset') throw new Error(`Vite has not written ${FILE}.`);
        /** @type {Map<string, string[]>} */
        const fonts = new Map();
        for (const item of Object.values(bundle)) {
          const [font] = item.type === 'asset' ? item.originalFileNames.filter((name) => FONT.test(name)) : [];
          if (font === undefined) continue;
          const licence = licenceOf(resolve(root, font));
          fonts.set(licence, [...(fonts.get(licence) ?? []), basename(font)]);
        }
        const texts = [...fonts].map(([licence, names]) => `## Fonts: ${names.sort().join(', ')}\n\n${licence}\n`);
        written.source = [String(written.source), ...texts].join('\n');
      },
    },
  };
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Already compressed; servers send them as they are. */
const COMPRESSED = /\.(?:woff2|png|jpg|webp)$/;
/** For link previews and for reading: no page loads them. */
const NOT_LOADED = /^(?:preview\.\w+|licenses.*\.txt)$/;

/**
 * Everything that an app's page can load, the code for going online, its fonts and what keeps it offline among them, in
 * bytes as a server sends them.
 * @param {string} dist folder of a built app
 * @returns {{ total: number, files: { name: string, bytes: number }[] }} the largest file first
 * @throws when the folder is not there
 */
export function pageWeight(dist) {
  const files = readdirSync(dist, { recursive: true })
    .map((name) => String(name).split(sep).join('/'))
    .filter((name) => statSync(join(dist, name)).isFile() && !NOT_LOADED.test(name))
    .map((name) => {
      const content = readFileSync(join(dist, name));
      return { name, bytes: COMPRESSED.test(name) ? content.length : gzipSync(content, { level: 9 }).length };
    })
    .sort((a, b) => b.bytes - a.bytes);
  return { total: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
}

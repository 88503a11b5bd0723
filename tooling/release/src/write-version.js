// Copies core's version from its package.json into the source: VERSION is part of the public surface, and core reads no
// files.
import { readFileSync, writeFileSync } from 'node:fs';

const core = new URL('../../../packages/core/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', core), 'utf8'));
const file = new URL('src/base/version.ts', core);
const before = readFileSync(file, 'utf8');
const after = before.replace(/VERSION = '[^']*'/, `VERSION = '${version}'`);
if (!after.includes(`VERSION = '${version}'`))
  throw new Error(`${file.pathname} holds no VERSION to write ${version} into`);
writeFileSync(file, after);

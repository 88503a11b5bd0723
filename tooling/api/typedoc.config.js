// The API reference of every package that ships code: `pnpm run docs` writes it to dist/ beside this file, which is not
// kept in the repository.
import { fileURLToPath } from 'node:url';
import { Converter, ReflectionKind } from 'typedoc';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Calls each entry what an import calls it: the file core/src/testing.ts is `@lite-rollback/core/testing`. @param
 * {import('typedoc').Application} app
 */
function nameModules(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module))
      reflection.name = `@lite-rollback/${reflection.name.replace('/src', '')}`;
  });
}

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'lite-rollback',
  plugin: [nameModules],
  entryPoints: [
    'core/src/index.ts',
    'core/src/loop.ts',
    'core/src/testing.ts',
    'exact/src/index.ts',
    'exact/src/ease.ts',
    'exact/src/fixed.ts',
    'exact/src/math.ts',
    'exact/src/vector.ts',
    'local/src/index.ts',
    'referee/src/index.ts',
    'webrtc/src/index.ts',
    'webrtc/src/peerjs.ts',
    'webrtc/src/rooms.ts',
    'webrtc/src/testing.ts',
    'arcade/src/index.ts',
  ].map((entry) => at(`../../packages/${entry}`)),
  tsconfig: at('./tsconfig.reference.json'),
  out: at('./dist'),
  readme: at('../../README.md'),
  // Links of the README go into the repository's tree. Which exports need a comment is asked by src/reference.test.js.
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: false,
    rewrittenLink: false,
    notDocumented: false,
    unusedMergeModuleWith: true,
  },
  excludeInternal: true,
  excludePrivate: true,
  sort: ['source-order'],
  githubPages: false,
  disableGit: true,
  sourceLinkTemplate: '{path}#L{line}',
};

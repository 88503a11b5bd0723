// What Vite does beside bundling: fills index.html from the READMEs and the posters, and writes the pages below /docs/.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { docDocument, type DocPage, docPages } from './doc-pages.js';
import { openGraph, type Preview, siteOf } from './open-graph.js';
import { codeAsHtml, escapeHtml, installOf, sizeOf, tasteOf } from './readme-code.js';

/** What the landing page offers to read, where it exists: file and label. */
const READ_ON: readonly (readonly [string, string])[] = [
  ['packages/core/README.md', 'core'],
  ['packages/local/README.md', 'local: between tabs'],
  ['packages/webrtc/README.md', 'webrtc: between machines'],
  ['packages/arcade/README.md', 'arcade: the cabinet'],
  ['packages/eslint-config/README.md', 'eslint-config: determinism'],
  ['docs/glossary.md', 'Glossary'],
  ['docs/invariants.md', 'Invariants'],
  ['docs/wire-format.md', 'Wire format'],
  ['docs/replay-format.md', 'Replay format'],
  ['docs/timeline-format.md', 'Timeline format'],
  ['docs/desync-playbook.md', 'When two machines part'],
  ['docs/decisions/README.md', 'Decisions'],
  ['CONTRIBUTING.md', 'Contributing'],
];

/** public/preview.png is a picture of the page itself. */
const PREVIEW: Preview = {
  title: 'lite-rollback: rollback netcode for browser games',
  description: 'Two machines, 100 ms apart, and neither waits. Play the fight in the page, and see a kill taken back.',
  image: 'preview.png',
  alt: 'Two pictures of one fight, with packets between them. One shows the ghost of a kill that was taken back into a parry.',
};

function readOnList(pages: readonly DocPage[]): string {
  const addresses = new Map(pages.map(({ file, address }) => [file, address]));
  return READ_ON.flatMap(([file, label]) => {
    const address = addresses.get(file);
    return address === undefined ? [] : [`<li><a href="./${address}">${escapeHtml(label)}</a></li>`];
  }).join('\n');
}

/**
 * Fills the places `<!-- name -->` of index.html.
 * @param repository the folder of README.md
 * @param app the folder of index.html
 */
export function fillPage(repository: string, app: string): Plugin {
  const [tarballs, install] = installOf(readFileSync(join(repository, 'README.md'), 'utf8'));
  const core = readFileSync(join(repository, 'packages/core/README.md'), 'utf8');
  const taste = tasteOf(core);
  const pages = docPages(repository);
  const pieces: Readonly<Record<string, string>> = {
    'code-game': codeAsHtml(taste.game),
    'code-tick': codeAsHtml(taste.tick),
    'code-online': codeAsHtml(taste.online),
    'readme-tarballs': escapeHtml(tarballs),
    'readme-install': escapeHtml(install),
    'readme-size': escapeHtml(sizeOf(core)),
    'poster-pong': readFileSync(join(app, 'src/posters/pong.svg'), 'utf8'),
    'read-on': readOnList(pages),
    'open-graph': openGraph(PREVIEW, siteOf(process.env['SITE_URL'])),
  };
  // The lesson is offered where it exists: a link that leads nowhere is worse than none.
  const hasLesson = existsSync(join(repository, 'apps/lesson/index.html'));

  return {
    name: 'fill-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(/<!-- lesson -->(.*?)<!-- \/lesson -->/gs, hasLesson ? '$1' : '')
          .replace(/<!-- ([a-z-]+) -->/g, (_, name: string) => {
            const piece = pieces[name];
            if (piece === undefined)
              throw new Error(`index.html asks for <!-- ${name} -->; there are ${Object.keys(pieces).join(', ')}`);
            return piece;
          }),
    },
    generateBundle(_options, bundle) {
      const stylesheet = Object.keys(bundle).find((name) => name.endsWith('.css'));
      if (stylesheet === undefined)
        throw new Error('the pages below /docs/ share the landing page’s stylesheet, and the build has none');
      const icon =
        /<link rel="icon" href="([^"]*)"/.exec(readFileSync(join(app, 'index.html'), 'utf8'))?.[1] ?? 'data:,';
      for (const page of pages)
        this.emitFile({
          type: 'asset',
          fileName: `${page.address}index.html`,
          source: docDocument(page, stylesheet, icon),
        });
    },
  };
}

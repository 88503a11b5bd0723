// The repository's Markdown as pages below /docs/: whoever is sent the page has no clone to read in.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked } from 'marked';

export interface DocPage {
  /** In the repository, as `docs/glossary.md`. */
  readonly file: string;
  /** Below the page's own address, as `docs/glossary/`. */
  readonly address: string;
  readonly title: string;
  /** HTML of the text alone. */
  readonly html: string;
}

/** Folders whose own Markdown is shown, and whether their subfolders' README.md is, too. */
const SHOWN = [
  { folder: '.', only: ['README.md', 'CONTRIBUTING.md'] },
  { folder: 'docs' },
  { folder: 'docs/decisions' },
  { folder: 'packages', readmes: true },
  { folder: 'apps', readmes: true },
  { folder: 'examples', readmes: true },
] as const;

/** `docs/a.md` → `docs/a/`, `packages/core/README.md` → `docs/packages/core/`, `docs/README.md` → `docs/`. */
export function addressOf(file: string): string {
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  const name = path === 'README' && file === path + '.md' ? 'readme' : path.replace(/(^|\/)README$/, '');
  return posix.join('docs', name.startsWith('decisions') ? name : name.toLowerCase(), '/');
}

/** Every Markdown file that is shown, relative to `root`. */
export function docFiles(root: string): string[] {
  const files = SHOWN.flatMap((shown) => {
    const folder = join(root, shown.folder);
    if (!existsSync(folder)) return [];
    const names =
      'only' in shown
        ? [...shown.only]
        : readdirSync(folder).map((name) => ('readmes' in shown ? `${name}/README.md` : name));
    return names
      .filter((name) => name.endsWith('.md') && existsSync(join(folder, name)))
      .map((name) => posix.join(shown.folder, name));
  });
  return files.sort();
}

/** As GitHub names the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function isOutside(href: string): boolean {
  return /^[a-z]+:/i.test(href);
}

/**
 * Where a link in `file` leads among the pages, relative to that file's own page; null where nothing is shown.
 * @param addresses by file
 */
export function linkTo(href: string, file: string, addresses: ReadonlyMap<string, string>): string | null {
  if (isOutside(href) || href.startsWith('#')) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '');
  const address = addresses.get(target) ?? addresses.get(posix.join(target, 'README.md'));
  const own = addresses.get(file);
  if (address === undefined || own === undefined) return null;
  const relative = posix.relative(own, address);
  return `${relative === '' ? '.' : relative}/${anchor === undefined ? '' : `#${anchor}`}`;
}

export function docPages(root: string): DocPage[] {
  const files = docFiles(root);
  const addresses = new Map(files.map((file) => [file, addressOf(file)]));
  return files.map((file) => {
    let title = '';
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          if (title === '') title = text.replaceAll('`', '');
          return `<h${depth} id="${anchorOf(text.replaceAll('`', ''))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const to = linkTo(href, file, addresses);
          const text = this.parser.parseInline(tokens);
          // A file of source: named, and to be found in the repository.
          return to === null ? text : `<a href="${to}">${text}</a>`;
        },
        // The pictures show the page that leads here; it is not sent a second time.
        image: () => '',
        html({ text }) {
          return text.startsWith('<!--') ? '' : text;
        },
      },
    });
    const rendered = marked.parse(readFileSync(join(root, file), 'utf8'), { async: false });
    // A wide table scrolls by itself; the page never does.
    const html = rendered
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">');
    return { file, address: addressOf(file), title: title === '' ? file : title, html };
  });
}

/** One page's whole HTML. @param stylesheet relative to the landing page, as `assets/x.css` */
export function docDocument(page: DocPage, stylesheet: string, icon: string): string {
  const up = '../'.repeat(page.address.split('/').length - 1);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title} – lite-rollback</title>
    <link rel="icon" href="${icon}" />
    <link rel="stylesheet" href="${up}${stylesheet}" />
  </head>
  <body>
    <header class="top">
      <p class="brand"><a href="${up}">lite-rollback</a></p>
      <nav aria-label="Docs"><a class="plain" href="${up}docs/">All pages</a></nav>
    </header>
    <main class="doc">
      <p class="file">${page.file}</p>
      ${page.html}
    </main>
  </body>
</html>
`;
}

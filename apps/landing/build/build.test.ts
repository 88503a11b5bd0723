import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addressOf, docFiles, docPages, linkTo } from './doc-pages.js';
import { openGraph, siteOf } from './open-graph.js';
import { codeAsHtml, installOf, sizeOf, tasteOf } from './readme-code.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

describe('the code on the page', () => {
  const core = readFileSync(`${root}packages/core/README.md`, 'utf8');

  it('stands in the README of core, from the game to the match, with the line of each tick and the line for two machines', () => {
    const { game, tick, online } = tasteOf(core);
    for (const part of [game, tick, online]) expect(core).toContain(part);
    expect(game.split('\n').length).toBeGreaterThan(5);
    expect(game.split('\n').length).toBeLessThan(14);
    expect(game).toContain('simulate');
    expect(tick).toContain('match.advance(');
    expect(online).toContain('openRoom(');
  });

  it('fails the build when the README has other code', () => {
    expect(() => tasteOf(core.replace('const match =', 'const match2 ='))).toThrow('packages/core/README.md');
    expect(() => tasteOf(core.replaceAll('openRoom', 'closeRoom'))).toThrow('packages/core/README.md');
    expect(() => installOf(readme.replaceAll('tarballs', 'packages'))).toThrow('README.md');
    expect(() => sizeOf(core.replaceAll('≤', 'about'))).toThrow('createMatch');
  });

  it('stands beside the size of a match, as the README has it, and no other', () => {
    expect(core).toContain(`| \`createMatch\` | ≤ ${sizeOf(core)} |`);
    const html = readFileSync(`${root}apps/landing/index.html`, 'utf8');
    expect(html).toContain('<!-- readme-size -->');
    expect(html).not.toMatch(/\d KB/);
  });

  it('is text in HTML', () => {
    expect(codeAsHtml('a < b && "c" // <i>')).toBe('a &lt; b &amp;&amp; &quot;c&quot; <i>// &lt;i&gt;</i>');
  });
});

describe('pages of the documentation', () => {
  const pages = docPages(root);
  const byAddress = new Map(pages.map((page) => [page.address, page]));

  it('have an address each', () => {
    expect(byAddress.size).toBe(docFiles(root).length);
    expect(pages.length).toBeGreaterThan(15);
    expect(addressOf('docs/README.md')).toBe('docs/');
    expect(addressOf('README.md')).toBe('docs/readme/');
    expect(addressOf('docs/decisions/README.md')).toBe('docs/decisions/');
    expect(addressOf('packages/core/README.md')).toBe('docs/packages/core/');
  });

  it('link to each other, and to nothing that is not there', () => {
    let links = 0;
    for (const { address, html } of pages) {
      for (const [, href = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(href)) continue;
        const { pathname, hash } = new URL(href, `http://x/${address}`);
        const target = byAddress.get(pathname.slice(1));
        expect(target, `${address} → ${href}`).toBeDefined();
        if (hash !== '')
          expect(target?.html, `${address} → ${href}`).toContain(`id="${decodeURIComponent(hash.slice(1))}"`);
        links += 1;
      }
    }
    expect(links).toBeGreaterThan(30);
  });

  it('have no picture: none is served beside them', () => {
    expect(readme).toContain('](docs/two-machines.png)');
    expect(existsSync(`${root}docs/two-machines.png`)).toBe(true);
    for (const { address, html } of pages) expect(html, address).not.toContain('<img');
  });

  it('name a file of source without a link', () => {
    const addresses = new Map([
      ['docs/a.md', 'docs/a/'],
      ['packages/core/README.md', 'docs/packages/core/'],
    ]);
    expect(linkTo('../packages/core', 'docs/a.md', addresses)).toBe('../packages/core/');
    expect(linkTo('../packages/core/README.md#use', 'docs/a.md', addresses)).toBe('../packages/core/#use');
    expect(linkTo('#here', 'docs/a.md', addresses)).toBe('#here');
    expect(linkTo('https://example.org', 'docs/a.md', addresses)).toBe('https://example.org');
    expect(linkTo('../packages/core/src/index.ts', 'docs/a.md', addresses)).toBeNull();
    expect(existsSync(`${root}packages/core/src/index.ts`)).toBe(true);
  });
});

describe('what a link looks like', () => {
  const preview = { title: 'A "title"', description: 'D', image: 'preview.png', alt: 'P' };

  it('has the whole address of the picture, where the site is known', () => {
    const tags = openGraph(preview, 'https://example.org/x/');
    expect(tags).toContain('<meta property="og:image" content="https://example.org/x/preview.png" />');
    expect(tags).toContain('<meta property="og:url" content="https://example.org/x/" />');
    expect(tags).toContain('content="A &quot;title&quot;"');
    expect(openGraph(preview)).toContain('content="./preview.png"');
    expect(openGraph(preview)).not.toContain('og:url');
  });

  it('reads SITE_URL', () => {
    expect(siteOf(undefined)).toBeUndefined();
    expect(siteOf('')).toBeUndefined();
    expect(siteOf('https://example.org/x')).toBe('https://example.org/x/');
    for (const bad of ['example.org', 'ftp://example.org', '/x']) expect(() => siteOf(bad)).toThrow('SITE_URL must be');
  });

  it('its picture is there, and as large as it says', () => {
    const png = readFileSync(`${root}apps/landing/public/preview.png`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.byteLength).toBeLessThan(300 * 1024);
  });
});

// The module 'virtual:engine-source': the functions of src/code/places.ts as they stand in the repository when the page
// is built.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Snippet } from '../src/code/snippet.js';
import { PLACES } from '../src/code/places.js';
import { cutFunction, findLine } from './cut.js';
import { highlight } from './highlight.js';

const ROOT = new URL('../../../', import.meta.url);
const NAME = 'virtual:engine-source';

export interface Collected {
  readonly snippets: readonly Snippet[];
  /** A sentence for each function and line that is not in the sources. */
  readonly missing: readonly string[];
}

/** `read` gives a file's text by its path from the root of the repository. */
export function collectSnippets(read: (file: string) => string): Collected {
  const missing: string[] = [];
  const snippets = PLACES.map(({ id, file, head, marks }): Snippet => {
    const cut = cutFunction(read(file), head);
    if (cut === undefined) missing.push(`${file} has not exactly one function that begins with: ${head}`);
    const lines = cut?.lines ?? [];
    const found = marks.map((mark): readonly [string, number] => {
      const at = findLine(lines, mark.line);
      if (at === undefined && cut !== undefined)
        missing.push(`${id} in ${file} has not exactly one line with: ${mark.line}`);
      return [mark.id, at ?? -1];
    });
    return {
      id,
      first: cut?.first ?? 0,
      lines: highlight(lines),
      marks: Object.fromEntries(found.filter(([, at]) => at >= 0)),
    };
  });
  return { snippets, missing };
}

export const readRepository = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

export function engineSource(): Plugin {
  return {
    name: 'engine-source',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const { file } of PLACES) this.addWatchFile(fileURLToPath(new URL(file, ROOT)));
      const { snippets, missing } = collectSnippets(readRepository);
      // The page works without one of its lines, and others may be at work in core: the test is what fails.
      for (const line of missing) this.warn(line);
      return `export const SNIPPETS = ${JSON.stringify(snippets)};`;
    },
  };
}

// The module 'virtual:engine-source': the functions that src/code/places.ts speaks of, as they stand in the repository
// when the page is built.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { ShownFunction, Snippet } from '../src/code/snippet.js';
import { PLACES } from '../src/code/places.js';
import { highlight } from './highlight.js';
import { findMarks, type MarkedFunction } from './marked-functions.js';

const ROOT = new URL('../../../', import.meta.url);
/** Where marks may be. */
const FOLDERS = ['packages/core/src/', 'apps/lesson/src/sim/'];
const NAME = 'virtual:engine-source';

/** The text of each source file by its path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

export interface Collected {
  readonly snippets: readonly Snippet[];
  /** A sentence for each mark that is missing, doubled or unknown. */
  readonly faults: readonly string[];
}

interface Found {
  readonly file: string;
  readonly number: number;
  readonly within: MarkedFunction;
}

function findAll(sources: Sources, faults: string[]): ReadonlyMap<string, Found> {
  const known = new Set(PLACES.flatMap(({ id, marks }) => marks.map((mark) => `${id}.${mark.id}`)));
  const found = new Map<string, Found>();
  for (const [file, source] of sources) {
    for (const { name, number, within } of findMarks(source)) {
      const before = found.get(name);
      if (!known.has(name)) faults.push(`${file}:${number} is marked as ${name}, which places.ts does not know`);
      else if (before) faults.push(`${name} is marked twice: ${before.file}:${before.number} and ${file}:${number}`);
      else if (!within) faults.push(`${file}:${number} is marked as ${name} and is in no function with a name`);
      else found.set(name, { file, number, within });
    }
  }
  for (const name of known) if (!found.has(name)) faults.push(`no line is marked as ${name}`);
  return found;
}

export function collectSnippets(sources: Sources): Collected {
  const faults: string[] = [];
  const found = findAll(sources, faults);
  const snippets = PLACES.map(({ id, marks }): Snippet => {
    const functions = new Map<MarkedFunction, { file: string; marked: Map<number, string> }>();
    for (const mark of marks) {
      const line = found.get(`${id}.${mark.id}`);
      if (!line) continue;
      const shown = functions.get(line.within) ?? { file: line.file, marked: new Map<number, string>() };
      functions.set(line.within, shown);
      shown.marked.set(line.number, mark.id);
    }
    return {
      id,
      functions: [...functions].map(([{ name, lines }, { file, marked }]): ShownFunction => {
        const pieces = highlight(lines.map(({ text }) => text));
        return {
          name,
          file,
          lines: lines.map(({ number }, at) => {
            const mark = marked.get(number);
            return { number, pieces: pieces[at]!, ...(mark !== undefined && { mark }) };
          }),
        };
      }),
    };
  });
  return { snippets, faults };
}

export function readSources(): Sources {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .map((name) => folder + name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
  );
  return new Map(files.sort().map((file) => [file, readFileSync(new URL(file, ROOT), 'utf8')]));
}

export function engineSource(): Plugin {
  return {
    name: 'engine-source',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const sources = readSources();
      for (const file of sources.keys()) this.addWatchFile(fileURLToPath(new URL(file, ROOT)));
      const { snippets, faults } = collectSnippets(sources);
      // The page works without one of its lines, and others may be at work in core: the test is what fails.
      for (const fault of faults) this.warn(fault);
      return `export const SNIPPETS = ${JSON.stringify(snippets)};`;
    },
  };
}

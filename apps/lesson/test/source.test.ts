import { SNIPPETS } from 'virtual:engine-source';
import { describe, expect, it } from 'vitest';
import { collectSnippets, readSources } from '../build/engine-source.js';
import { highlight } from '../build/highlight.js';
import { findMarks } from '../build/marked-functions.js';
import { PLACES } from '../src/code/places.js';
import { lineAt, placesAt } from '../src/code/running.js';
import { record } from '../src/record.js';
import { DEFAULT_SETTINGS } from '../src/settings.js';
import { STOPS } from '../src/tour/stops.js';

const sources = readSources();
const NAMES = PLACES.flatMap(({ id, marks }) => marks.map((mark) => `${id}.${mark.id}`));

describe('the engine as it is', () => {
  it('has every line that the panel speaks of, once, and in a function', () => {
    expect(collectSnippets(sources).faults).toEqual([]);
  });

  it('is what the panel shows, to the letter, without its marks', () => {
    let shown = 0;
    for (const { functions } of SNIPPETS) {
      for (const { file, lines } of functions) {
        const source = sources.get(file)!.split('\n');
        for (const { number, pieces } of lines) {
          const text = pieces.map(([, piece]) => piece).join('');
          expect(source[number - 1]!.endsWith(text), `${file}:${number}`).toBe(true);
          expect(source[number - 1]!.trimStart()).toBe(text.trimStart());
          expect(text).not.toContain('@lesson');
          shown++;
        }
        // Whole functions: they end at the bracket that stands as far left as they begin.
        expect(
          lines
            .at(-1)!
            .pieces.map(([, piece]) => piece)
            .join(''),
        ).toMatch(/^[}\]]/);
      }
    }
    expect(shown).toBeGreaterThan(100);
  });

  it('has each mark on a line of code that is shown', () => {
    const marked = SNIPPETS.flatMap(({ id, functions }) =>
      functions.flatMap(({ lines }) =>
        lines.flatMap(({ mark, pieces }) => {
          if (mark === undefined) return [];
          expect(
            pieces.some(([kind, text]) => kind !== 'c' && text.trim() !== ''),
            `${id}.${mark}`,
          ).toBe(true);
          return [`${id}.${mark}`];
        }),
      ),
    );
    expect(marked.sort()).toEqual([...NAMES].sort());
  });

  it('has a line for everything that can happen in a tick, and for every stop of the tour', () => {
    const known = new Set<string>(NAMES);
    const walls = [DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, lag: 6, window: 4 }].flatMap(
      (settings) => record(settings).walls,
    );
    const moments = walls.flatMap((wall) => wall.moments);
    expect(new Set(moments.map(({ kind }) => kind))).toEqual(
      new Set(['receive', 'confirm', 'mispredict', 'rollback', 'predict', 'resimulate', 'send', 'stall', 'step']),
    );
    expect(moments.filter((moment) => !known.has(lineAt(moment) ?? ''))).toEqual([]);
    expect(STOPS.flatMap(({ line }) => line ?? []).filter((line) => !known.has(line))).toEqual([]);
    const ids = new Set(PLACES.map(({ id }) => id));
    for (const wall of walls)
      wall.moments.forEach((_, index) => {
        const path = placesAt(wall.moments, index);
        expect(path[0]).toBe('advance');
        expect(path.filter((id) => !ids.has(id))).toEqual([]);
      });
  });
});

describe('a mark that is wrong is named', () => {
  /** What is said of the sources with `from` replaced in all of them. */
  const faultsWith = (from: string, to: string) =>
    collectSnippets(new Map([...sources].map(([file, text]) => [file, text.replaceAll(from, to)]))).faults;

  it.each(NAMES)('%s, when it is gone or there twice', (name) => {
    const mark = new RegExp(`// @lesson ${name.replace('.', '\\.')}$`, 'm');
    const file = [...sources].find(([, text]) => mark.test(text))![0];
    const changed = (to: string) =>
      collectSnippets(new Map(sources).set(file, sources.get(file)!.replace(mark, to))).faults;
    expect(changed('//')).toEqual([`no line is marked as ${name}`]);
    const twice = changed(`// @lesson ${name}\n// @lesson ${name}`);
    expect(twice.length).toBe(1);
    expect(twice[0]).toContain(`${name} is marked twice: ${file}:`);
  });

  it('when no place knows it, or no function is around it', () => {
    expect(faultsWith('@lesson accept.confirm', '@lesson accept.conform')).toEqual([
      expect.stringMatching(
        /^packages\/core\/src\/.*:\d+ is marked as accept\.conform, which places\.ts does not know$/,
      ),
      'no line is marked as accept.confirm',
    ]);
    expect(collectSnippets(new Map([['a.ts', '// @lesson commit.copy\nlet x = 1;\n']])).faults).toContain(
      'a.ts:2 is marked as commit.copy and is in no function with a name',
    );
  });
});

describe('findMarks', () => {
  const source = [
    'const around = () => {',
    '  const inner = (',
    '    x: number,',
    '  ): void => {',
    '    // @lesson a.first',
    '    // Said of it.',
    '    go(() => {',
    '      // @lesson a.second',
    '      y();',
    '    });',
    '  };',
    '  return {',
    '    /** Says it. */',
    '    say() {',
    '      // @lesson a.third',
    '      z();',
    '    },',
    '    // @lesson a.fourth',
    '    tell: () => w(),',
    '  };',
    '};',
  ].join('\n');

  it('takes the line of code below the mark, and the innermost function with a name around it', () => {
    expect(findMarks(source).map(({ name, number, within }) => [name, number, within?.name])).toEqual([
      ['a.first', 7, 'inner'],
      ['a.second', 9, 'inner'],
      ['a.third', 16, 'say'],
      ['a.fourth', 19, 'around'],
    ]);
  });

  it('cuts the function out with the comment above it, and leaves the marks out', () => {
    const [first, second, third] = findMarks(source);
    expect(first!.within).toBe(second!.within);
    expect(first!.within!.lines.map(({ number, text }) => `${number}${text}`)).toEqual([
      '2const inner = (',
      '3  x: number,',
      '4): void => {',
      '6  // Said of it.',
      '7  go(() => {',
      '9    y();',
      '10  });',
      '11};',
    ]);
    expect(third!.within!.lines.map(({ text }) => text)).toEqual(['/** Says it. */', 'say() {', '  z();', '},']);
  });
});

describe('highlight', () => {
  it('keeps every letter and knows the kinds', () => {
    const lines = ['/** a', ' * b */', "const x = 'y' + 1; // z"];
    const pieces = highlight(lines);
    expect(pieces.map((line) => line.map(([, text]) => text).join(''))).toEqual(lines);
    expect(pieces[1]).toEqual([['c', ' * b */']]);
    expect(pieces[2]!.filter(([kind]) => kind !== '')).toEqual([
      ['k', 'const'],
      ['s', "'y'"],
      ['n', '1'],
      ['c', '// z'],
    ]);
  });
});

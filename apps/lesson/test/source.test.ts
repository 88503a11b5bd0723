import { SNIPPETS } from 'virtual:engine-source';
import { describe, expect, it } from 'vitest';
import { cutFunction, findLine } from '../build/cut.js';
import { collectSnippets, readRepository } from '../build/engine-source.js';
import { highlight } from '../build/highlight.js';
import { PLACES } from '../src/code/places.js';
import { lineAt } from '../src/code/running.js';
import { record } from '../src/record.js';
import { DEFAULT_SETTINGS } from '../src/settings.js';
import { STOPS } from '../src/tour/stops.js';

const textOf = (id: string): string =>
  SNIPPETS.find((snippet) => snippet.id === id)!
    .lines.map((line) => line.map(([, text]) => text).join(''))
    .join('\n');

describe('the engine as it is', () => {
  it('has every function and every line that the panel speaks of', () => {
    expect(collectSnippets(readRepository).missing).toEqual([]);
  });

  it('is what the panel shows, to the letter', () => {
    for (const { id, file, head } of PLACES) {
      const source = readRepository(file);
      const shown = textOf(id).split('\n');
      expect(shown.filter((line) => line.startsWith(head)).length, id).toBe(1);
      const { first } = SNIPPETS.find((snippet) => snippet.id === id)!;
      expect(shown.map((line) => line.trimStart())).toEqual(
        source
          .split('\n')
          .slice(first - 1, first - 1 + shown.length)
          .map((line) => line.trimStart()),
      );
    }
  });

  it('has a line for everything that can happen in a tick, and for every stop of the tour', () => {
    const known = new Set<string>(PLACES.flatMap(({ id, marks }) => marks.map((mark) => `${id}.${mark.id}`)));
    const moments = [DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, lag: 6, window: 4 }].flatMap((settings) =>
      record(settings).walls.flatMap((wall) => wall.moments),
    );
    expect(new Set(moments.map(({ kind }) => kind))).toEqual(
      new Set(['receive', 'confirm', 'mispredict', 'rollback', 'predict', 'resimulate', 'send', 'stall', 'step']),
    );
    expect(moments.filter((moment) => !known.has(lineAt(moment) ?? ''))).toEqual([]);
    expect(STOPS.flatMap(({ line }) => line ?? []).filter((line) => !known.has(line))).toEqual([]);
  });
});

describe('what is missing is named', () => {
  /** A file's text with `from` in every line replaced, in that file alone. */
  const without = (file: string, from: string, to: string) =>
    collectSnippets((path) => (path === file ? readRepository(path).replaceAll(from, to) : readRepository(path)))
      .missing;

  it.each(PLACES)('the function $id, when it is renamed', ({ file, head }) => {
    expect(without(file, head, `_${head}`)).toContain(`${file} has not exactly one function that begins with: ${head}`);
  });

  it.each(PLACES.flatMap(({ id, file, marks }) => marks.map(({ id: mark, line }) => ({ id, file, mark, line }))))(
    'the line $id.$mark, when it is changed or stands there twice',
    ({ id, file, line }) => {
      const text = line.replace(/^\^/, '');
      const said = `${id} in ${file} has not exactly one line with: ${line}`;
      expect(without(file, text, '_')).toContain(said);
      expect(without(file, text, `${text}\n${text}`)).toContain(said);
    },
  );
});

describe('cutFunction', () => {
  const source = [
    'class A {',
    '  /** Says it. */',
    '  say() {',
    '    if (x) {',
    '      y();',
    '    }',
    '  }',
    '  other() {',
    '  }',
    '}',
  ].join('\n');

  it('takes the comment above, and ends at the bracket below the head', () => {
    expect(cutFunction(source, 'say()')).toEqual({
      first: 2,
      lines: ['/** Says it. */', 'say() {', '  if (x) {', '    y();', '  }', '}'],
    });
  });

  it('takes nothing for a head that is not there, or there twice', () => {
    expect(cutFunction(source, 'shout()')).toBeUndefined();
    expect(cutFunction(`${source}\n${source}`, 'say()')).toBeUndefined();
    expect(cutFunction('f() {', 'f()')).toBeUndefined();
    expect(cutFunction('say(): void;\nsay() {\n}', 'say()')).toEqual({ first: 2, lines: ['say() {', '}'] });
  });

  it('finds the one line that has a part, or begins with it', () => {
    expect(findLine(['    go();', 'a.go();'], '^go();')).toBe(0);
    expect(findLine(['    go();', 'a.go();'], 'a.go();')).toBe(1);
    expect(findLine(['    go();', 'a.go();'], 'go();')).toBeUndefined();
    expect(findLine(['    go();', 'a.go();'], '^stop();')).toBeUndefined();
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

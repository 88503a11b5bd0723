// docs/threat-model.md names the test of each of its lines: the file has to be there, and the title in it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PAGE = new URL('../../../docs/threat-model.md', import.meta.url);

/** A link to a test, and the titles in quotation marks up to the next link. */
const REFERENCE = /\]\((\.\.\/[^)]+\.ts)\)([^[|]*)/g;

/** As the source has them, without the backslashes before quotation marks. */
const sourceOf = (file: URL): string => readFileSync(file, 'utf8').replaceAll('\\', '');

it('every line of the threat model names tests that exist', () => {
  let titles = 0;
  const wrong: string[] = [];
  for (const [, path, rest] of readFileSync(PAGE, 'utf8').matchAll(REFERENCE)) {
    const file = new URL(path!, PAGE); // Both groups take part in every match.
    const source = existsSync(fileURLToPath(file)) ? sourceOf(file) : undefined;
    if (source === undefined) wrong.push(`${path} is not there`);
    for (const [, title] of rest!.matchAll(/"([^"]+)"/g)) {
      titles++;
      if (source !== undefined && !source.includes(title!)) wrong.push(`${path} has no test "${title}"`);
    }
  }
  expect(wrong).toEqual([]);
  expect(titles).toBeGreaterThan(150);
});

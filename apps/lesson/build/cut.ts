// Cuts a function out of a source file, with the comment above it and without its indentation.
export interface Cut {
  /** The number of its first line in the file, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/**
 * The function that the only line with `head` opens, declarations that end in a semicolon apart; it ends at the bracket
 * that stands as far left. Undefined if no line or more than one begins so.
 */
export function cutFunction(source: string, head: string): Cut | undefined {
  const lines = source.split('\n');
  const heads = lines.flatMap((line, at) => (line.trimStart().startsWith(head) && !line.endsWith(';') ? [at] : []));
  const [at] = heads;
  if (at === undefined || heads.length > 1) return undefined;
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  while (end < lines.length && !(indentOf(lines[end]!) === indent && /^[}\]]/.test(lines[end]!.trimStart()))) end++;
  if (end === lines.length) return undefined;
  let start = at;
  while (start > 0 && /^(\/\*\*|\*|\/\/)/.test(lines[start - 1]!.trimStart())) start--;
  return {
    first: start + 1,
    lines: lines.slice(start, end + 1).map((line) => line.slice(Math.min(indent, indentOf(line)))),
  };
}

/**
 * Where in `lines` the only one with `part` stands; with ^ in front, the only one that begins so. Undefined if none or
 * more than one does.
 */
export function findLine(lines: readonly string[], part: string): number | undefined {
  const fits = part.startsWith('^')
    ? (line: string) => line.trimStart().startsWith(part.slice(1))
    : (line: string) => line.includes(part);
  const found = lines.flatMap((line, at) => (fits(line) ? [at] : []));
  return found.length === 1 ? found[0] : undefined;
}

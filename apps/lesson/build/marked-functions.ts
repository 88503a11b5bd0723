// Finds the lines of a source file that the lesson speaks of, and the functions around them. A comment `// @lesson
// place.mark` on a line of its own stands for the line of code below it.
import ts from 'typescript';

export interface MarkedFunction {
  readonly name: string;
  /** With the comment above it, without its indentation, and without the comments that mark lines. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

export interface MarkedLine {
  /** `place.mark`. */
  readonly name: string;
  /** The number of the line in its file, from 1. */
  readonly number: number;
  /** The innermost function with a name that the line is in; undefined if it is in none. */
  readonly within: MarkedFunction | undefined;
}

const MARK = /^\s*\/\/ @lesson (\S+)$/;
const COMMENT = /^\s*\/\//;
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** What gives a function its name, and is shown with it: its declaration, or the variable or property that holds it. */
function namedFunction(node: ts.Node): { readonly name: string; readonly shown: ts.Node } | undefined {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name)
    return { name: node.name.getText(), shown: node };
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return { name: parent.name.getText(), shown: parent.parent.parent };
  if (ts.isPropertyAssignment(parent)) return { name: parent.name.getText(), shown: parent };
  return undefined;
}

function innermost(file: ts.SourceFile, position: number): ReturnType<typeof namedFunction> {
  let found: ReturnType<typeof namedFunction>;
  const visit = (node: ts.Node): void => {
    if (position < node.getFullStart() || position >= node.end) return;
    found = (position >= node.getStart(file) && namedFunction(node)) || found;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function cut(file: ts.SourceFile, lines: readonly string[], name: string, shown: ts.Node): MarkedFunction {
  const comments = ts.getLeadingCommentRanges(file.text, shown.getFullStart()) ?? [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const first = lineOf(comments[0]?.pos ?? shown.getStart(file));
  const last = lineOf(shown.end);
  const indent = indentOf(lines[lineOf(shown.getStart(file))]!);
  return {
    name,
    lines: lines
      .slice(first, last + 1)
      .map((line, at) => ({ number: first + at + 1, text: line.slice(Math.min(indent, indentOf(line))) }))
      .filter(({ text }) => !MARK.test(text)),
  };
}

/** The lines marked in a TypeScript source, in its order. Lines in one function share its object. */
export function findMarks(source: string): MarkedLine[] {
  if (!source.includes('@lesson')) return [];
  const lines = source.split('\n');
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true);
  const functions = new Map<ts.Node, MarkedFunction>();
  return lines.flatMap((line, at) => {
    const name = MARK.exec(line)?.[1];
    if (name === undefined) return [];
    let marked = at + 1;
    while (marked < lines.length && COMMENT.test(lines[marked]!)) marked++;
    const text = lines[marked] ?? '';
    const position = marked < lines.length ? file.getPositionOfLineAndCharacter(marked, indentOf(text)) : source.length;
    const around = innermost(file, position);
    if (around && !functions.has(around.shown))
      functions.set(around.shown, cut(file, lines, around.name, around.shown));
    return [{ name, number: marked + 1, within: around && functions.get(around.shown) }];
  });
}

// Splits a line of TypeScript into pieces of one kind, with TypeScript's own scanner.
import ts from 'typescript';

/** k keyword, s string, n number, c comment, '' all else. */
export type PieceKind = 'k' | 's' | 'n' | 'c' | '';
export type Piece = readonly [PieceKind, string];

function kindOf(token: ts.SyntaxKind): PieceKind {
  if (token >= ts.SyntaxKind.FirstKeyword && token <= ts.SyntaxKind.LastKeyword) return 'k';
  if (token === ts.SyntaxKind.NumericLiteral) return 'n';
  if (token === ts.SyntaxKind.StringLiteral || token === ts.SyntaxKind.NoSubstitutionTemplateLiteral) return 's';
  if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia) return 'c';
  return '';
}

/** By line. The pieces of a line put together are the line. */
export function highlight(lines: readonly string[]): Piece[][] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, lines.join('\n'));
  const out: [PieceKind, string][][] = [[]];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const kind = kindOf(token);
    scanner
      .getTokenText()
      .split('\n')
      .forEach((text, index) => {
        if (index > 0) out.push([]);
        const line = out.at(-1)!;
        const before = line.at(-1);
        if (before !== undefined && before[0] === kind) before[1] += text;
        else if (text !== '') line.push([kind, text]);
      });
  }
  return out;
}

// The blocks of code in the documents, and what becomes of them: checked by the compiler, and run where they print
// something.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {{ language: string, source: string, line: number }} Block line: of its first line in the document, from 1
 */

/** @param {string} markdown @returns {Block[]} */
export function blocksOf(markdown) {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map((match) => ({
    language: String(match[1]),
    source: String(match[2]),
    line: markdown.slice(0, match.index).split('\n').length + 1,
  }));
}

/**
 * What a reader is told that the block prints: the comment behind each console.log, up to a colon.
 * @param {string} source
 */
export const promised = (source) =>
  source
    .split('\n')
    .filter((line) => line.startsWith('console.log('))
    .map((line) => line.replace(/^.*\/\/ /, '').replace(/: .*$/, ''));

/**
 * @param {readonly string[]} files
 * @param {import('typescript').CompilerOptions} options
 * @returns {string[]} one line for each mistake
 */
export function mistakes(files, options) {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    checkJs: true,
    ...options,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${basename(file?.fileName ?? '')}, line ${line} of the block: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/**
 * Runs TypeScript source in Node from `dir`, where its imports resolve. @param {string} source @param {string} dir
 * @returns {string[]} the lines it printed
 */
export function run(source, dir) {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const file = join(dir, 'block.mjs');
  writeFileSync(file, outputText);
  return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 }).trimEnd().split('\n');
}

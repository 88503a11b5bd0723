// What the source says about property names: which it uses, which the public declarations promise, which belong to the
// page, which it spells as strings.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = `${root}src/`;
const ENTRIES = ['index.ts', 'loop.ts', 'testing.ts'].map((name) => source + name);

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => source + name.replaceAll('\\', '/'));
// The one that knows the page.
const { config } = ts.readConfigFile(`${root}tsconfig.loop.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();
const ours = program.getSourceFiles().filter((file) => file.fileName.startsWith(source));

function textOf(name: ts.Node | undefined): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}

/** The name that a node declares or reads as a property, in code or in a type. */
function propertyOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
    return textOf(node.propertyName ?? node.name);
  if (
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node)
  ) {
    return textOf(node.name);
  }
  return undefined;
}

function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

/** Every property that the source reads or writes. */
export function usedProperties(): Set<string> {
  const names = new Set<string>();
  for (const file of ours)
    visit(file, (node) => {
      const name = propertyOf(node);
      if (name !== undefined) names.add(name);
    });
  return names;
}

/** Every string in the code, types left out: a name in one of them may be an index. */
export function spelledStrings(): Set<string> {
  const strings = new Set<string>();
  for (const file of ours)
    visit(file, (node) => {
      if (ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent)) strings.add(node.text);
    });
  return strings;
}

/** Every property of the page that the source uses: what the DOM's declarations declare. */
export function pageProperties(): Set<string> {
  const names = new Set<string>();
  for (const file of ours)
    visit(file, (node) => {
      if (!ts.isPropertyAccessExpression(node)) return;
      const declared = checker.getSymbolAtLocation(node.name)?.declarations ?? [];
      if (declared.some((each) => /lib\.dom[^/]*$/.test(each.getSourceFile().fileName))) names.add(node.name.text);
    });
  return names;
}

/**
 * Every property that a declaration reachable from an export of the entries names. Bodies of functions are nobody's
 * declaration.
 */
export function publicProperties(): Set<string> {
  const names = new Set<string>();
  const seen = new Set<ts.Node>();
  const declaration = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isFunctionLike(node) && 'body' in node) {
      for (const part of [...(node.typeParameters ?? []), ...node.parameters, node.type]) if (part) inside(part);
      const name = propertyOf(node);
      if (name !== undefined) names.add(name);
    } else inside(node);
  };
  const inside = (node: ts.Node): void =>
    visit(node, (part) => {
      const name = propertyOf(part);
      if (name !== undefined) names.add(name);
      if (!ts.isIdentifier(part)) return;
      let symbol = checker.getSymbolAtLocation(part);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      for (const found of symbol?.declarations ?? [])
        if (found.getSourceFile().fileName.startsWith(source)) declaration(found);
    });
  for (const entry of ENTRIES) {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${entry} exports nothing`);
    for (let symbol of checker.getExportsOfModule(module)) {
      if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      for (const found of symbol.declarations ?? []) declaration(found);
    }
  }
  return names;
}

/** Every property of what the language brings, and of the two host objects that the defaults use. */
export function intrinsicProperties(): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, { value: held }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      names.add(name);
      if (typeof held === 'object' || name === 'prototype') walk(held);
    }
    walk(Object.getPrototypeOf(value));
  };
  const { performance, crypto } = globalThis;
  for (const value of [
    Object,
    Function,
    Array,
    Map,
    Set,
    WeakMap,
    WeakSet,
    WeakRef,
    Promise,
    String,
    Number,
    Boolean,
    Symbol,
    BigInt,
    RegExp,
    Date,
    Error,
    AggregateError,
    ArrayBuffer,
    SharedArrayBuffer,
    DataView,
    Uint8Array,
    Float64Array,
    BigInt64Array,
    Math,
    JSON,
    Reflect,
    Proxy,
    Atomics,
    Intl,
    [].values(),
    new Map().entries(),
    new Set().values(),
    ''.matchAll(/x/g),
    /x/.exec('x'),
    (function* () {})(),
    (async function* () {})(),
    {
      get: 0,
      set: 0,
      value: 0,
      writable: 0,
      enumerable: 0,
      configurable: 0,
      done: 0,
      next: 0,
      return: 0,
      throw: 0,
      then: 0,
    },
    performance,
    crypto,
    new Error(),
  ])
    walk(value);
  return names;
}

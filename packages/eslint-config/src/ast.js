// Questions about the syntax tree that several rules ask.

/**
 * The references of a file that no declaration in it answers: globals, whether or not the configuration lists them.
 * References from TypeScript types alone are left out: they are erased.
 * @param {import('eslint').SourceCode} sourceCode
 * @returns {import('eslint').Scope.Reference[]}
 */
export function globalReferences(sourceCode) {
  const scope = sourceCode.scopeManager?.globalScope;
  if (!scope) return [];
  const listed = scope.variables
    .filter((variable) => variable.defs.length === 0)
    .flatMap((variable) => variable.references);
  return [...scope.through, ...listed].filter(
    ({ identifier, isTypeReference, isValueReference }) =>
      (!isTypeReference || isValueReference) && identifier.parent.type !== 'TSTypeQuery',
  );
}

/**
 * The name that a property is reached by, or undefined when only a run of the program can tell.
 * @param {{ computed?: boolean }} node of a member expression or of a property in a pattern
 * @param {any} key its `property` or `key`
 * @returns {string | undefined}
 */
export function staticName(node, key) {
  if (!node.computed) return key.type === 'Identifier' ? key.name : String(key.value);
  if (key.type === 'Literal') return String(key.value);
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0].value.cooked;
  return undefined;
}

/** What TypeScript writes around an expression and the compiler takes away. */
const WRAPPERS = new Set(['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSTypeAssertion']);

/**
 * The outermost of `node.a.b`, `node[i]`, `node!.a`: the place in memory that an assignment would write.
 * @param {any} node
 */
export function memberChain(node) {
  let at = node;
  while (WRAPPERS.has(at.parent.type) || (at.parent.type === 'MemberExpression' && at.parent.object === at))
    at = at.parent;
  return at;
}

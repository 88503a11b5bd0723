import { memberChain, staticName } from '../ast.js';

/** Methods of Array, typed arrays, Map and Set that write to their object. */
const WRITERS = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
]);

/**
 * State outside the snapshot is not rolled back: a redo starts from what the wrong guess left there, and the machines
 * part. Tables built once, while the module loads, are not state.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noModuleState = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow state outside the snapshot: module variables, and writes to module constants' },
    messages: {
      variable: 'The module variable {{name}} is not rolled back: keep it in a field, or make it a const table.',
      write: '{{name}} lives outside the snapshot: what is written to it here is not rolled back. Keep it in a field.',
      generator:
        '{{name}} keeps its state outside the snapshot: keep the state in a Uint32Array field and draw with nextPRNG.',
      static: 'A static property that can be written is not rolled back: make it readonly, or keep it in a field.',
    },
    schema: [],
  },
  create(context) {
    const { sourceCode } = context;
    const checkDeclaration = (declaration) => {
      if (declaration?.type !== 'VariableDeclaration' || declaration.declare) return;
      for (const declarator of declaration.declarations) {
        if (declaration.kind !== 'const') {
          context.report({
            node: declarator,
            messageId: 'variable',
            data: { name: sourceCode.getText(declarator.id) },
          });
        } else if (declarator.init?.type === 'CallExpression' && declarator.init.callee.name === 'createPRNG') {
          context.report({
            node: declarator,
            messageId: 'generator',
            data: { name: sourceCode.getText(declarator.id) },
          });
        }
      }
    };
    const writes = (identifier) => {
      const place = memberChain(identifier);
      const { parent } = place;
      if (place === identifier) return false;
      if (parent.type === 'AssignmentExpression') return parent.left === place;
      if (parent.type === 'UpdateExpression') return true;
      if (parent.type === 'UnaryExpression') return parent.operator === 'delete';
      if (parent.type !== 'CallExpression' || parent.callee !== place || place.type !== 'MemberExpression')
        return false;
      return WRITERS.has(staticName(place, place.property) ?? '');
    };
    return {
      Program(program) {
        for (const statement of program.body) {
          checkDeclaration(statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement);
        }
      },
      'PropertyDefinition[static=true]'(node) {
        if (!node.readonly) context.report({ node, messageId: 'static' });
      },
      'Program:exit'(program) {
        const scope = sourceCode.getScope(program);
        const moduleScope = scope.childScopes.find((child) => child.type === 'module') ?? scope;
        for (const { name, references } of moduleScope.variables) {
          for (const { from, identifier } of references) {
            // While the module loads, a table may be filled.
            if (from.variableScope === moduleScope || !writes(identifier)) continue;
            context.report({ node: identifier, messageId: 'write', data: { name } });
          }
        }
      },
    };
  },
};

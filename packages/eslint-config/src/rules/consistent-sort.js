import { staticName } from '../ast.js';

const RELATIONAL = new Set(['<', '>', '<=', '>=', '==', '===', '!=', '!==', 'in', 'instanceof']);

function isBoolean(node) {
  switch (node?.type) {
    case 'BinaryExpression':
      return RELATIONAL.has(node.operator);
    case 'UnaryExpression':
      return node.operator === '!';
    case 'LogicalExpression':
      return isBoolean(node.left) && isBoolean(node.right);
    case 'Literal':
      return typeof node.value === 'boolean';
    default:
      return false;
  }
}

/** The expressions that a comparator returns, as far as they stand in its own body. */
function returned(comparator) {
  if (comparator.body.type !== 'BlockStatement') return [comparator.body];
  return comparator.body.body
    .filter((statement) => statement.type === 'ReturnStatement')
    .map((statement) => statement.argument);
}

/**
 * Without a comparator the order is specified to the bit (as text for Array, as numbers for typed arrays), so that is
 * allowed. What is not specified is the order under a comparator that contradicts itself, and one that answers true or
 * false does: it never says "less".
 * @type {import('eslint').Rule.RuleModule}
 */
export const consistentSort = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow sorting by a comparator that answers true or false' },
    messages: {
      boolean:
        'A comparator that answers true or false leaves the order to the engine: return a number, as in `a - b`, and break ties.',
    },
    schema: [],
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        const name = staticName(callee, callee.property);
        if (name !== 'sort' && name !== 'toSorted') return;
        const [comparator] = node.arguments;
        if (comparator?.type !== 'ArrowFunctionExpression' && comparator?.type !== 'FunctionExpression') return;
        for (const value of returned(comparator))
          if (isBoolean(value)) context.report({ node: value, messageId: 'boolean' });
      },
    };
  },
};

import { staticName } from '../ast.js';

/** @type {import('eslint').Rule.RuleModule} */
export const noLocale = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow methods that depend on the locale or on the Unicode version' },
    messages: {
      locale: '.{{name}} depends on the language and the Unicode data of the machine: keep text out of the simulation.',
    },
    schema: [],
  },
  create(context) {
    const check = (node, key) => {
      const name = staticName(node, key);
      if (name !== undefined && (/^toLocale/.test(name) || name === 'localeCompare')) {
        context.report({ node, messageId: 'locale', data: { name } });
      }
    };
    return {
      MemberExpression: (node) => check(node, node.property),
      'ObjectPattern > Property': (node) => check(node, node.key),
    };
  },
};

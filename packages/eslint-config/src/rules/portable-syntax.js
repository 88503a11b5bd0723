/** @type {import('eslint').Rule.RuleModule} */
export const portableSyntax = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow syntax whose result or order depends on the engine or on time' },
    messages: {
      power: "`**` is approximated as Math.pow is: multiply, shift, or import pow from '@lite-rollback/exact/math'.",
      forIn:
        'for-in visits inherited keys too, in an order that is not all specified: use for-of over an array or Object.keys.',
      async: 'A frame is over when simulate returns: nothing in it may wait.',
      dynamicImport: 'import() loads while the game runs, sooner on one machine than on the other: import at the top.',
      importMeta: 'import.meta differs from build to build and from machine to machine.',
    },
    schema: [],
  },
  create(context) {
    const report = (messageId) => (node) => context.report({ node, messageId });
    return {
      "BinaryExpression[operator='**']": report('power'),
      "AssignmentExpression[operator='**=']": report('power'),
      ForInStatement: report('forIn'),
      ':function[async=true]': report('async'),
      AwaitExpression: report('async'),
      'ForOfStatement[await=true]': report('async'),
      ImportExpression: report('dynamicImport'),
      "MetaProperty[meta.name='import']": report('importMeta'),
    };
  },
};

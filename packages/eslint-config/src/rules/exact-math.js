import { globalReferences, staticName } from '../ast.js';

/**
 * What ECMAScript defines to the last bit, and sqrt, which it does not but IEEE 754 does and every engine takes from
 * the processor.
 */
const EXACT = new Set([
  'abs',
  'ceil',
  'clz32',
  'floor',
  'fround',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'sqrt',
  'trunc',
  'E',
  'LN10',
  'LN2',
  'LOG10E',
  'LOG2E',
  'PI',
  'SQRT1_2',
  'SQRT2',
]);

/**
 * "Implementation-approximated" in ECMAScript: measured to differ between engines, and between versions of one engine.
 */
const APPROXIMATED = new Set([
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'pow',
  'cbrt',
  'hypot',
]);

/** @type {import('eslint').Rule.RuleModule} */
export const exactMath = {
  meta: {
    type: 'problem',
    docs: { description: 'allow of Math only what gives the same bits on every engine' },
    messages: {
      approximated:
        'Math.{{name}} is approximated, and engines approximate differently: use integers, a table, or sqrt, abs, min, max.',
      random:
        'Math.random differs on every machine and in every redo: keep a PRNG state in a field and draw with nextPRNG.',
      unknown: 'Math.{{name}} is not known to give the same bits on every engine.',
      computed: 'Math[…] could be any function: name the one you mean.',
      alias: 'Math under another name hides its functions from this rule: write Math.{name}.',
    },
    schema: [],
  },
  create(context) {
    const check = (node, name) => {
      if (name === undefined) context.report({ node, messageId: 'computed' });
      else if (name === 'random') context.report({ node, messageId: 'random' });
      else if (APPROXIMATED.has(name)) context.report({ node, messageId: 'approximated', data: { name } });
      else if (!EXACT.has(name)) context.report({ node, messageId: 'unknown', data: { name } });
    };
    const checkPattern = (pattern) => {
      for (const property of pattern.properties) {
        if (property.type === 'Property') check(property, staticName(property, property.key));
        else context.report({ node: property, messageId: 'alias' });
      }
    };
    return {
      'Program:exit'() {
        for (const { identifier: node } of globalReferences(context.sourceCode)) {
          if (node.name !== 'Math') continue;
          const { parent } = node;
          if (parent.type === 'MemberExpression' && parent.object === node)
            check(parent, staticName(parent, parent.property));
          else if (parent.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern') checkPattern(parent.id);
          else if (parent.type === 'AssignmentExpression' && parent.left.type === 'ObjectPattern')
            checkPattern(parent.left);
          else context.report({ node, messageId: 'alias' });
        }
      },
    };
  },
};

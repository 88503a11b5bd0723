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

const ON_DOUBLES = "'@lite-rollback/exact/math'";
const ON_FIXED = "'@lite-rollback/exact/fixed'";
const onDoubles = (name) => `import ${name} from ${ON_DOUBLES}`;
const onBoth = (name) => `${onDoubles(name)} for doubles, or from ${ON_FIXED} for fixed-point numbers`;
const made = (expression, name) => `write ${expression}, with ${name} from ${ON_DOUBLES}`;

/**
 * "Implementation-approximated" in ECMAScript: measured to differ between engines, and between versions of one engine.
 * With each, what to write instead, as a clause of a sentence.
 */
const INSTEAD = new Map([
  ...['sin', 'cos', 'atan2', 'hypot'].map((name) => [name, onBoth(name)]),
  ...['tan', 'asin', 'acos', 'atan', 'exp', 'log', 'pow'].map((name) => [name, onDoubles(name)]),
  ['sinh', made('(exp(x) - exp(-x)) / 2', 'exp')],
  ['cosh', made('(exp(x) + exp(-x)) / 2', 'exp')],
  ['tanh', made('1 - 2 / (exp(2 * x) + 1)', 'exp')],
  ['asinh', made('log(x + Math.sqrt(x * x + 1))', 'log')],
  ['acosh', made('log(x + Math.sqrt(x * x - 1))', 'log')],
  ['atanh', made('log((1 + x) / (1 - x)) / 2', 'log')],
  ['expm1', made('exp(x) - 1', 'exp')],
  ['log1p', made('log(1 + x)', 'log')],
  ['log2', made('log(x) / Math.LN2', 'log')],
  ['log10', made('log(x) / Math.LN10', 'log')],
  ['cbrt', made('pow(x, 1 / 3) for x above 0', 'pow')],
]);

/** @type {import('eslint').Rule.RuleModule} */
export const exactMath = {
  meta: {
    type: 'problem',
    docs: { description: 'allow of Math only what gives the same bits on every engine' },
    messages: {
      approximated: 'Math.{{name}} is approximated, and engines approximate differently: {{instead}}.',
      random:
        "Math.random differs on every machine and in every redo: keep a PRNG state in a field, and draw with nextPRNG from '@lite-rollback/core' or nextRange from '@lite-rollback/exact'.",
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
      else if (INSTEAD.has(name))
        context.report({ node, messageId: 'approximated', data: { name, instead: INSTEAD.get(name) } });
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

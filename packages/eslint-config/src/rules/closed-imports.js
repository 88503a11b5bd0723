import path from 'node:path';

/** The nearest folder called `folder` that holds the file, or the file's own. */
function rootOf(filename, folder) {
  const own = path.dirname(filename);
  const parts = own.split(/[\\/]/);
  const at = parts.lastIndexOf(folder);
  return at < 0 ? own : parts.slice(0, at + 1).join('/');
}

/**
 * What a simulation imports runs inside it. So it may import its own folder, which these rules see, and of packages
 * only the exports named in `allow`. Type imports are erased, and free.
 * @type {import('eslint').Rule.RuleModule}
 */
export const closedImports = {
  meta: {
    type: 'problem',
    docs: { description: "allow imports from the simulation's own folder and of listed pure helpers only" },
    messages: {
      outside:
        "'{{source}}' lies outside {{folder}}/: a simulation imports its own folder and listed pure helpers only.",
      export: "{{name}} of '{{source}}' is not a listed pure helper (listed: {{listed}}).",
      whole: "Import the pure helpers of '{{source}}' by name: the whole module would bring the rest along.",
    },
    schema: [
      {
        type: 'object',
        properties: {
          folder: { type: 'string' },
          allow: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
  },
  create(context) {
    const { folder = 'sim', allow = {} } = context.options[0] ?? {};
    const root = rootOf(context.filename, folder);

    const isOwn = (source) => {
      if (!/^\.\.?(\/|$)/.test(source)) return false;
      const target = path.resolve(path.dirname(context.filename), source);
      return !path.relative(root, target).startsWith('..');
    };
    const checkName = (node, source, name) => {
      const listed = allow[source] ?? [];
      if (!listed.includes(name))
        context.report({ node, messageId: 'export', data: { name, source, listed: listed.join(', ') } });
    };
    const check = (node, specifiers) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || node.importKind === 'type' || node.exportKind === 'type' || isOwn(source))
        return;
      if (!Object.hasOwn(allow, source)) {
        context.report({ node: node.source, messageId: 'outside', data: { source, folder } });
        return;
      }
      if (specifiers.length === 0) context.report({ node, messageId: 'whole', data: { source } });
      for (const specifier of specifiers) {
        if (specifier.importKind === 'type' || specifier.exportKind === 'type') continue;
        const name = specifier.imported ?? (specifier.type === 'ExportSpecifier' ? specifier.local : undefined);
        if (name !== undefined) checkName(specifier, source, name.name ?? name.value);
        else if (specifier.type === 'ImportDefaultSpecifier') checkName(specifier, source, 'default');
        else context.report({ node: specifier, messageId: 'whole', data: { source } });
      }
    };
    return {
      ImportDeclaration: (node) => check(node, node.specifiers),
      ExportNamedDeclaration: (node) => check(node, node.specifiers),
      ExportAllDeclaration: (node) => check(node, []),
      // TypeScript's `import x = require('y')`.
      TSImportEqualsDeclaration(node) {
        const source = node.moduleReference.expression?.value;
        if (typeof source === 'string' && node.importKind !== 'type')
          context.report({ node, messageId: 'outside', data: { source, folder } });
      },
    };
  },
};

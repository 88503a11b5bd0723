// Finds circles of imports. An import of a type alone counts as well: two files that need each other's types are one
// concept in two places.
import { cruise } from 'dependency-cruiser';

/**
 * Core's match, session and state are being divided anew. Their circles go with that, and then this exception does.
 */
const NOT_YET = '^packages/core/src/(match|session|state)/';

/**
 * @param {string} root the folder that holds packages/ and apps/
 * @returns {Promise<{ files: number, circles: string[] }>} how many files were read, and each circle as "a → b → a"
 */
export async function findCircles(root) {
  const { output } = await cruise(['packages', 'apps'], {
    baseDir: root,
    includeOnly: '^(packages|apps)/[^/]+/src/',
    exclude: String.raw`\.test\.ts$`,
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: {
      forbidden: [
        { name: 'no-circle', severity: 'error', from: { pathNot: NOT_YET }, to: { circular: true, pathNot: NOT_YET } },
      ],
    },
    // Sources import each other by the name of what is built from them.
    enhancedResolveOptions: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  if (typeof output === 'string')
    throw new TypeError('dependency-cruiser gave a report in words where an object was due');
  const circles = new Set();
  for (const { cycle = [] } of output.summary.violations) {
    const names = cycle.map(({ name }) => name);
    // The same circle is found from each of its files: it is told from the one that comes first by name.
    const first = names.indexOf([...names].sort()[0] ?? '');
    const around = [...names.slice(first), ...names.slice(0, first)];
    circles.add([...around, around[0]].join(' → '));
  }
  return { files: output.summary.totalCruised, circles: [...circles] };
}

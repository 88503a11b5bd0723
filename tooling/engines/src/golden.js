// The golden tables, written by V8; every engine must agree. golden.json: what both games come to after 20,000 frames,
// for several seeds. It changes when the rules of a game change, and then that game's id changes as well, or two
// machines with different rules would meet. functions.json: a checksum over 20,000 results of each function of
// @lite-rollback/exact. It changes when a function gives another result for any argument, which every game that calls
// it notices: say so in the changeset. Both change with core's checksum.
import { readFileSync } from 'node:fs';

/** @typedef {import('./play.js').Played} Played */
/** @typedef {import('./functions.js').FunctionSums} FunctionSums */
/** @typedef {import('./compute-all.js').Computed} Computed */

export const GOLDEN_FILE = new URL('./golden.json', import.meta.url);
export const FUNCTIONS_FILE = new URL('./functions.json', import.meta.url);

/** @returns {Computed} */
export const readGolden = () => ({
  games: JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')),
  functions: JSON.parse(readFileSync(FUNCTIONS_FILE, 'utf8')),
});

/**
 * Where an engine left the tables, one line for each game and seed, and for each function; empty when it agrees.
 * @param {Computed} computed
 * @param {Computed} [golden]
 * @returns {string[]}
 */
export const differences = (computed, golden = readGolden()) => [
  ...gameDifferences(computed.games, golden.games),
  ...functionDifferences(computed.functions, golden.functions),
];

/** @param {readonly Played[]} played @param {readonly Played[]} golden */
function gameDifferences(played, golden) {
  const lines = [];
  if (played.length !== golden.length) lines.push(`${played.length} runs, not ${golden.length}`);
  golden.forEach((expected, index) => {
    const { game, seed } = expected;
    const found = played[index];
    if (found?.game !== game || found.seed !== seed)
      return void lines.push(`run ${index} is not ${game} with seed ${seed}`);
    const at = expected.sums.findIndex((sum, span) => found.sums[span] !== sum);
    if (at >= 0 || found.sums.length !== expected.sums.length)
      lines.push(
        `${game} with seed ${seed} differs in span ${at} of ${expected.sums.length}: ${found.sums[at]}, not ${expected.sums[at]}`,
      );
    if (!found.redoneAlike) lines.push(`${game} with seed ${seed} comes out otherwise when its frames are redone`);
  });
  return lines;
}

/** @param {FunctionSums} found @param {FunctionSums} golden */
const functionDifferences = (found, golden) =>
  [...new Set([...Object.keys(golden), ...Object.keys(found)])]
    .filter((name) => found[name] !== golden[name])
    .map((name) => `${name} comes to ${found[name]}, not ${golden[name]}`);

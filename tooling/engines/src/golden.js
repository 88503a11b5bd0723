// The golden table: what both games come to after 20,000 frames, for several seeds. golden.json was written by V8;
// every engine must agree. It changes when the rules of a game change, and then that game's id changes as well, or two
// machines with different rules would meet. It also changes with core's checksum.
import { readFileSync } from 'node:fs';

/** @typedef {import('./play.js').Played} Played */

export const GOLDEN_FILE = new URL('./golden.json', import.meta.url);

/** @returns {readonly Played[]} */
export const readGolden = () => JSON.parse(readFileSync(GOLDEN_FILE, 'utf8'));

/**
 * Where an engine left the table, one line for each game and seed; empty when it agrees.
 * @param {readonly Played[]} played
 * @param {readonly Played[]} [golden]
 * @returns {string[]}
 */
export function differences(played, golden = readGolden()) {
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

// The same game on our engine and on one other, in turns. Arguments: the other's name, bytes of state.
import { DEPTH } from '../contestants/contestant.js';
import { makerOf } from '../contestants/contestants.js';
import { check, report, type Figure } from '../report.js';
import { bestOf, figure, LONG } from '../rounds.js';

const rival = String(process.argv[2]);
const bytes = Number(process.argv[3]);
const names = ['ours', rival];

/** Frames that both play before anything is timed: enough for each to guess, to be wrong, and to tidy up. */
const SAME = 100;

/** Both play the same game, and simulate as often as the other does. */
function checkFair(mode: 'onTime' | 'late', simulations: number): void {
  const states = names.map((name) => {
    const contestant = makerOf(name)(bytes);
    contestant[mode](SAME);
    check(contestant.frame() === SAME, `${name} plays ${SAME} frames ${mode}, not ${contestant.frame()}`);
    check(
      contestant.simulated() === simulations,
      `${name} simulates ${simulations} times ${mode}, not ${contestant.simulated()}`,
    );
    return JSON.stringify(contestant.finish().map((cells) => Array.from(cells)));
  });
  check(states[0] === states[1], `${rival} ends ${mode} in the same state as ours`);
}
checkFair('onTime', SAME);
// The first DEPTH frames have nothing to redo yet.
checkFair('late', SAME + (SAME - DEPTH) * DEPTH);

const figures: Figure[] = [];
for (const mode of ['onTime', 'late'] as const) {
  const pieces = names.map((name) => {
    const contestant = makerOf(name)(bytes);
    // The first frames have nothing to redo. Of a large state a turn is one frame, and the best turn would be one of
    // them.
    contestant[mode](2 * DEPTH);
    return { name, run: (count: number) => contestant[mode](count) };
  });
  const times = bestOf(pieces, LONG);
  const ours = figure(times, 'ours');
  figures.push(
    { row: `ours-${mode}`, bytes, value: ours },
    { row: `${rival}-${mode}`, bytes, value: figure(times, rival), basis: ours },
  );
}
report(figures);

// Bytes that a frame leaves to the garbage collector. Runs with --expose-gc and a young generation that a whole
// measurement fits in. Arguments: the contestant's name, bytes of state.
import { makerOf } from '../contestants/contestants.js';
import { report, check } from '../report.js';

/** As `node --expose-gc` gives it. */
declare const gc: (() => void) | undefined;

const name = String(process.argv[2]);
const bytes = Number(process.argv[3]);
/** Times some 20 KB a frame, less than the young generation of 64 MB. */
const FRAMES = 1_000;
const REPEATS = 12;

const contestant = makerOf(name)(bytes);
contestant.late(20 * FRAMES);
check(gc !== undefined, 'node runs with --expose-gc');

/** The least of several: what else happens in the process only adds. */
function allocated(frames: number): number {
  let least = Infinity;
  for (let i = 0; i < REPEATS; i++) {
    gc?.();
    const before = process.memoryUsage();
    contestant.late(frames);
    const after = process.memoryUsage();
    // What a typed array of more than 64 bytes holds lies outside the heap.
    least = Math.min(least, after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers));
  }
  return least;
}
// Looking costs some bytes as well.
report([{ row: `${name}-garbage`, value: Math.max(0, allocated(FRAMES) - allocated(0)) / FRAMES }]);

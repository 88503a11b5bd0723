// Times several pieces of code in one process, in turns, so that a busy machine slows all of them alike.

export interface Timed {
  readonly name: string;
  /** Does it `count` times. Each call goes on where the last one ended. */
  run(count: number): void;
}

export interface Rounds {
  readonly rounds: number;
  /** How long one turn of one piece is, in milliseconds; at least one execution. */
  readonly turnMs: number;
}

/** `--quick` runs the same code for its checks alone: its figures mean nothing. */
export const QUICK = process.argv.includes('--quick');
/**
 * Turns shorter than a slice of the scheduler, so that many of them are not interrupted, also on a machine with other
 * work.
 */
export const SHORT: Rounds = QUICK ? { rounds: 1, turnMs: 1 } : { rounds: 250, turnMs: 2 };
/** For code that allocates: a turn without a collection would flatter it. */
export const LONG: Rounds = QUICK ? { rounds: 1, turnMs: 3 } : { rounds: 20, turnMs: 36 };

/** How long the compiler gets to see a piece before anything counts. */
const WARM_UP_MS = QUICK ? 1 : 60;

/** Doubled until a turn is long enough. */
function countFor(timed: Timed, turnMs: number): number {
  for (let ms = 0; ms < WARM_UP_MS;) ms += timeOf(timed, 8) / 1e6;
  for (let count = 1; ; count *= 2) {
    const ms = timeOf(timed, count) / 1e6;
    if (ms >= turnMs) return Math.max(1, Math.round((count * turnMs) / ms));
  }
}

function timeOf(timed: Timed, count: number): number {
  const start = process.hrtime.bigint();
  timed.run(count);
  return Number(process.hrtime.bigint() - start);
}

/**
 * Nanoseconds an execution, by name: of each piece the best of its turns, which is the one that the machine disturbed
 * least.
 */
export function bestOf(pieces: readonly Timed[], { rounds, turnMs }: Rounds = SHORT): ReadonlyMap<string, number> {
  const counts = pieces.map((piece) => countFor(piece, turnMs));
  const best = pieces.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    pieces.forEach((piece, index) => {
      const count = counts[index] ?? 1;
      best[index] = Math.min(best[index] ?? Infinity, timeOf(piece, count) / count);
    });
  }
  return new Map(pieces.map((piece, index) => [piece.name, best[index] ?? Infinity]));
}

/** A figure that was measured. @throws Error for a name that was not. */
export function figure(times: ReadonlyMap<string, number>, name: string): number {
  const ns = times.get(name);
  if (ns === undefined) throw new Error(`nothing called ${name} was measured`);
  return ns;
}

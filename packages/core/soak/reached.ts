/** What a scenario, or many of them, got to. */
export interface Reached {
  scenarios: number;
  matches: number;
  /** Frames that machines confirmed, each compared with the truth. */
  frames: number;
  rollbacks: number;
  stalls: number;
  drops: number;
  /** Dropped machines that are back in their handles. */
  rejoins: number;
  /** Spectators that saw frames. */
  spectators: number;
  interrupts: number;
  pauses: number;
  rejects: number;
  finished: number;
  /** Ends for any other reason but close(). */
  ends: number;
  renames: number;
  delays: number;
  /** Machines whose history differs from others' of the same match, which a partition may do. */
  forks: number;
  packets: number;
  garbage: number;
  /** Packets that matches counted as not theirs. */
  refused: number;
}

export const nothing = (): Reached => ({
  scenarios: 0,
  matches: 0,
  frames: 0,
  rollbacks: 0,
  stalls: 0,
  drops: 0,
  rejoins: 0,
  spectators: 0,
  interrupts: 0,
  pauses: 0,
  rejects: 0,
  finished: 0,
  ends: 0,
  renames: 0,
  delays: 0,
  forks: 0,
  packets: 0,
  garbage: 0,
  refused: 0,
});

export function add(sum: Reached, one: Reached): void {
  for (const name of Object.keys(sum) as (keyof Reached)[]) sum[name] += one[name]; // the keys of a Reached
}

// The figures of a scenario by arithmetic alone: no engine, no network, no clock, nothing imported. A run is worked out
// from two lists, the tick in which each frame first runs and the tick in which each press lands. They do not depend on
// what is pressed, and both machines have the same ones.

export interface Scenario {
  readonly lag: number;
  readonly delay: number;
  readonly window: number;
  readonly frames: number;
  /** Letters S, L, R by the frame in which the press is made; what is missing is S. */
  readonly p1: string;
  readonly p2: string;
}

export interface OfflineFigures {
  frames: number;
  wallFrames: number;
  rollbacks: number;
  resimulated: number;
  largest: number;
  stalls: number;
  confirmedThrough: number;
}

/** The letter that acts on a frame: S for startup frames and past the end. */
const acting = (script: string, frame: number, delay: number): string =>
  frame < delay ? 'S' : (script[frame - delay] ?? 'S');

/** Ticks by frame. */
export function timetable({ lag, delay, window, frames }: Scenario): { ran: number[]; landed: number[] } {
  const ran: number[] = [];
  const landed: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    // The press for a frame is sampled in the first tick in which the frame `delay` before it is due: the tick after
    // that one's predecessor ran.
    const made = frame - delay;
    if (made < 0) landed.push(-1);
    else landed.push((made === 0 ? 0 : ran[made - 1]! + 1) + lag);
    // At most `window` frames rest on guesses, this one among them: so the press of the frame `window` before it must
    // have landed.
    const next = frame === 0 ? 0 : ran[frame - 1]! + 1;
    ran.push(Math.max(next, frame >= window ? landed[frame - window]! : 0));
  }
  return { ran, landed };
}

export function offlineFigures(scenario: Scenario): OfflineFigures {
  const { delay, frames, p2 } = scenario;
  const { ran, landed } = timetable(scenario);
  const last = frames - 1;
  let rollbacks = 0;
  let resimulated = 0;
  let largest = 0;
  for (let frame = 0; frame < frames; frame++) {
    // Read before the tick's own frame runs: on guess is only what ran in an earlier tick.
    const guessed = ran[frame]! < landed[frame]!;
    // Presses land one a tick and in order, and each wrong guess is redone at once: when this one lands, its frame
    // rests on the press before it.
    const guess = frame === 0 ? 'S' : acting(p2, frame - 1, delay);
    if (!guessed || acting(p2, frame, delay) === guess) continue;
    const depth = ran.filter((tick) => tick < landed[frame]!).length - frame;
    rollbacks++;
    resimulated += depth;
    largest = Math.max(largest, depth);
  }
  return {
    frames,
    wallFrames: Math.max(ran[last]!, landed[last]!) + 1,
    rollbacks,
    resimulated,
    largest,
    stalls: ran[last]! - last,
    confirmedThrough: last,
  };
}

/** Where the players stand after each frame, once all presses are known. */
export function offlinePath({ delay, frames, p1, p2 }: Scenario): [number, number][] {
  const path: [number, number][] = [];
  const shift: Record<string, number> = { L: -1, S: 0, R: 1 };
  let [left, right] = [3, 12];
  for (let frame = 0; frame < frames; frame++) {
    const a = Math.max(0, left + shift[acting(p1, frame, delay)]!);
    const b = Math.min(15, right + shift[acting(p2, frame, delay)]!);
    if (a < b) [left, right] = [a, b];
    path.push([left, right]);
  }
  return path;
}

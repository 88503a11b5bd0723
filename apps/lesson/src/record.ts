// Plays a scenario to its end and writes down P1's machine after every tick: what its match told its trace, the states
// that its session holds, and its counters.
import { NULL_FRAME, type Frame } from '@lite-rollback/core';
import type { TrackMatch } from './game.js';
import { createListener } from './listener.js';
import { startMachines } from './machines.js';
import type { Cells, Figures, Moment, Row, Run, WallFrame } from './run.js';
import type { Press, Settings } from './settings.js';
import { STAY } from './sim/track.js';

const P1 = 0;
const P2 = 1;
/** Far above the longest run, 71 wall frames: 20 frames at lag 6, delay 0 and window 1. */
const TICKS_MAX = 1000;

/** @throws Error if the match ends or does not come to its end: neither can be, whatever the settings. */
export function record(settings: Settings): Run {
  const { frames, scripts } = settings;
  const [hears, hearsThere] = [createListener(), createListener()];
  const { matches, tick } = startMachines(settings, [hears.trace, hearsThere.trace]);
  const [here, there] = matches;
  const flights = Array.from({ length: frames }, () => ({
    madeAt: NULL_FRAME as number,
    landedAt: NULL_FRAME as number,
  }));
  const pressedAt = new Array<number>(frames).fill(NULL_FRAME);
  const waits = new Array<number>(frames).fill(0);
  const walls: WallFrame[] = [];
  let rows: readonly Row[] = [];

  /** True if the machine waits for the other one to be ready for frame 0. */
  const play = (match: TrackMatch, player: 0 | 1): boolean => {
    const due = match.session.frame();
    // After the last frame there is nothing to press: only the network goes on, until all is confirmed.
    const did = due < frames ? match.advance(scripts[player][due] ?? STAY) : match.poll();
    if (match.state !== 'running') throw new Error(`P${player + 1}'s match is ${match.state}`);
    return did === 'waiting';
  };

  for (let ticks = 0; !isDone(here, frames); ticks++) {
    if (ticks === TICKS_MAX) throw new Error(`not over after ${TICKS_MAX} ticks`);
    // Before the first tick, and after one that waited: what was told until then is of the meeting.
    if (walls.length === 0) for (const listener of [hears, hearsThere]) listener.take();
    tick();
    // P1's machine is the host, the first to know that the match stands, and holds frame 0 for the time that the news
    // takes. P2's has had it long since.
    if (play(here, P1)) {
      there.poll();
      continue;
    }
    play(there, P2);

    const wall = walls.length;
    const moments = hears.take().filter((moment) => isShown(moment, frames));
    for (const { kind, player, frame } of moments) {
      if (kind === 'receive' && player === P1) pressedAt[frame] = wall;
      if (kind === 'receive' && player === P2) flights[frame]!.landedAt = wall;
      if (kind === 'stall') waits[frame]!++;
    }
    for (const { kind, player, frame } of hearsThere.take())
      if (kind === 'receive' && player === P2 && frame < frames) flights[frame]!.madeAt = wall;
    rows = rowsAfter(wall, moments, rows, here, there);
    walls.push({
      wall,
      moments,
      rows,
      stalledAt: moments.find(({ kind }) => kind === 'stall')?.frame ?? NULL_FRAME,
      waits: [...waits],
      figures: figuresOf(here, wall + 1),
    });
  }
  for (const match of matches) match.close();
  return { settings, walls, flights, pressedAt, capacity: here.session.capacity, report: walls.at(-1)!.figures };
}

/** With a delay presses are made, and may land, for frames past the last one. */
function isShown({ kind, player, frame }: Moment, frames: number): boolean {
  if (kind === 'ack' || (kind === 'confirm' && player === P1)) return false;
  return frame < frames || kind === 'send';
}

/** Every frame simulated, and on real presses. */
function isDone({ session }: TrackMatch, frames: number): boolean {
  return session.frame() === frames && session.confirmedFrame() >= frames - 1;
}

/** It counts inputs, and they can run ahead of the frames. */
const confirmedThrough = ({ session }: TrackMatch): Frame => Math.min(session.confirmedFrame(), session.frame() - 1);

function figuresOf(match: TrackMatch, wallFrames: number): Figures {
  const { session, counters } = match;
  return {
    frames: session.frame(),
    wallFrames,
    rollbacks: session.stats.rollbacks,
    resimulated: session.stats.fastForwardFrames,
    largest: session.stats.maxRollbackDepth,
    stalls: counters.stalls,
    confirmedThrough: confirmedThrough(match),
    saved: session.frame() - 1 - confirmedThrough(match),
    inRing: session.depth(),
  };
}

/** The rows after a tick. Those that the ring no longer holds have long been confirmed and stay as they were. */
function rowsAfter(
  wall: number,
  moments: readonly Moment[],
  old: readonly Row[],
  here: TrackMatch,
  there: TrackMatch,
): Row[] {
  const { session } = here;
  const rows = [...old];
  const ran = (frame: Frame): number =>
    moments.filter((moment) => (moment.kind === 'step' || moment.kind === 'resimulate') && moment.frame === frame)
      .length;
  const input = new Uint32Array(1);
  for (let frame = Math.max(0, session.frame() - session.depth()); frame < session.frame(); frame++) {
    const was = old[frame];
    // Nothing but presses goes in, and a guess repeats one: hence the two casts.
    session.inputAt(P1, frame, input);
    const mine = input[0] as Press;
    const confirmed = session.inputAt(P2, frame, input);
    const theirs = input[0] as Press;
    const { cells } = session.stateAt(frame);
    const now: Cells = [cells[P1]!, cells[P2]!];
    const moved = was !== undefined && (was.cells[P1] !== now[P1] || was.cells[P2] !== now[P2]);
    const comparable = frame <= confirmedThrough(there) && frame >= there.session.frame() - there.session.depth();
    rows[frame] = {
      frame,
      presses: [mine, theirs],
      confirmed,
      cells: now,
      runs: (was?.runs ?? 0) + ran(frame),
      replaced: moved ? [...was.replaced, was.cells] : (was?.replaced ?? []),
      replacedAt: moved ? wall : (was?.replacedAt ?? -1),
      checksum: session.checksumAt(frame),
      theirChecksum: comparable ? there.session.checksumAt(frame) : was?.theirChecksum,
    };
  }
  return rows;
}

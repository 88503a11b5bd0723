// Plays a scenario to its end and writes down P1's machine after every tick. All of it comes from what a match and the simulated network show to
// anyone; when matches have a trace, this file and moments.ts are what it can feed.
import { NULL_FRAME, type Frame } from '@lite-rollback/core';
import type { TrackMatch } from './game.js';
import { startMachines } from './machines.js';
import { momentsOf, type Mark } from './moments.js';
import type { Figures, Row, Run, WallFrame } from './run.js';
import { pressFor, type Press, type Settings } from './settings.js';
import { STAY } from './sim/track.js';

const P1 = 0;
const P2 = 1;
/** Far above the longest run: 20 frames at lag 6, delay 0 and window 1. */
const TICKS_MAX = 1000;

/** @throws Error if the match ends or does not come to its end: neither can be, whatever the settings. */
export function record(settings: Settings): Run {
  const { frames, delay, scripts } = settings;
  const { network, matches, tick } = startMachines(settings);
  const [here, there] = matches;
  const traffic = network.linkStats('p2', 'p1');
  const flights = Array.from({ length: frames }, () => ({ madeAt: NULL_FRAME as number, landedAt: NULL_FRAME as number }));
  const waits = new Array<number>(frames).fill(0);
  const walls: WallFrame[] = [];
  let rows: readonly Row[] = [];
  /** The last frame whose press P1's machine has sampled: a stalled tick samples once, however long it lasts. */
  let sampledThrough = delay - 1;

  const play = (match: TrackMatch, player: 0 | 1): void => {
    const due = match.session.frame();
    // After the last frame there is nothing to press: only the network goes on, until all is confirmed.
    if (due < frames) match.advance(scripts[player][due] ?? STAY);
    else match.poll();
    if (match.state !== 'running') throw new Error(`P${player + 1}'s match is ${match.state}`);
  };

  for (let wall = 0; !isDone(here, frames); wall++) {
    if (wall === TICKS_MAX) throw new Error(`not over after ${TICKS_MAX} ticks`);
    const before = markOf(here, there);
    const bytes = traffic.bytes;
    tick();
    play(here, P1);
    play(there, P2);
    const after = markOf(here, there);

    for (let frame = before.made + 1; frame <= Math.min(after.made, frames - 1); frame++) flights[frame]!.madeAt = wall;
    const landed: (readonly [Frame, Press])[] = [];
    for (let frame = before.landed + 1; frame <= Math.min(after.landed, frames - 1); frame++) {
      flights[frame]!.landedAt = wall;
      landed.push([frame, pressFor(settings, P2, frame)]);
    }
    const stalled = after.stalls > before.stalls;
    if (stalled) waits[before.frame]!++;
    const due = before.frame + delay;
    const sampled = before.frame < frames && due > sampledThrough ? ([due, pressFor(settings, P1, due)] as const) : undefined;
    if (sampled !== undefined) sampledThrough = due;

    const old = rows;
    rows = readRows(here, there, old, before, after);
    walls.push({
      wall,
      moments: momentsOf({ before, after, old, rows, landed, sampled }),
      rows,
      stalledAt: stalled ? before.frame : NULL_FRAME,
      waits: [...waits],
      bytes: traffic.bytes - bytes,
      figures: figuresOf(here, wall + 1),
    });
  }
  for (const match of matches) match.close();
  return { settings, walls, flights, capacity: here.session.capacity, report: walls.at(-1)!.figures };
}

/** Every frame simulated, and on real presses. */
function isDone({ session }: TrackMatch, frames: number): boolean {
  return session.frame() === frames && session.confirmedFrame() >= frames - 1;
}

function markOf(here: TrackMatch, there: TrackMatch): Mark {
  const { session, counters } = here;
  return {
    frame: session.frame(),
    landed: session.confirmedFrameOf(P2),
    made: there.session.confirmedFrameOf(P2),
    redone: session.stats.fastForwardFrames,
    stalls: counters.stalls,
  };
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
function readRows(here: TrackMatch, there: TrackMatch, old: readonly Row[], before: Mark, after: Mark): Row[] {
  const { session } = here;
  const rows = [...old];
  const redoneFrom = before.frame - (after.redone - before.redone);
  const input = new Uint32Array(1);
  for (let frame = Math.max(0, after.frame - session.depth()); frame < after.frame; frame++) {
    const was = old[frame];
    const again = was !== undefined && frame >= redoneFrom;
    // Nothing but presses goes in, and a guess repeats one: hence the two casts.
    session.inputAt(P1, frame, input);
    const mine = input[0] as Press;
    const confirmed = session.inputAt(P2, frame, input);
    const theirs = input[0] as Press;
    const { cells } = session.stateAt(frame);
    const now = [cells[P1]!, cells[P2]!] as const;
    const moved = again && (was.cells[P1] !== now[P1] || was.cells[P2] !== now[P2]);
    const comparable = frame <= confirmedThrough(there) && frame >= there.session.frame() - there.session.depth();
    rows[frame] = {
      frame,
      presses: [mine, theirs],
      confirmed,
      cells: now,
      runs: (was?.runs ?? 0) + (was === undefined || again ? 1 : 0),
      replaced: moved ? [...was.replaced, was.cells] : (was?.replaced ?? []),
      checksum: session.checksumAt(frame),
      theirChecksum: comparable ? there.session.checksumAt(frame) : was?.theirChecksum,
    };
  }
  return rows;
}

import {
  NULL_FRAME,
  openReplay,
  ReplayError,
  type FieldSpecs,
  type Frame,
  type ReplayPlayer,
} from '@lite-rollback/core';
import { checkWinners, type JudgedGame } from './judged-game.js';
import type { RefereeLimits } from './limits.js';
import type { Finding, RefusalCode } from './verdict.js';

/** A finding, and the replay where it verifies. */
export interface Examined<F extends FieldSpecs> {
  readonly finding: Finding;
  /** Only with the status 'verified'. */
  readonly replay?: ReplayPlayer<F>;
}

/** Where a run was broken off, and why. */
interface Stop {
  readonly why: 'out-of-time' | 'went-on' | 'game-threw' | 'bad-winners';
  readonly frame: Frame;
  readonly error?: unknown;
}

/** Plays one replay again from its beginning, until `deadline` on the clock `now`. @throws whatever `winners` throws */
export function examine<F extends FieldSpecs>(
  game: JudgedGame<F>,
  bytes: Uint8Array,
  limits: Required<RefereeLimits>,
  deadline: number,
  now: () => number,
): Examined<F> {
  if (bytes.length > limits.bytes)
    return refused('too-large', `the replay has ${bytes.length} bytes, and ${limits.bytes} are allowed`);
  const run = watch(game, deadline, now);
  let replay: ReplayPlayer<F>;
  try {
    replay = openReplay(run.game, bytes);
  } catch (error) {
    if (error instanceof ReplayError) return refused(error.code, error.message);
    return refused('game-threw', `init() of the game threw: ${String(error)}`);
  }
  const { startFrame, frames, cuts } = replay;
  if (startFrame > 0)
    return refused('starts-late', `the replay begins at frame ${startFrame}, and a match is judged from its beginning`);
  if (frames > limits.frames)
    return refused('too-long', `the replay has ${frames} frames, and ${limits.frames} are allowed`);

  const bad = replay.verify();
  const stopped = run.stopped();
  if (stopped !== undefined) return { finding: findingOf(stopped) };
  if (bad !== NULL_FRAME)
    return departed(bad, `its state after frame ${bad} is not the one that its own inputs lead to`);
  const winners = run.winners();
  return {
    finding: {
      status: 'verified',
      frames,
      over: winners !== undefined,
      winners: winners ?? [],
      left: cuts.map(({ player, lastFrame }) => ({ player, lastFrame })),
    },
    replay,
  };
}

/**
 * The game with someone looking on: it stops in time, sees the end of the match, and nothing may be played after that.
 * Replays take what simulate throws for a frame that differs, so why it stopped is kept here.
 */
function watch<F extends FieldSpecs>(game: JudgedGame<F>, deadline: number, now: () => number) {
  let winners: readonly number[] | undefined;
  let stop: Stop | undefined;
  function stopAt(why: Stop['why'], frame: Frame, error?: unknown): never {
    stop ??= { why, frame, error };
    throw new Error(why);
  }
  const simulate: JudgedGame<F>['simulate'] = (fields, inputs, frame) => {
    if (winners !== undefined) stopAt('went-on', frame);
    if (now() >= deadline) stopAt('out-of-time', frame);
    let over: boolean;
    try {
      game.simulate(fields, inputs, frame);
      over = game.isOver(fields);
    } catch (error) {
      stopAt('game-threw', frame, error);
    }
    if (!over) return;
    try {
      winners = checkWinners(game.winners(fields), game.numPlayers);
    } catch (error) {
      stopAt('bad-winners', frame, error);
    }
  };
  return { game: { ...game, simulate }, winners: () => winners, stopped: () => stop };
}

function findingOf({ why, frame, error }: Stop): Finding {
  switch (why) {
    case 'out-of-time':
      return { status: why, frame, message: `no time was left at frame ${frame}` };
    case 'went-on':
      return departed(frame, `the match was over after frame ${frame - 1}, and the replay goes on`).finding;
    case 'game-threw':
      return refused('game-threw', `the game threw in frame ${frame}: ${String(error)}`).finding;
    case 'bad-winners':
      // The caller's own function: not a finding about anybody's replay.
      throw error;
  }
}

const refused = (code: RefusalCode, message: string): { finding: Finding } => ({
  finding: { status: 'refused', code, message },
});
const departed = (frame: Frame, message: string): { finding: Finding } => ({
  finding: { status: 'departed', frame, message },
});

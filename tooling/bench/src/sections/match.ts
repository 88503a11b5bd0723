// What a tick of a match costs above the session in it: machines over a link in memory.
import { createSession, defineGame } from '@lite-rollback/core';
import { check, report } from '../report.js';
import { bestOf, figure, type Timed } from '../rounds.js';
import { checkAgreement, startMatches } from '../running-matches.js';

/** 192 bytes. */
const CELLS = 48;
/** The default input delay of a match. */
const DELAY = 2;
/** Ticks under way: less the delay, every frame is guessed and redone for four frames. */
const LATE_TICKS = 6;

/** Every player counts; a few integer adds. */
const gameOf = (numPlayers: number) =>
  defineGame({
    id: 'bench/1',
    numPlayers,
    fields: { x: { type: Int32Array, length: CELLS } },
    simulate({ x }, inputs, frame) {
      for (let player = 0; player < inputs.length; player++) x[player] = (x[player]! + inputs[player]!) | 0;
      x[CELLS - 1] = x[CELLS - 1]! ^ frame;
    },
  });

/** Another one than in any of the last six ticks, so that a guess is always wrong. */
const inputOf = (player: number, tick: number): number => 1 + ((tick + player) % 7);

function bare(numPlayers: number): Timed {
  const { fields, simulate } = gameOf(numPlayers);
  const session = createSession({ capacity: 16, numPlayers, fields, simulate });
  return {
    name: `bare ${numPlayers}`,
    run(count) {
      for (let i = 0; i < count; i++) {
        const frame = session.frame();
        session.setLocalInput(inputOf(0, frame));
        for (let player = 1; player < numPlayers; player++)
          session.queueRemoteInput(player, frame, inputOf(player, frame));
        session.step();
      }
    },
  };
}

function matches(game: ReturnType<typeof gameOf>, lateTicks: number) {
  const running = startMatches(game, lateTicks, inputOf);
  const before = running.matches.map(({ session }) => ({
    frames: session.frame(),
    redone: session.stats.fastForwardFrames,
  }));
  const timed: Timed = {
    name: `${game.numPlayers} ${lateTicks}`,
    run(count) {
      for (let i = 0; i < count; i++) running.advance();
    },
  };
  return { running, before, timed };
}

const [two, four] = [gameOf(2), gameOf(4)];
const all = [matches(two, 0), matches(four, 0), matches(two, LATE_TICKS), matches(four, LATE_TICKS)];
const times = bestOf([bare(2), bare(4), ...all.map(({ timed }) => timed)]);

all.forEach(({ running, before }, index) => {
  checkAgreement(running.matches);
  const late = index < 2 ? 0 : LATE_TICKS;
  running.matches.forEach(({ session }, machine) => {
    const { frames, redone } = before[machine]!;
    const perFrame = (session.stats.fastForwardFrames - redone) / (session.frame() - frames);
    // The machines stand level to within a frame.
    const expected = late === 0 ? perFrame === 0 : Math.abs(perFrame - (late - DELAY)) <= 1;
    check(
      expected,
      `with packets ${late} ticks late a machine redoes ${late === 0 ? 0 : late - DELAY} frames a frame, not ${perFrame.toFixed(2)}`,
    );
  });
});

report(
  [2, 4].flatMap((machines) =>
    [0, LATE_TICKS].map((late) => ({
      row: `advance-${machines}${late === 0 ? '' : '-late'}`,
      value: figure(times, `${machines} ${late}`) / machines,
      basis: figure(times, `bare ${machines}`),
    })),
  ),
);

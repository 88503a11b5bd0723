// A small game to judge, and matches of it: over a network, and at one machine with the same seed.
import { createMatch, createPRNG, defineGame, recordMatch, type Game, type Recorder } from '@lite-rollback/core';
import { createHeldInputs, createSimulatedNetwork } from '@lite-rollback/core/testing';
import type { JudgedGame } from '../src/index.js';

export const FIELDS = {
  score: { type: Int32Array, length: 2 },
  mixed: { type: Uint32Array, length: 1 },
} as const;
export type Duel = JudgedGame<typeof FIELDS>;

/** Points to win. */
export const GOAL = 60;

const base: Game<typeof FIELDS> = defineGame({
  id: 'duel/1',
  numPlayers: 2,
  fields: FIELDS,
  init({ mixed }, seed) {
    mixed[0] = seed;
  },
  simulate({ score, mixed }, inputs) {
    for (let player = 0; player < 2; player++) {
      const input = inputs[player]!;
      // Nothing moves where nobody presses.
      if (input === 0) continue;
      mixed[0] = Math.imul(mixed[0]! ^ input, 0x9e3779b1) + player;
      if ((input & 1) !== 0 && mixed[0] % 3 === 0) score[player] = score[player]! + 1;
    }
  },
  isOver: ({ score }) => score[0]! >= GOAL || score[1]! >= GOAL,
});

/** Two at once are a draw. */
export const duel: Duel = {
  ...base,
  isOver: ({ score }) => score[0]! >= GOAL || score[1]! >= GOAL,
  winners: ({ score }) => (score[0]! === score[1]! ? [] : [score[0]! > score[1]! ? 0 : 1]),
};

/** Whoever plays `change` cheats, or has another build: id and layout are the same. */
export const changed = (change: Partial<Duel>): Duel => ({ ...duel, ...change });

type Press = (player: number, frame: number) => number;

/** What hands press, seeded; player 0 rests for a third of the time, so that player 1 wins. */
export function pressing(seed: number): Press {
  const hands = createHeldInputs(seed);
  const out = new Uint32Array(1);
  return (player, frame) => {
    hands(player, frame, out);
    return player === 0 && frame % 90 < 30 ? 0 : out[0]! & 3;
  };
}

/** The replay of a match at one machine, of so many frames at the most. The same seed gives the same match. */
export function playAlone(game: Duel, frames: number, press: Press, seed = 1): Uint8Array {
  const prng = createPRNG(seed);
  const match = createMatch({ game, random: () => prng.int32() >>> 0, now: () => 0 });
  const recorder = recordMatch(match);
  for (let frame = 0; frame < frames && match.state !== 'ended'; frame++)
    match.advance([press(0, frame), press(1, frame)]);
  return recorder.bytes();
}

/** The replays of both machines of a match over a bad network, and one that began in its middle. */
export function playOnline(games: readonly [Duel, Duel], press: Press): { replays: Uint8Array[]; late: Uint8Array } {
  const network = createSimulatedNetwork({ seed: 3, latencyMs: 30, jitterMs: 10, loss: 0.05 });
  const prng = createPRNG(9);
  const random = (): number => prng.int32() >>> 0;
  const matches = games.map((game, i) =>
    createMatch({ game, transport: network.transport(['ann', 'ben'][i]!), now: network.now, random, host: i === 0 }),
  );
  const recorders = matches.map((match) => recordMatch(match));
  let late: Recorder | undefined;
  for (let tick = 0; tick < 5000 && matches.some(({ state }) => state !== 'ended'); tick++) {
    network.advance(1000 / 60);
    matches.forEach((match, player) => match.advance(press(player, tick)));
    if (tick === 200) late = recordMatch(matches[0]!);
  }
  if (late === undefined) throw new Error('the match was too short');
  return { replays: recorders.map((recorder) => recorder.bytes()), late: late.bytes() };
}

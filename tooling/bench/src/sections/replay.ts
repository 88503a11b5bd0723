// Ten minutes of pong between two machines, written down, and what it costs to go to a moment of it.
import { createPRNG, NULL_FRAME, openReplay, recordMatch } from '@lite-rollback/core';
import { createHeldInputs } from '@lite-rollback/core/testing';
import { pong } from '@lite-rollback/pong/src/game.js';
import { endless } from '../endless.js';
import { check, report } from '../report.js';
import { bestOf, figure, QUICK } from '../rounds.js';
import { checkAgreement, startMatches } from '../running-matches.js';

const FRAMES = QUICK ? 1_200 : 36_000;
/** One way, in ticks: the machines guess and are wrong now and then, as in any match. */
const LATE_TICKS = 4;

const game = endless(pong);
const held = createHeldInputs(20_261);
const pressed = new Uint32Array(1);
const running = startMatches(game, LATE_TICKS, (player, tick) => {
  held(player, tick, pressed);
  return pressed[0]! & 3;
});
const [match] = running.matches;
check(match !== undefined, 'a match');
const recorder = recordMatch(match);
while (recorder.frames < FRAMES) running.advance();
checkAgreement(running.matches);
check(match.session.stats.rollbacks > 0, 'a match with rollbacks');
const bytes = recorder.bytes();

const timeOf = (work: () => void): number => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
};
/** Best of a few: opening and the first visit cannot be repeated on one player. */
const best = (times: number, measure: () => number): number => Math.min(...Array.from({ length: times }, measure));
const firstVisit = best(5, () => {
  const player = openReplay(game, bytes);
  return timeOf(() => player.seek(player.startFrame + player.frames));
});

const player = openReplay(game, bytes);
check(player.frames >= FRAMES, `${FRAMES} frames in the replay`);
check(player.verify() === NULL_FRAME, 'the replay is in order');
player.seek(player.startFrame + player.frames);
const prng = createPRNG(1);
const fields = openReplay(game, bytes);
const times = bestOf([
  {
    name: 'seek',
    run(count) {
      for (let i = 0; i < count; i++) player.seek(player.startFrame + prng.range(0, player.frames));
    },
  },
  {
    name: 'step',
    run(count) {
      for (let i = 0; i < count; i++) if (!fields.step()) fields.seek(fields.startFrame);
    },
  },
]);
const step = figure(times, 'step');
report([
  { row: 'replay-size', value: bytes.length },
  { row: 'replay-first', value: firstVisit, basis: step },
  { row: 'replay-seek', value: figure(times, 'seek'), basis: step },
  { row: 'replay-verify', value: best(3, () => timeOf(() => player.verify())), basis: step },
]);

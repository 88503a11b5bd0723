// Ten minutes at 60 Hz: how large a replay gets, and what it costs to move about in it.
import { expect, it } from 'vitest';
import { createMatch, openReplay, recordMatch } from '../../src/index.js';
import { createHeldInputs } from '../../src/testing.js';
import { createParty, inputsIn, sums } from './recorded-play.js';

const FRAMES = 36_000;

it('ten minutes of two players over a bad link fit 60 KB, verify, and are the same on both machines', () => {
  let simulated = 0;
  const base = sums(2);
  // Four buttons each, as held and tapped by createHeldInputs: some 20 changes a second.
  const party = createParty(base, 5, { latencyMs: 30, jitterMs: 10, loss: 0.05 });
  const a = party.add('a');
  const b = party.add('b');
  party.run(FRAMES + 2000, () => Math.min(a.recorder.frames, b.recorder.frames) >= FRAMES);
  const bytes = a.recorder.bytes();
  const { frames } = inputsIn(base, bytes);
  const changes = frames.filter((row, i) => i && row.join() !== frames[i - 1]!.join()).length;
  console.log(`10 minutes: ${bytes.length} bytes, ${changes} frames with a change of input`);
  expect(changes).toBeGreaterThan(8000);
  expect(bytes.length).toBeLessThan(60_000);
  expect(inputsIn(base, b.recorder.bytes()).frames.slice(0, FRAMES)).toEqual(frames.slice(0, FRAMES));

  const game = sums(2, {
    simulate(fields, inputs, frame) {
      simulated++;
      base.simulate(fields, inputs, frame);
    },
  });
  const player = openReplay(game, bytes);
  expect(player.verify()).toBe(-1);
  simulated = 0;
  for (let i = 0; i < 100; i++) player.seek((i * 7919) % FRAMES);
  expect(simulated).toBeLessThan(100 * 60);
  expect(simulated).toBeGreaterThan(100 * 20);
}, 120_000);

it.each([
  [2, 1, 0b11, 15_000], // a paddle: up and down
  [2, 1, 0b1111, 30_000], // a fighter
  [2, 1, 0b1111_1111, 60_000], // a pad of eight buttons, each as busy
  [4, 1, 0b1111, 60_000],
])(
  'ten minutes of %i players, %i words, buttons %i',
  (numPlayers, inputWords, mask, limit) => {
    const game = sums(numPlayers, { inputWords });
    const match = createMatch({ game, now: () => 0 });
    const recorder = recordMatch(match);
    const hands = createHeldInputs(3);
    const out = new Uint32Array(1);
    for (let frame = 0; frame < FRAMES; frame++) {
      match.advance(Array.from({ length: numPlayers }, (_, player) => (hands(player, frame, out), out[0]! & mask)));
    }
    expect(recorder.frames).toBe(FRAMES);
    const bytes = recorder.bytes();
    console.log(`${numPlayers} players, buttons ${mask.toString(2)}: ${bytes.length} bytes`);
    expect(bytes.length).toBeLessThan(limit);
    expect(openReplay(game, bytes).verify()).toBe(-1);
  },
  120_000,
);

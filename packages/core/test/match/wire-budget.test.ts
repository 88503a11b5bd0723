// What a match puts on the wire, as payload bytes handed to send().
import { describe, expect, it } from 'vitest';
import { sensitiveGame, type SensitiveOptions } from './sensitive-game.js';
import { buttons, createWorld, wild, type Hands, type World } from './world.js';

const SECONDS = 10;

interface Traffic {
  readonly bytes: number;
  readonly packets: number;
  readonly largest: number;
}

/** Of every direction, a second. */
function measure(world: World, seconds = SECONDS): Traffic[] {
  const ways = world.machines.flatMap((from) =>
    world.machines.filter((to) => to !== from).map((to) => world.network.link(from.name, to.name)),
  );
  for (const way of ways) way.packets = way.bytes = way.largest = 0;
  world.run(seconds * 1000);
  return ways.map(({ bytes, packets, largest }) => ({ bytes: bytes / seconds, packets: packets / seconds, largest }));
}

const start = (
  count: number,
  link: { latencyMs: number; loss?: number },
  hands: () => Hands,
  game: SensitiveOptions = {},
  options = {},
): World => {
  const world = createWorld({
    seed: count + link.latencyMs,
    game: sensitiveGame({ numPlayers: count, ...game }),
    link,
    options,
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name, { hands: hands() });
  world.play(300, 30_000);
  return world;
};

describe('2 players, 1 word, 60 Hz, a steady link', () => {
  // What is on its way and not acknowledged yet rides in every packet: more changes, and a longer way, cost more.
  it.each([
    [0, [3, 6, 15]],
    [20, [3, 6, 15]],
    [50, [6, 15]],
    [80, [15]],
  ])(
    'of %d ms: at most 1,200 bytes and 60 packets a second, each way, with a change every %j ticks or so',
    (latencyMs, spans) => {
      for (const every of spans) {
        const ways = measure(start(2, { latencyMs }, () => buttons(every)));
        expect(ways).toHaveLength(2);
        for (const { bytes, packets, largest } of ways) {
          expect(bytes).toBeLessThanOrEqual(1200);
          expect(bytes).toBeGreaterThan(300);
          // As a tick may fall just inside either end.
          expect(packets).toBeLessThanOrEqual(60.2);
          expect(packets).toBeGreaterThan(55);
          expect(largest).toBeLessThan(100);
        }
      }
    },
  );

  it('and at rest even less', () => {
    for (const { bytes } of measure(start(2, { latencyMs: 40 }, () => () => [0])))
      expect(bytes).toBeLessThanOrEqual(1080);
  });

  it('with the checksums of every frame it is still under 2 KB', () => {
    for (const { bytes } of measure(start(2, { latencyMs: 40 }, () => buttons(), {}, { desyncInterval: 1 })))
      expect(bytes).toBeLessThan(2000);
  });
});

describe('no packet is larger than 1,200 bytes', () => {
  it.each([2, 4])('%d machines, 16 wild words, loss, and long silences', (count) => {
    const world = start(
      count,
      { latencyMs: 80, loss: 0.3 },
      () => wild,
      { inputWords: 16 },
      { maxPrediction: 30, inputDelay: 15 },
    );
    for (let turn = 0; turn < 5; turn++) {
      world.network.set({ cut: true });
      world.run(1500);
      world.network.set({ cut: false });
      for (const { largest, packets } of measure(world, 2)) {
        expect(largest).toBeLessThanOrEqual(1200);
        // While two of them do not hear each other, others relay.
        expect(packets).toBeLessThanOrEqual(count === 2 ? 62 : 70);
      }
    }
  });

  it('hellos and refusals are small', () => {
    const world = createWorld({ seed: 1, game: sensitiveGame({ id: 'x'.repeat(64) }), link: { latencyMs: 20 } });
    world.machine('a');
    world.machine('b', { game: sensitiveGame({ id: 'y'.repeat(64) }), verified: false });
    world.run(3000);
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const)
      expect(world.network.link(from, to).largest).toBeLessThan(250);
  });
});

describe('a machine that waits, is paused, or stalls', () => {
  it('says hello about ten times a second in a room of its own', () => {
    const world = createWorld({ seed: 2, game: sensitiveGame({ numPlayers: 3 }), link: { latencyMs: 20 } });
    world.machine('a');
    world.machine('b');
    world.run(1000);
    for (const { packets } of measure(world)) expect(packets).toBeLessThan(25);
  });

  it('stays within 60 packets a second', () => {
    const world = start(3, { latencyMs: 50 }, () => buttons());
    world.machines[0]!.match.pause();
    for (const { packets, bytes } of measure(world)) {
      expect(packets).toBeLessThanOrEqual(60.2);
      expect(packets).toBeGreaterThan(3);
      expect(bytes).toBeLessThanOrEqual(1500);
    }
    world.machines[0]!.match.unpause();
    world.network.link('a', 'b').cut = true;
    world.run(1000);
    for (const { packets } of measure(world, 2)) expect(packets).toBeLessThanOrEqual(61);
  });
});

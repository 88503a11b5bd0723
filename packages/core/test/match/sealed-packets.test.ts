// Damaged packets with a valid seal, as a machine that plays in the match could make them. They may lie about their
// sender's inputs; they may not throw, hang the match without a word, or make it hold more than it should.
import { describe, expect, it } from 'vitest';
import { checksumWords } from '../../src/base/checksum.js';
import type { Bytes } from '../../src/index.js';
import { createTape, mutate } from './mutate.js';
import { between, createRandom } from './random.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

/** As docs/wire-format.md has it: a u32 over all that follows it, seeded with the token, as of the packet's length. */
function seal(packet: Bytes, token: number): Bytes {
  const words = new Uint32Array((((packet.length + 3) >> 3) * 8 + 8) >> 2);
  new Uint8Array(words.buffer).set(packet);
  words[0] = checksumWords(words, 1, ((packet.length + 3) >> 3) * 2, token, packet.length);
  return new Uint8Array(words.buffer).slice(0, packet.length);
}

/** The match's token, which is the first half of a ticket. */
const tokenOf = (machine: Machine): number => parseInt(machine.events('start')[0]!.ticket.split('.')[0]!, 36) >>> 0;

const campaign = (seed: number, count: number, turns: number): number => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count, inputWords: 1 + (seed % 3) }),
    link: { latencyMs: 30 },
    options: { onDrop: 'neutral', pauseTimeoutMs: 5000 },
  });
  // A lie about inputs is the truth of nobody.
  for (const name of 'abcd'.slice(0, count)) world.machine(name, { verified: false });
  const tape = createTape(600);
  for (const a of world.machines)
    for (const b of world.machines) if (a !== b) world.network.link(a.name, b.name).tap = tape.tap;
  world.play(150);
  const random = createRandom(seed);
  const [victim] = world.machines as [Machine];
  const token = tokenOf(victim);
  let injected = 0;
  /** Those that the match made something of. */
  let taken = 0;
  for (let turn = 0; turn < turns && victim.match.state !== 'ended'; turn++) {
    const sent = injected;
    const dropped = victim.match.counters.droppedPackets;
    for (let i = between(random, 1, 40); i > 0; i--) {
      const bytes = mutate(random, tape.packets);
      if (bytes.length < 5) continue;
      // A hello is sealed with 0.
      world.network.inject(world.machines[1]!.name, victim.name, seal(bytes, (bytes[4]! & 15) < 2 ? 0 : token));
      injected++;
    }
    world.run(20);
    taken += injected - sent - (victim.match.counters.droppedPackets - dropped);
    const { session } = victim.match;
    expect(session.frame()).toBeGreaterThanOrEqual(0);
    expect(session.confirmedFrame()).toBeGreaterThanOrEqual(-1);
    expect(session.frame() - session.confirmedFrame() - 1).toBeLessThanOrEqual(8);
    for (const { name } of world.machines) victim.match.stats(name);
  }
  // Whatever they made of the match, it has not hung: it goes on, or it ends by a time-out.
  const frame = victim.match.session.frame();
  world.run(20_000);
  expect(
    victim.match.state === 'ended' || victim.match.session.frame() > frame + 60 || victim.match.state === 'paused',
    `seed ${seed}: ${victim.match.state} at ${victim.match.session.frame()}`,
  ).toBe(true);
  expect(taken).toBeGreaterThan(injected / 20);
  return injected;
};

describe('damaged packets with a valid seal', () => {
  it('5,000 of them and more: none throws, the match goes on or ends', () => {
    let injected = 0;
    for (let seed = 1; injected < 5000; seed++) injected += campaign(seed, 2 + (seed % 3), 60);
  });

  it('the seal of this test is the real one', () => {
    const world = createWorld({ seed: 1, game: sensitiveGame(), link: { latencyMs: 30 } });
    const tape = createTape(200);
    world.machine('a');
    world.machine('b');
    world.network.link('a', 'b').tap = tape.tap;
    world.play(100);
    const token = tokenOf(world.machines[0]!);
    expect(tape.packets.filter((packet) => (packet[4]! & 15) >= 2).length).toBeGreaterThan(80);
    for (const packet of tape.packets) expect(seal(packet, (packet[4]! & 15) < 2 ? 0 : token)).toEqual(packet);
  });
});

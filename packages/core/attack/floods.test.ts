// Rule 9: work is bounded before it is done, strangers have a small share of it, and nothing grows.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, dropped, reached, seatOf } from './arena.js';
import { strangersKey } from './client/stranger.js';
import { expectNobodyOut, expectPlaysOn } from './fate.js';
import { writeHello } from './wire/hello.js';
import { EVIDENCE, NOTHING, writePull } from './wire/pull.js';
import { writeChunk } from './wire/chunk.js';
import { sealedPacket, TYPES, type Packet } from './wire/seals.js';

const OPTIONS = { onDrop: 'neutral', dropAfterMs: 2000, notifyAfterMs: 600 } as const;
const QUARTERS_A_SECOND = 240;

interface Flooded {
  readonly arena: Arena;
  readonly honest: readonly Machine[];
  readonly a: Machine;
  readonly evil: Arena['clients'][0];
}

function table(seed: number, options = {}): Flooded {
  const arena = new Arena({ seed, game: { numPlayers: 3 }, options: { ...OPTIONS, ...options } });
  arena.play(['a', 'b', 'evil'], { evil: {} }, 90);
  return { arena, honest: arena.machines, a: arena.machine('a'), evil: arena.clients[0]! };
}

/** Bytes of the heap in use. */
function heapUsed(): number {
  if (!globalThis.gc) throw new Error('the floods need --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/** Four times a tick, for so many seconds: hands packets to a as if from an address. */
function flood(
  { arena, honest }: Flooded,
  perSecond: number,
  make: (i: number) => [from: string, packet: Packet],
): void {
  const perQuarter = Math.ceil(perSecond / QUARTERS_A_SECOND);
  const before = honest.map(reached);
  let sent = 0;
  const send = (): void => {
    for (let i = 0; i < perQuarter; i++) {
      const [from, packet] = make(sent++);
      arena.world.network.inject(from, 'a', packet);
    }
  };
  arena.runThroughout(1000, send);
  const heap = heapUsed();
  arena.runThroughout(2000, send);
  expect(heapUsed() - heap, 'growth of the heap').toBeLessThan(2_000_000);
  expectNobodyOut(arena, honest);
  // What is left of full speed: nobody stalls because a was shouted at.
  honest.forEach((machine, i) => expect(reached(machine) - before[i]!, arena.show()).toBeGreaterThan(170));
}

describe.each([8000, 20_000])('%i packets a second', (perSecond) => {
  it('of garbage, from strangers at one address', () => {
    const all = table(1);
    const before = dropped(all.a);
    flood(all, perSecond, (i) => ['s', Uint8Array.from({ length: 64 }, (_, at) => (at * 7 + i) & 255)]);
    expect(dropped(all.a) - before).toBeGreaterThan(perSecond * 2.9);
  });

  it('of garbage of 1,200 bytes, from everywhere', () => {
    const all = table(2);
    const garbage = new Uint8Array(1200).fill(7);
    flood(all, perSecond, (i) => [`s${i % 97}`, garbage]);
  });

  it('of garbage, from the address of another player', () => {
    const all = table(3);
    const garbage = Array.from({ length: 16 }, (_, type) => new Uint8Array(40 + type * 70).fill(type));
    flood(all, perSecond, (i) => ['b', garbage[i % 16]!]);
  });

  it('of hellos, each of another machine', () => {
    const all = table(4);
    const hello = all.arena.overheard.of('b');
    const hellos = Array.from({ length: 500 }, (_, i) =>
      writeHello({ ...hello, node: 1000 + i, nonce: i, players: i % 2 }),
    );
    flood(all, perSecond, (i) => [`s${i % 499}`, hellos[i % 500]!]);
    for (const machine of all.honest) expect(machine.happenings.length).toBeLessThan(120);
  });

  it('of KEYs, each with a half of its own', () => {
    const all = table(5);
    const hello = all.arena.overheard.of('a');
    const keys = Array.from({ length: 500 }, () => strangersKey(hello, all.arena.random));
    flood(all, perSecond, (i) => [`s${i % 499}`, keys[i % 500]!]);
  });
});

describe('a player that floods one other with sealed packets, 20,000 a second', () => {
  // Its own inputs are lost among them: it holds the match up, and is the one that goes.
  const QUICK_BUDGET = { stallBudgetMs: 2500, budgetSpanMs: 60_000 };

  it.each(['questions for evidence and pieces', 'empty packets of inputs', 'unknown types'])('%s', (what) => {
    const all = table(6, QUICK_BUDGET);
    const { arena, evil, a, honest } = all;
    const link = evil.player.settings.links[seatOf(a)]!;
    const frame = Math.floor((reached(a) - 2) / 30) * 30;
    const pull = writePull({ ...NOTHING, kind: EVIDENCE, frame, checksum: 3 });
    const chunk = writeChunk({ kind: EVIDENCE, frame, pieceBytes: 1024, index: 0, piece: new Uint8Array(200) });
    const bodies: Record<string, [number, number[]][]> = {
      'questions for evidence and pieces': [
        [TYPES.PULL, pull],
        [TYPES.CHUNK, chunk],
      ],
      'empty packets of inputs': [[TYPES.PLAY, []]],
      'unknown types': [12, 13, 14, 15].map((type) => [type, [1, 2, 3]]),
    };
    const kinds = bodies[what]!;
    const before = link.sequence;
    let out = arena.world.network.link('a', 'evil').bytes;
    const send = (): void => {
      for (let i = 0; i < 84; i++) {
        const [type, body] = kinds[i % kinds.length]!;
        arena.world.network.inject('evil', 'a', link.seal(type, body));
      }
    };
    arena.runThroughout(1000, send);
    const heap = heapUsed();
    arena.runThroughout(1500, send);
    expect(heapUsed() - heap, 'growth of the heap').toBeLessThan(2_000_000);
    expect(link.sequence - before).toBeGreaterThan(40_000);
    out = arena.world.network.link('a', 'evil').bytes - out;
    expect(out, 'bytes answered in 2.5 s').toBeLessThan(2.5 * 2_200_000);
    arena.runThroughout(3000, send);
    expectNobodyOut(arena, honest);
    expectPlaysOn(arena, honest);
  });
});

it('what strangers are answered is less than what they send', () => {
  const all = table(8);
  const { arena, a } = all;
  const hello = writeHello({ ...arena.overheard.of('b'), node: 77, nonce: 5, players: 0 });
  const foreign = writeHello({ ...arena.overheard.of('b'), node: 78, nonce: 5, id: 'x' });
  arena.world.network.join('s');
  const out = arena.world.network.link('a', 's');
  const before = out.bytes;
  let sent = 0;
  arena.run(2000, () => {
    for (const packet of [hello, foreign, strangersKey(arena.overheard.of('a'), arena.random)]) {
      arena.world.network.inject('s', 'a', packet);
      sent += packet.length;
    }
  });
  expect(reached(a)).toBeGreaterThan(150);
  expect(out.bytes - before).toBeLessThan(sent * 1.5);
});

it('a link that was never used cannot be sealed for: unknown types and wrong keys cost a seal and no more', () => {
  const all = table(9);
  const before = dropped(all.a);
  for (let type = 3; type < 16; type++) {
    all.arena.world.network.inject('evil', 'a', sealedPacket({ low: 1, high: 1 }, 0, type, [1, 2, 3]));
  }
  expect(dropped(all.a) - before).toBe(13);
});

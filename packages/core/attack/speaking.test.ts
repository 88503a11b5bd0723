// Rules 1 and 2: a packet speaks for one seat and proves it; an address is a hint.
import { describe, expect, it } from 'vitest';
import { createTape } from '../test/match/mutate.js';
import type { Machine } from '../test/match/world.js';
import { Arena, dropped, reached, seatOf } from './arena.js';
import type { HostileClient } from './client/hostile-client.js';
import { expectNobodyOut, expectPlaysOn } from './fate.js';
import type { Key } from './wire/half-sip-hash.js';
import { NOTHING, EVIDENCE, writePull } from './wire/pull.js';
import { WHOLE, writePlay, type Play } from './wire/play.js';
import { writeRelay } from './wire/relay.js';
import { isPlay, sealedPacket, sequenceOf, SEQUENCES, TYPES, type Packet } from './wire/seals.js';

const QUICK = { onDrop: 'neutral', dropAfterMs: 1000, notifyAfterMs: 400 } as const;

interface Table {
  readonly arena: Arena;
  readonly honest: readonly Machine[];
  readonly evil: HostileClient;
  readonly a: Machine;
  readonly b: Machine;
}

function table(seed: number, options = {}, link = { latencyMs: 20 }, verified = true): Table {
  const arena = new Arena({ seed, game: { numPlayers: 3 }, options: { ...QUICK, ...options }, link, verified });
  arena.play(['a', 'evil', 'b'], { evil: {} });
  return { arena, honest: arena.machines, evil: arena.clients[0]!, a: arena.machine('a'), b: arena.machine('b') };
}

/** What evil would say in b's name to a: everything that it can know is true. */
function inTheNameOf(
  { evil, a, b }: Table,
  changes: (play: Play) => Partial<Play>,
): (key: Key, sequence: number) => Packet {
  const seat = seatOf(b);
  const [start, frame] = [evil.player.held[seat]! + 1, evil.player.frame];
  const before = evil.player.rowOf(seat, start - 1);
  const section = { seat, start, before, rows: [[1], [2], [3], [4], [5], [6]] };
  const play: Play = { ...evil.player.honestPlay(seatOf(a)), frame, report: undefined, sections: [section] };
  return (key, sequence) => {
    const { kind, body } = writePlay({ ...play, ...changes(play) }, seat, sequence);
    return sealedPacket(key, sequence, kind, body);
  };
}

const FORGED: Record<string, (play: Play) => Partial<Play>> = {
  inputs: () => ({}),
  'a goodbye': () => ({ type: TYPES.BYE, sections: [] }),
  acks: ({ held }) => ({ held: held.map((frame) => frame + 5), sections: [] }),
  'an accusation': () => ({ report: { ...WHOLE, accuses: 2, closing: 2 }, sections: [] }),
  'a false checksum': ({ frame }) => ({ checked: { frame: frame - (frame % 30) - 30, checksum: 7 }, sections: [] }),
};

describe.each(Object.entries(FORGED))('%s in the name of another', (_, changes) => {
  // The keys that evil has or can guess at, and the ways that it has.
  it.each(['its own key', 'no key', 'a guessed key'])(
    'sealed with %s, from everywhere: does nothing in the other name',
    (how) => {
      const all = table(3);
      const { arena, honest, evil, a } = all;
      const link = evil.player.settings.links[seatOf(a)]!;
      const key = how === 'its own key' ? link.sealsWith : { low: 0, high: how === 'no key' ? 0 : 0x1234 };
      const before = dropped(a);
      let sent = 0;
      evil.player.isFree = true;
      for (let i = 0; i < 120; i++) {
        for (const from of ['b', 'evil', 'nobody']) {
          arena.world.network.inject(from, 'a', inTheNameOf(all, changes)(key, link.sequence++));
          sent++;
        }
        arena.step();
      }
      if (how !== 'its own key') {
        expect(dropped(a) - before).toBe(sent);
        expectPlaysOn(arena, honest);
      }
      // Sealed with its own key the packets are its own: they may put evil out, and nobody else.
      expectNobodyOut(arena, honest);
      arena.run(3000);
      expectPlaysOn(arena, honest);
      expectNobodyOut(arena, honest);
      for (const machine of honest) expect(machine.events('desync').filter(({ peer }) => peer !== 'evil')).toEqual([]);
    },
  );
});

it('inputs of another seat in its own packets are not taken, whoever is heard', () => {
  const all = table(4);
  const { arena, honest, evil, b } = all;
  const seat = seatOf(b);
  let forged = 0;
  evil.player.bend = (play, to) => {
    if (to === seat) return play;
    forged++;
    const start = evil.player.held[seat]! + 1;
    const rows = [[9], [8], [7], [6], [5], [4], [3], [2]];
    return { ...play, sections: [...play.sections, { seat, start, before: evil.player.rowOf(seat, start - 1), rows }] };
  };
  const before = honest.map(dropped);
  expectPlaysOn(arena, honest, 3000);
  expect(forged).toBeGreaterThan(150);
  expect(honest.map(dropped)).toEqual(before);
});

it('inputs lent during a hiccup of 900 ms, at whose end their owner is back', () => {
  const all = table(5);
  const { arena, honest, evil, a, b } = all;
  const seat = seatOf(b);
  evil.player.bend = (play, to) => {
    if (to !== seatOf(a)) return play;
    const start = evil.player.held[seat]! + 1;
    const report = { ...WHOLE, accuses: 1 << seat, closing: 1 << seat };
    const rows = [[9], [8], [7], [6], [5], [4], [3], [2]];
    const section = { seat, start, before: evil.player.rowOf(seat, start - 1), rows };
    return {
      ...play,
      report,
      held: play.held.map((held, i) => (i === seat ? start + 7 : held)),
      sections: [...play.sections, section],
    };
  };
  for (let round = 0; round < 3; round++) {
    arena.world.network.set({ cut: true }, 'b');
    arena.run(900);
    arena.world.network.set({ cut: false }, 'b');
    expectPlaysOn(arena, honest, 2000, 0.5);
  }
  expectNobodyOut(arena, honest);
});

it('inputs lent after an outage between two is over: the owner alone is believed again', () => {
  const all = table(6, { dropAfterMs: 1500 });
  const { arena, honest, evil, a, b } = all;
  const seat = seatOf(b);
  // Evil carries nothing from b to a, so that a has to accuse b. Then the line heals.
  evil.player.relays = false;
  arena.world.network.link('b', 'a').cut = true;
  arena.until('a is without b', () => a.events('interrupt').some(({ peer }) => peer === 'b'));
  arena.run(1400);
  arena.world.network.link('b', 'a').cut = false;
  arena.run(1000);
  let forged = 0;
  evil.player.bend = (play, to) => {
    if (to !== seatOf(a)) return play;
    forged++;
    const start = evil.player.held[seat]! + 1;
    const rows = [[9], [8], [7], [6], [5], [4], [3], [2]];
    return { ...play, sections: [...play.sections, { seat, start, before: evil.player.rowOf(seat, start - 1), rows }] };
  };
  expectPlaysOn(arena, honest, 3000);
  expect(forged).toBeGreaterThan(150);
});

describe('replayed', () => {
  /** Sealed packets from b to a, kept. */
  const recorded = (seed: number, link = { latencyMs: 20 }) => {
    const all = table(seed, {}, link);
    const tape = createTape(240);
    all.arena.world.network.link('b', 'a').tap = tape.tap;
    all.arena.run(3000);
    return { ...all, packets: tape.packets.filter(isPlay) };
  };

  it.each(['b', 'evil', 'nobody'])('old sealed packets, once each, from %s: nothing moves there', (from) => {
    const { arena, honest, a, packets } = recorded(7);
    arena.run(3000);
    if (from === 'nobody') arena.world.network.join(from);
    const before = dropped(a);
    const to = arena.world.network.link('a', from === 'b' ? 'evil' : from).packets;
    packets.forEach((packet, i) => {
      arena.world.network.inject(from, 'a', packet);
      if (i % 4 === 3) arena.step();
    });
    arena.step();
    expect(dropped(a) - before).toBe(packets.length);
    if (from === 'nobody') expect(arena.world.network.link('a', from).packets - to).toBe(0);
    expectPlaysOn(arena, honest);
    expectNobodyOut(arena, honest);
  });

  it.each(['b', 'nobody'])('one recorded packet, 20,000 a second from %s: its owner is heard all the while', (from) => {
    const { arena, honest, a, packets } = recorded(8);
    const flood = (): void => {
      for (let i = 0; i < 84; i++) arena.world.network.inject(from, 'a', packets[0]!);
    };
    const before = honest.map(reached);
    arena.runThroughout(3000, flood);
    expectNobodyOut(arena, honest);
    // What was taken before makes no room for itself among what waits.
    expect(a.match.stats('b')?.lossRatio).toBeLessThan(0.05);
    honest.forEach((machine, i) => expect(reached(machine) - before[i]!, arena.show()).toBeGreaterThan(140));
    expectPlaysOn(arena, honest);
  });

  it('one recorded packet, carried 100 times a tick by a relay: its owner is heard all the while', () => {
    const { arena, honest, evil, a, b, packets } = recorded(9);
    // It says little else, so that its share of what waits is all replays.
    let ticks = 0;
    evil.player.bend = (play, to) => (to !== seatOf(a) || ticks++ % 6 === 0 ? play : undefined);
    const before = honest.map(reached);
    arena.runThroughout(3000, () => {
      for (let i = 0; i < 25; i++) {
        const relay = { origin: seatOf(b), target: seatOf(a), packet: packets[0]! };
        evil.player.sendBody(seatOf(a), TYPES.RELAY, writeRelay(relay));
      }
    });
    expectNobodyOut(arena, honest);
    expect(a.match.stats('b')?.lossRatio).toBeLessThan(0.05);
    honest.forEach((machine, i) => expect(reached(machine) - before[i]!, arena.show()).toBeGreaterThan(140));
    expectPlaysOn(arena, honest);
  });

  it('a packet from before the numbers wrapped half: refused, and what comes after is taken', () => {
    // Evil's own link stands for one that has lasted for 39 hours: it skips numbers, as if as many packets had been lost.
    const { arena, honest, evil, a } = table(10);
    const link = evil.player.settings.links[seatOf(a)]!;
    const tape: Packet[] = [];
    evil.onSend = (packet, to) => void (to === 'a' && tape.length < 20 && tape.push(packet));
    arena.run(500);
    evil.onSend = () => undefined;
    const first = sequenceOf(tape[0]!);
    for (let step = 1; step <= 5; step++) {
      link.sequence = first + (SEQUENCES / 8) * step;
      arena.run(200);
    }
    expectPlaysOn(arena, honest, 1000);
    const before = dropped(a);
    arena.world.network.join('nobody');
    for (const packet of tape) arena.world.network.inject('nobody', 'a', packet);
    arena.run(200);
    expect(dropped(a) - before).toBe(tape.length);
    expect(arena.world.network.link('a', 'nobody').packets).toBe(0);
    expectPlaysOn(arena, honest);
    expectNobodyOut(arena, honest);
  });
});

describe('carried by evil, while two cannot hear each other', () => {
  const severed = (seed: number) => {
    const all = table(seed);
    all.arena.world.network.set({ cut: true }, 'a', 'b');
    return all;
  };

  it('true: they play on as long as they like', () => {
    const { arena, honest, evil } = severed(11);
    arena.run(4000);
    expect(evil.player.carried.length).toBeGreaterThan(200);
    expectPlaysOn(arena, honest, 3000, 0.5);
    expectNobodyOut(arena, honest);
    expect(honest[0]!.match.stats('b')?.path).toBe('relayed');
  });

  it.each(['every byte', 'the seal', 'the target', 'the origin'])('with %s altered: nothing of it counts', (what) => {
    const { arena, honest, evil, a } = severed(12);
    arena.run(1500);
    let i = 0;
    evil.player.bendRelay = (relay) => {
      const packet = relay.packet.slice();
      i++;
      if (what === 'the target') return { ...relay, target: (relay.target + 1) % 3 };
      if (what === 'the origin') return { ...relay, origin: 3 };
      packet[what === 'the seal' ? i % 4 : 4 + (i % (packet.length - 4))]! ^= 1 << (i % 8);
      return { ...relay, packet };
    };
    const before = dropped(a);
    arena.run(600);
    expect(dropped(a) - before).toBeGreaterThan(20);
    evil.player.bendRelay = (relay) => relay;
    expectPlaysOn(arena, honest, 3000, 0.5);
    expectNobodyOut(arena, honest);
  });

  it('sent on from its own address as well: it does not become the address of another', () => {
    const { arena, honest, evil, a, b } = severed(13);
    const names = [a.name, '', b.name];
    evil.player.bendRelay = ({ packet, target }) => {
      evil.send(packet, names[target]);
      return undefined;
    };
    arena.run(600);
    arena.world.network.set({ cut: false }, 'a', 'b');
    // It is the faster one, and then it sends nothing on any more.
    for (const name of ['a', 'b']) arena.world.network.set({ latencyMs: 1 }, 'evil', name);
    arena.run(1000);
    evil.player.bendRelay = () => undefined;
    arena.run(1000);
    expectPlaysOn(arena, honest, 3000, 0.5);
    expectNobodyOut(arena, honest);
  });
});

it('evidence asked for in the name of another is sent to nobody else', () => {
  const all = table(14);
  const { arena, honest, evil, a } = all;
  arena.run(1500);
  const before = dropped(a);
  const frame = Math.floor((reached(a) - 2) / 30) * 30;
  for (let i = 0; i < 20; i++) {
    const pull = { ...NOTHING, kind: EVIDENCE, frame, checksum: 5 };
    arena.world.network.inject('b', 'a', sealedPacket({ low: 1, high: 2 }, i, TYPES.PULL, writePull(pull)));
    arena.step();
  }
  expect(dropped(a) - before).toBe(20);
  expectPlaysOn(arena, honest);
  for (const machine of honest) expect(machine.events('desync')).toEqual([]);
  expect(evil.player.sent[0]).toBeGreaterThan(0);
});

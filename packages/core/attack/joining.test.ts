// Rule 8: no stranger keeps a room from playing, and a link that works one way only leaves out that machine alone.
import { describe, expect, it } from 'vitest';
import { createTape } from '../test/match/mutate.js';
import type { Machine } from '../test/match/world.js';
import { Arena, reached, type ClientChanges } from './arena.js';
import { expectPlaysOn } from './fate.js';
import { FULL, HOST, RUNNING, TAKEN, writeHello } from './wire/hello.js';
import { INVITES, tokenOf, type Entry, type Meet } from './wire/meet.js';
import { isPlain, typeOf, TYPES, type Packet } from './wire/seals.js';

/** Longest time from the moment at which the honest machines are there until they play, while a stranger does its worst. */
const START_MS = 19_000;

function expectStarted(arena: Arena, machines: readonly Machine[], ms = START_MS, each?: () => void): void {
  arena.until('they play', () => machines.every((machine) => reached(machine) >= 30), ms, each);
  for (const machine of machines) expect(machine.events('end')).toEqual([]);
  expectPlaysOn(arena, machines, 1000);
}

const room = (seed: number, numPlayers = 2, options = {}): Arena =>
  new Arena({ seed, game: { numPlayers }, options, verified: false });

/** A stranger that is first of all by each measure. */
const FIRST: ClientChanges = { node: 1, host: true, backs: false };

describe.each([true, false])('with a host (%s)', (host) => {
  it.each([1, 8, 14])('%i strangers who say hello, make links and back nothing', (count) => {
    const arena = room(2);
    const a = arena.honest('a', { options: { host } });
    arena.run(300);
    for (let i = 0; i < count; i++) arena.hostile(`s${i}`, { backs: false });
    arena.run(500);
    const b = arena.honest('b');
    expectStarted(arena, [a, b]);
  });

  it.each([1, 8])('%i strangers with the host flag and the lowest node, who never propose', (count) => {
    const arena = room(3);
    const a = arena.honest('a', { options: { host } });
    for (let i = 0; i < count; i++) arena.hostile(`s${i}`, { ...FIRST, node: 1 + i });
    arena.run(500);
    const b = arena.honest('b');
    expectStarted(arena, [a, b]);
  });

  it.each([1, 8])('%i strangers with the host flag and the lowest node, who propose and never begin', (count) => {
    const arena = room(3);
    const a = arena.honest('a', { options: { host } });
    const strangers = Array.from({ length: count }, (_, i) =>
      arena.hostile(`s${i}`, { ...FIRST, node: 1 + i, coordinates: true }),
    );
    const neverBegin = (): void => strangers.forEach((each) => (each.begin = () => undefined));
    neverBegin();
    arena.run(500);
    const b = arena.honest('b');
    expectStarted(arena, [a, b]);
  });

  it('a stranger that proposes a roster of its own, and never begins to play', () => {
    const arena = room(4);
    const a = arena.honest('a', { options: { host } });
    const stranger = arena.hostile('s', { ...FIRST, coordinates: true, players: 1 });
    // It takes its own roster for begun, and says nothing any more.
    arena.run(500, () => void (stranger.isSilent = stranger.seat !== undefined));
    const b = arena.honest('b');
    arena.until('a plays, or waits on', () => reached(a) > 30 || a.match.state === 'ended', 12_000);
    arena.run(1000);
    // Whoever takes part in a roster with a stranger has a match with it: it may leave. Everyone gets a reason in time.
    for (const machine of [a, b]) {
      const [end] = machine.events('end');
      if (end) expect(['dropped', 'rejected', 'timeout']).toContain(end.reason);
    }
  });

  it('an older host of another game, there before all others', () => {
    const arena = room(5);
    const introduction = { ...arena.introduction, id: 'other/1' };
    const stranger = arena.hostile('s', { host: true, node: 1, introduction, talksTo: () => false });
    arena.run(200);
    const a = arena.honest('a', { options: { host } });
    arena.run(3000, () => stranger.send(writeHello(stranger.room.hello({ age: 2 ** 32 - 1, flags: HOST })), 'a'));
    expect(a.events('reject').map(({ reason }) => reason)).toContain('game');
    expect(a.events('end')).toEqual([]);
    const b = arena.honest('b');
    expectStarted(arena, [a, b]);
  });

  it.each([
    ['FULL', FULL],
    ['FULL and RUNNING', FULL | RUNNING],
    ['TAKEN', TAKEN | RUNNING],
    ['all', FULL | TAKEN | RUNNING | HOST],
  ])('%s, told by strangers at three addresses with the right echo', (_, flags) => {
    const arena = room(6);
    const strangers = ['x', 'y', 'z'].map((name) => arena.hostile(name, { talksTo: () => false }));
    arena.run(200);
    const a = arena.honest('a', { options: { host } });
    const refuse = (): void => {
      for (const stranger of strangers) {
        for (const [to, { node, nonce }] of arena.overheard.hellos) {
          const told = { refuses: node, echo: nonce, flags, token: 5, age: 9999 };
          stranger.send(writeHello(stranger.room.hello(told)), to);
        }
      }
    };
    arena.run(3000, refuse);
    expect(a.events('end'), arena.show()).toEqual([]);
    const b = arena.honest('b');
    expectStarted(arena, [a, b], START_MS, refuse);
  });
});

describe('refusals under the seal of links, by strangers that were there first', () => {
  const refusing = (arena: Arena): (() => void) => {
    const strangers = ['x', 'y', 'z'].map((name) =>
      arena.hostile(name, { backs: false, bendMeet: (meet) => ({ ...meet, flags: FULL }) }),
    );
    arena.run(200);
    return () => {
      for (const stranger of strangers) {
        for (const [to, { node, nonce }] of arena.overheard.hellos) {
          const told = { refuses: node, echo: nonce, flags: FULL | RUNNING, token: 5, age: 9999 };
          stranger.send(writeHello(stranger.room.hello(told)), to);
        }
      }
    };
  };

  it('end no joining while a machine is there that would play', () => {
    const arena = room(7, 3);
    const refuse = refusing(arena);
    const [a, b] = [arena.honest('a'), arena.honest('b')];
    arena.run(5000, refuse);
    for (const each of [a, b]) expect(each.events('reject')).toHaveLength(3);
    const c = arena.honest('c');
    expectStarted(arena, [a, b, c], START_MS, refuse);
  });

  // Nobody that comes into a room can tell strangers from those whose match runs there: it has their word alone.
  it('end that of a machine which is alone with them, after a second and with the reason', () => {
    const arena = room(8);
    const refuse = refusing(arena);
    const a = arena.honest('a');
    arena.run(900, refuse);
    expect(a.events('end')).toEqual([]);
    arena.run(1500, refuse);
    expect(a.events('reject')[0]).toMatchObject({ who: 'self', reason: 'full' });
    expect(a.events('end')).toEqual([{ reason: 'rejected' }]);
  });
});

describe('replayed', () => {
  const tapeOf = (seed: number, count: number): Packet[] => {
    const earlier = room(seed, count);
    const tape = createTape();
    const names = 'abcd'.slice(0, count).split('');
    for (const from of names)
      for (const to of names) if (from !== to) earlier.world.network.link(from, to).tap = tape.tap;
    for (const name of names) earlier.honest(name);
    earlier.until('they play', () => earlier.machines.every((machine) => reached(machine) > 20));
    return tape.packets;
  };

  it.each([
    [2, 'other addresses'],
    [3, 'other addresses'],
    [2, 'the same addresses'],
    [3, 'the same addresses'],
    [4, 'the same addresses'],
  ])('everything of an earlier room of %i, from %s', (count, where) => {
    const tape = tapeOf(20 + count, count);
    expect(tape.some((packet) => typeOf(packet) === TYPES.KEY)).toBe(true);
    const arena = room(30 + count, count);
    const names = 'abcd'.slice(0, count).split('');
    const machines = names.map((name) => arena.honest(name));
    let i = 0;
    expectStarted(arena, machines, START_MS, () => {
      for (let k = 0; k < 4; k++, i++) {
        const from = where === 'other addresses' ? `old${i % 5}` : names[i % count]!;
        const to = names[Math.floor(i / count) % count]!;
        if (from !== to) arena.world.network.inject(from, to, tape[(i * 7) % tape.length]!);
      }
    });
  });

  it.each([2, 3])('hellos and KEYs of this very room of %i, from the same addresses and from another', (count) => {
    const arena = room(40 + count, count);
    const names = 'abcd'.slice(0, count).split('');
    const tape: { packet: Packet; from: string; to: string }[] = [];
    for (const from of names) {
      for (const to of names) {
        if (from === to) continue;
        arena.world.network.link(from, to).tap = (packet) => {
          if (isPlain(packet)) tape.push({ packet: packet.slice(), from, to });
          return packet;
        };
      }
    }
    const machines = names.map((name) => arena.honest(name));
    let i = 0;
    expectStarted(arena, machines, START_MS, () => {
      for (let k = 0; k < 3 && tape.length; k++, i++) {
        const { packet, from, to } = tape[(i * 7) % tape.length]!;
        arena.world.network.inject(i % 2 ? from : 'x', to, packet);
      }
    });
  });
});

it('GONE in the names of others is sealed by nobody, and counts for nothing', () => {
  const arena = room(50);
  const [a, b] = [arena.honest('a'), arena.honest('b')];
  const stranger = arena.hostile('s', { backs: false });
  expectStarted(arena, [a, b], START_MS, () => {
    for (const link of stranger.room.links) {
      const body = stranger.room.meet({ flags: 1 }, link);
      stranger.room.sayMeet(link, body);
      for (const to of ['a', 'b']) arena.world.network.inject(to === 'a' ? 'b' : 'a', to, link.seal(TYPES.MEET, []));
    }
  });
});

describe('1,000 strangers', () => {
  it('at ten hellos a second each', () => {
    const arena = room(60);
    const a = arena.honest('a', { options: { host: true } });
    arena.run(300);
    const hello = arena.overheard.of('a');
    const hellos = Array.from({ length: 1000 }, (_, i) => writeHello({ ...hello, flags: 0, node: 1000 + i, nonce: i }));
    let i = 0;
    const speak = (): void => {
      for (let k = 0; k < 160; k++, i++) {
        for (const to of ['a', 'b']) arena.world.network.inject(`s${i % 1000}`, to, hellos[i % 1000]!);
      }
    };
    arena.run(500, speak);
    const b = arena.honest('b');
    expectStarted(arena, [a, b], START_MS, speak);
  });
});

describe('nobody hostile', () => {
  it.each([1, 2, 3, 4])('a link that works one way only leaves out that machine and not the room (seed %i)', (seed) => {
    const arena = room(70 + seed);
    arena.world.network.link('a', 'deaf').cut = true;
    arena.honest('a', { options: { host: seed % 2 === 0 } });
    arena.honest('deaf');
    arena.run(500);
    const b = arena.honest('b');
    // Whichever of the two hears b: the other one waits for somebody else.
    const playing = (): Machine[] => arena.machines.filter((machine) => reached(machine) > 30);
    arena.until('two play', () => playing().length === 2, 6000);
    expect(playing()).toContain(b);
    expectPlaysOn(arena, playing(), 1000);
  });

  it.each([1, 2, 3, 4])(
    'of three, two of which hear each other one way only, with a fourth: those three play (seed %i)',
    (seed) => {
      const arena = room(80 + seed, 3);
      arena.world.network.link('b', 'c').cut = true;
      const [a] = [arena.honest('a', { options: { host: true } }), arena.honest('b'), arena.honest('c')];
      arena.run(1000);
      const d = arena.honest('d');
      const playing = (): Machine[] => arena.machines.filter((machine) => reached(machine) > 30);
      arena.until('three play', () => playing().length === 3, 6000);
      expect(playing()).toEqual(expect.arrayContaining([a, d]));
    },
  );
});

describe('twins', () => {
  it.each([2, 3])('a stranger under the node id of another, in a room of %i', (count) => {
    const arena = room(90 + count, count);
    const a = arena.honest('a', { options: { host: true } });
    const b = arena.honest('b');
    arena.run(50);
    const { node } = arena.overheard.of('b');
    arena.hostile('twin', { node, backs: false });
    arena.run(500);
    const others = count === 3 ? [arena.honest('c')] : [];
    expectStarted(arena, [a, b, ...others]);
  });

  it('a twin that was first', () => {
    const arena = room(95, 3);
    const a = arena.honest('a', { options: { host: true } });
    // The node id that b will have, told by a run of the same room without the twin.
    const rehearsal = room(95, 3);
    rehearsal.honest('a', { options: { host: true } });
    rehearsal.honest('b');
    rehearsal.run(200);
    arena.hostile('twin', { node: rehearsal.overheard.of('b').node, backs: false });
    arena.run(500);
    const [b, c] = [arena.honest('b'), arena.honest('c')];
    expectStarted(arena, [a, b, c]);
  });
});

describe('a coordinator that lies', () => {
  /** Tells each member another roster: the same machines, in another order. */
  const twoFaced = (arena: Arena): ClientChanges => {
    const other = (entries: readonly Entry[]): Entry[] => [entries[0]!, ...entries.slice(1).reverse()];
    return {
      ...{ node: 1, host: true, coordinates: true },
      bendMeet: (meet: Meet, link): Meet => {
        if (link.address !== 'b' || meet.entries.length === 0) return meet;
        const entries = other(meet.entries);
        return { ...meet, entries, token: tokenOf(entries, arena.introduction.terms) };
      },
    };
  };

  it('two rosters told to two members: neither begins a match that the other does not play', () => {
    const arena = room(100, 3);
    const evil = arena.hostile('evil', twoFaced(arena));
    const [a, b] = [arena.honest('a'), arena.honest('b')];
    arena.until('it has proposed', () => evil.room.proposal.length === 3);
    // As if all had backed it.
    arena.run(400);
    if (!evil.seat) evil.begin(evil.entries);
    evil.player.isFree = true;
    arena.run(4000);
    const started = [a, b].filter((machine) => machine.events('start').length > 0);
    expect(
      started.map(({ name }) => name),
      arena.show(),
    ).toEqual([]);
    evil.isSilent = true;
    const c = arena.honest('c');
    expectStarted(arena, [a, b, c]);
  });

  it('a member that plays before all have backed the roster begins no match', () => {
    const arena = room(101, 3);
    const a = arena.honest('a', { options: { host: true } });
    const evil = arena.hostile('evil', {});
    arena.run(300);
    const c = arena.hostile('c', { backs: false });
    arena.until('evil backs a roster', () => evil.entries.length === 3, 3000);
    evil.begin(evil.entries);
    evil.player.isFree = true;
    arena.run(1000);
    expect(evil.player.sent[0]).toBeGreaterThan(30);
    expect(a.events('start'), arena.show()).toEqual([]);
    evil.isSilent = c.isSilent = true;
    const honest = [arena.honest('d'), arena.honest('e')];
    expectStarted(arena, [a, ...honest]);
  });

  it.each([
    ['itself twice', (own: Entry, others: readonly Entry[]) => [own, others[0]!, own]],
    ['one member twice', (own: Entry, others: readonly Entry[]) => [own, others[0]!, others[0]!]],
    [
      'a seat without players',
      (own: Entry, others: readonly Entry[]) => [own, { ...own, node: 77, players: 0 }, ...others.slice(0, 2)],
    ],
    [
      'another nonce for a member',
      (own: Entry, others: readonly Entry[]) => [own, { ...others[0]!, nonce: 5 }, ...others.slice(1)],
    ],
  ])('a roster with %s is backed by nobody', (_, change) => {
    const arena = room(102, 3);
    let proposed: readonly Entry[] = [];
    const evil = arena.hostile('evil', {
      ...{ node: 1, host: true, coordinates: true },
      bendMeet: (meet) => {
        if (meet.entries.length === 0) return meet;
        const entries = change(meet.entries[0]!, meet.entries.slice(1));
        proposed = entries;
        return { ...meet, entries, token: tokenOf(entries, arena.introduction.terms) };
      },
    });
    const [a, b] = [arena.honest('a'), arena.honest('b')];
    arena.until('it has proposed', () => proposed.length > 0);
    arena.run(800);
    const token = tokenOf(proposed, arena.introduction.terms);
    const backing = [...evil.room.known].filter(([, meet]) => meet.token === token).map(([link]) => link.address);
    expect(backing).toEqual([]);
    evil.isSilent = true;
    const c = arena.honest('c');
    expectStarted(arena, [a, b, c]);
  });
});

describe('false invitations', () => {
  /** A match that does not exist, of two seats: the second is out, as its only player says. */
  const inviting = (arena: Arena, out: number): ClientChanges => ({
    players: 0,
    backs: false,
    bendMeet: (meet, link): Meet => {
      const own = { node: link.node ^ 5, nonce: 1, players: 1, delay: 2 };
      const entries = [own, { ...own, node: 99 }];
      return {
        ...meet,
        flags: INVITES,
        entries,
        token: tokenOf(entries, arena.introduction.terms),
        seat: 0,
        out,
        players: 1,
      };
    },
  });

  it.each([0, 2])(
    'to a match that does not exist (out: %i): a player does not follow, a spectator finds the true one',
    (out) => {
      const arena = room(110);
      for (let i = 0; i < 2; i++) arena.hostile(`s${i}`, inviting(arena, out));
      const w = arena.honest('w', { options: { role: 'spectator' } });
      arena.run(2500);
      const [a, b] = [arena.honest('a'), arena.honest('b')];
      expectStarted(arena, [a, b]);
      arena.until('the spectator sees the true match', () => reached(w) > 30, 30_000);
      expect(w.events('end')).toEqual([]);
    },
  );
});

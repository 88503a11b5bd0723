// Rules 3 and 11: a ticket is its owner's secret, and a living player's seat cannot be taken.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, dropped, reached, seatOf } from './arena.js';
import { expectNobodyOut, expectPlaysOn } from './fate.js';
import { LinkFlood, strangersKey } from './client/stranger.js';
import { readTicket, verifierFor, writeClaim, writeTicket, type Ticket } from './wire/ticket.js';
import { isPlain, TYPES, typeOf, type Packet } from './wire/seals.js';

const GRACE = { onDrop: 'neutral', rejoinGraceMs: 6000 } as const;
const DUEL = ['a', 'b'];

interface Table {
  readonly arena: Arena;
  readonly a: Machine;
  readonly b: Machine;
  readonly ticket: Ticket;
}

function duel(seed: number, options = {}): Table {
  const arena = new Arena({ seed, options: { ...GRACE, ...options } });
  arena.play(DUEL, {});
  const b = arena.machine('b');
  const ticket = readTicket(b.events('start')[0]!.ticket);
  return { arena, a: arena.machine('a'), b, ticket };
}

/** A client that says hello with a ticket and claims its seat at every chance. */
function claimant(arena: Arena, address: string, ticket: Ticket, changes = {}) {
  const client = arena.hostile(address, { ticket, ...changes });
  let claims = 0;
  const claim = (): void => {
    for (const link of client.room.links) {
      const body = writeClaim(ticket.node, verifierFor(ticket.secret, link.node), link.key);
      client.send(link.seal(TYPES.CLAIM, body), link.address);
      claims++;
    }
  };
  return { client, claim, claims: () => claims };
}

const rejections = ({ client }: ReturnType<typeof claimant>): number =>
  [...client.room.hellos.values()].filter(({ refuses, flags }) => refuses === client.room.node && flags & 16).length;

describe.each([400, 900, 4000])('a player silent for %i ms', (silentMs) => {
  it('keeps its seat, though a stranger says hello with its token and node, and guesses the secret', () => {
    const { arena, a, b, ticket } = duel(2);
    const thief = claimant(arena, 'thief', { ...ticket, secret: { low: 12, high: 34 } });
    arena.run(500, thief.claim);
    b.mode = 'off';
    arena.run(silentMs, thief.claim);
    b.mode = 'advance';
    const before = dropped(a);
    arena.run(1500, thief.claim);
    expect(thief.claims()).toBeGreaterThan(60);
    expect(dropped(a) - before, 'claims that prove nothing are counted').toBeGreaterThan(30);
    expectNobodyOut(arena, [a, b]);
    expectPlaysOn(arena, [a, b]);
  });

  it('keeps its seat, though anybody says hello from its address', () => {
    const { arena, a, b } = duel(3);
    const stranger = arena.hostile('stranger', { backs: false });
    arena.run(300);
    b.mode = 'off';
    const packets: Packet[] = [];
    stranger.onSend = (packet) => void (isPlain(packet) && packets.push(packet));
    arena.run(silentMs, () => {
      for (const packet of packets.splice(0)) arena.world.network.inject('b', 'a', packet);
    });
    b.mode = 'advance';
    arena.run(1000);
    expectNobodyOut(arena, [a, b]);
    expectPlaysOn(arena, [a, b]);
  });

  if (silentMs < 2000) {
    it('keeps its seat from a copy of its page that has the very ticket, and the copy is told at once', () => {
      const { arena, a, b, ticket } = duel(4);
      b.mode = 'off';
      const copy = arena.honest('copy', { options: { ticket: writeTicket(ticket) } });
      arena.run(silentMs);
      b.mode = 'advance';
      const back = arena.now;
      arena.run(1500);
      expectNobodyOut(arena, [a, b]);
      expectPlaysOn(arena, [a, b]);
      expect(copy.events('reject')).toEqual([expect.objectContaining({ who: 'self', reason: 'taken' })]);
      expect(copy.when('reject')! - back).toBeLessThan(1000);
    });
  }
});

it('a page opened twice is told within half a second, and the first one plays on', () => {
  const { arena, a, b, ticket } = duel(5);
  const copy = arena.honest('copy', { options: { ticket: writeTicket(ticket) } });
  const since = arena.now;
  expectPlaysOn(arena, [a, b], 3000);
  expectNobodyOut(arena, [a, b]);
  expect(copy.events('reject')).toEqual([expect.objectContaining({ who: 'self', reason: 'taken' })]);
  expect(copy.when('reject')! - since).toBeLessThan(500);
  expect(copy.events('end')).toEqual([{ reason: 'rejected' }]);
});

it('a copy that claims again and again: each is refused, and the seat stays', () => {
  const { arena, a, b, ticket } = duel(6);
  const thief = claimant(arena, 'thief', ticket);
  arena.run(4000, thief.claim);
  expect(rejections(thief)).toBeGreaterThan(0);
  expectNobodyOut(arena, [a, b]);
  expectPlaysOn(arena, [a, b]);
});

it('a flood does not make a seat silent: garbage of 20,000 packets a second from everywhere, and claims', () => {
  const { arena, a, b, ticket } = duel(7);
  const thief = claimant(arena, 'thief', { ...ticket, secret: { low: 1, high: 1 } });
  const garbage = Uint8Array.from({ length: 64 }, (_, i) => i);
  arena.runThroughout(4000, () => {
    for (let i = 0; i < 83; i++) {
      garbage[4] = i;
      arena.world.network.inject(['b', 'thief', 'x', `y${i}`][i % 4]!, 'a', garbage);
    }
    thief.claim();
  });
  expectNobodyOut(arena, [a, b]);
  expectPlaysOn(arena, [a, b]);
});

describe('replayed', () => {
  it('the CLAIM of a page that came back proves nothing a second time', () => {
    const { arena, a, b, ticket } = duel(8);
    b.match.close();
    arena.run(300);
    b.mode = 'off';
    const tape: Packet[] = [];
    const again = arena.honest('again', { options: { ticket: writeTicket(ticket) } });
    arena.world.network.link('again', 'a').tap = (bytes) => {
      tape.push(bytes.slice());
      return bytes;
    };
    arena.until('it is back', () => a.events('join').length > 0);
    arena.run(1000);
    again.mode = 'off';
    expect(tape.some((packet) => typeOf(packet) === TYPES.CLAIM)).toBe(true);
    arena.run(1500, () => {
      for (const packet of tape) arena.world.network.inject('thief', 'a', packet);
    });
    again.mode = 'advance';
    arena.run(1000);
    expect(arena.world.network.link('a', 'thief').packets).toBe(0);
    expectPlaysOn(arena, [a, again]);
    expect(a.events('drop')).toHaveLength(1);
  });

  it('the CLAIM is bound to its link: carried over to another link, it proves nothing', () => {
    const { arena, a, b, ticket } = duel(9);
    const owner = arena.hostile('owner', { ticket });
    const thief = arena.hostile('thief', { players: 0 });
    arena.until('both have links', () => [owner, thief].every(({ room }) => room.linkTo('a')));
    b.mode = 'off';
    const [own, other] = [owner.room.linkTo('a')!, thief.room.linkTo('a')!];
    const body = writeClaim(ticket.node, verifierFor(ticket.secret, own.node), own.key);
    const before = dropped(a);
    for (let i = 0; i < 10; i++) thief.send(other.seal(TYPES.CLAIM, body), 'a');
    arena.run(1000);
    expect(dropped(a) - before).toBeGreaterThanOrEqual(10);
    b.mode = 'advance';
    expectPlaysOn(arena, [a, b]);
  });
});

it('the same node id as a player: a stranger with it gets neither the seat nor the player out', () => {
  const { arena, a, b, ticket } = duel(10);
  const twin = claimant(arena, 'twin', { ...ticket, secret: { low: 9, high: 9 } }, { node: ticket.node });
  arena.run(2000, twin.claim);
  expect(twin.claims()).toBeGreaterThan(60);
  expectPlaysOn(arena, [a, b], 2000);
  expectNobodyOut(arena, [a, b]);
});

describe('a place is kept for the owner of a ticket', () => {
  it('though 20 strangers watch, or ask to', () => {
    const { arena, a, b, ticket } = duel(11);
    for (let i = 0; i < 20; i++) arena.hostile(`s${i}`, { players: 0, backs: false });
    arena.run(1500);
    b.match.close();
    arena.run(400);
    b.mode = 'off';
    const again = arena.honest('again', { options: { ticket: writeTicket(ticket) } });
    arena.until('it is back', () => again.match.localHandles.length > 0, 6000);
    expect(again.match.localHandles).toEqual([seatOf(b)]);
    expectPlaysOn(arena, [a, again]);
  });

  it('though a stranger begins 1,000 links a second', () => {
    const { arena, a, b, ticket } = duel(12);
    const hello = arena.overheard.of('a');
    let keys = 0;
    const flood = (): void => {
      // Each has another half, so each begins a link of its own.
      for (let i = 0; i < 23; i++, keys++) {
        arena.world.network.inject(`s${keys % 500}`, 'a', strangersKey(hello, arena.random));
      }
    };
    arena.run(1000, flood);
    b.match.close();
    arena.run(400, flood);
    b.mode = 'off';
    const again = arena.honest('again', { options: { ticket: writeTicket(ticket) } });
    arena.until('it is back', () => again.match.localHandles.length > 0, 6000, flood);
    expect(keys).toBeGreaterThan(1000);
    expectPlaysOn(arena, [a, again]);
  });

  // Ten strangers that make links without end take every turn in which its own half of a key could be heard.
  it.fails('though 300 strangers a second make links and use them', () => {
    const { arena, a, b, ticket } = duel(14);
    const { introduction, random, world } = arena;
    const settings = { introduction, random, players: 0 };
    const floods = Array.from({ length: 30 }, (_, i) => new LinkFlood(world.network, `s${i}`, settings));
    const hello = arena.overheard.of('a');
    let tick = 0;
    const flood = (): void => {
      // Five a tick, each with the time of a round trip to finish.
      for (let i = 0; i < 5; i++) floods[(tick * 5 + i) % floods.length]!.begin('a', hello);
      tick++;
    };
    arena.run(1500, flood);
    b.match.close();
    arena.run(400, flood);
    b.mode = 'off';
    const again = arena.honest('again', { options: { ticket: writeTicket(ticket) } });
    arena.until('it is back', () => again.match.localHandles.length > 0, 6000, flood);
    expect(floods.reduce((sum, { links }) => sum + links, 0)).toBeGreaterThan(300);
    expectPlaysOn(arena, [a, again]);
  });
});

it('an outage longer than dropAfterMs that heals within the grace goes on, with no page loaded anew', () => {
  const { arena, a, b } = duel(13, { dropAfterMs: 1500 });
  arena.world.network.set({ cut: true }, 'a', 'b');
  arena.run(4000);
  arena.world.network.set({ cut: false }, 'a', 'b');
  arena.run(3000);
  expectPlaysOn(arena, [a, b]);
  expect(reached(b)).toBeGreaterThan(200);
});

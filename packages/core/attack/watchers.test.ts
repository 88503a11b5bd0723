// Rule 7: state and inputs are taken from the machine that was chosen, compared with another one, and bounded by what can
// be; nobody watches without an end to waiting.
import { describe, expect, it } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { Arena, reached } from './arena.js';
import type { HostileClient } from './client/hostile-client.js';
import type { HostileServer } from './client/hostile-server.js';
import { expectPlaysOn } from './fate.js';
import { writeChunk } from './wire/chunk.js';
import { writeEnter } from './wire/enter.js';
import { SNAPSHOT } from './wire/pull.js';
import { TYPES } from './wire/seals.js';
import { QUIET_WATCH, writeWatch, type Watch } from './wire/watch.js';

const QUICK = { onDrop: 'neutral', dropAfterMs: 2000, notifyAfterMs: 500 } as const;

interface Stage {
  readonly arena: Arena;
  readonly honest: readonly Machine[];
  readonly evil: HostileClient;
  readonly server: HostileServer;
  /** Comes to watch. A watcher that is lied to is compared with the honest players, not with the offline run. */
  watcher(verified?: boolean): Machine;
}

/** Evil has seat 0, which a watcher asks first. */
function stage(seed: number, count = 2, evilSeat = 0): Stage {
  const arena = new Arena({ seed, game: { numPlayers: count }, options: QUICK });
  const names = Array.from({ length: count }, (_, seat) => (seat === evilSeat ? 'evil' : 'abcd'[seat]!));
  arena.play(names, { evil: {} }, 90);
  const honest = [...arena.machines];
  const evil = arena.clients[0]!;
  const server = arena.serving(evil);
  const watcher = (verified = true): Machine => arena.honest('w', { verified, options: { role: 'spectator' } });
  return { arena, honest, evil, server, watcher };
}

/** The frames at which the watcher and a player that it can be compared with differ. */
function differences({ session: watched }: Machine['match'], { session: played }: Machine['match']): number {
  const through = Math.min(watched.confirmedFrame(), watched.frame() - 1, played.confirmedFrame(), played.frame() - 1);
  const oldest = Math.max(watched.frame() - watched.depth(), played.frame() - played.depth(), 0);
  let count = 0;
  for (let frame = oldest; frame <= through; frame++)
    count += +(watched.checksumAt(frame) !== played.checksumAt(frame));
  return count;
}

it('served truly by the hostile client, a watcher sees the match: the lies below are lies', () => {
  const { arena, honest, server, watcher } = stage(1);
  const w = watcher();
  arena.until('it sees the match', () => reached(w) > 200);
  expect(server.watches).toBeGreaterThan(60);
  expectPlaysOn(arena, honest);
  expect(w.events('desync')).toEqual([]);
});

describe('a server that lies', () => {
  const bendInputs = (watch: Watch): Watch => ({
    ...watch,
    sections: watch.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row, i) => ((section.start + i) % 50 === 0 ? row.map((input) => input ^ 1) : row)),
    })),
  });

  it.each([2, 3])('about inputs, of %i players: the watcher tells a desync', (count) => {
    const { arena, honest, server, watcher } = stage(2, count);
    server.bendWatch = bendInputs;
    const w = watcher(false);
    arena.until('it has a state', () => w.match.session.frame() > 0);
    arena.until('a desync is told', () => w.events('desync').length > 0, 6000);
    expect(server.watches).toBeGreaterThan(30);
    expectPlaysOn(arena, honest);
    for (const machine of honest) expect(machine.events('desync')).toEqual([]);
  });

  it('about inputs, and checksums of frames to come in every packet: the other player is heard all the same', () => {
    const { arena, server, watcher } = stage(3);
    let i = 0;
    server.bendWatch = (watch) => {
      const frame = Math.floor(watch.certain / 30) * 30 + 30 * (1 + (i++ % 18));
      return { ...bendInputs(watch), checked: { frame, checksum: i } };
    };
    const w = watcher(false);
    arena.until('it has a state', () => w.match.session.frame() > 0);
    arena.until('the other player differs', () => w.events('desync').some(({ peer }) => peer === 'b'), 8000);
  });

  it('about the state', () => {
    const { arena, server, watcher } = stage(4);
    server.bendChunk = (chunk) => ({
      ...chunk,
      piece: Uint8Array.from(chunk.piece, (byte, i) => (i > 16 ? byte ^ 85 : byte)),
    });
    const w = watcher(false);
    arena.until('it has a state', () => w.match.session.frame() > 0);
    arena.until('a desync is told', () => w.events('desync').length > 0, 6000);
  });

  it.each([2 ** 31 - 2, 2 ** 31 - 1, 2 ** 30, 1_000_000])('about the frame of the state: %i', (frame) => {
    const { arena, server, watcher } = stage(5);
    server.bendChunk = (chunk) => ({ ...chunk, frame });
    const w = watcher();
    arena.until('it sees the match of the other player', () => reached(w) > 100 && reached(w) < 5000, 12_000);
    expect(server.chunks).toBeGreaterThan(0);
    expect(w.events('end')).toEqual([]);
  });

  it('with a state of an ever newer frame: the other player is asked', () => {
    const { arena, server, watcher } = stage(6);
    let frame = 1000;
    server.onPull = (pull, link) => {
      if (pull.kind !== SNAPSHOT) return false;
      server.sendChunk(link, { kind: SNAPSHOT, frame: frame++, pieceBytes: 64, index: 0, piece: new Uint8Array(64) });
      return true;
    };
    const w = watcher();
    arena.until('it sees the match of the other player', () => reached(w) > 100, 12_000);
    expect(frame).toBeGreaterThan(1004);
  });

  it('with a piece every 700 ms: the other player is asked, or the wait ends with a reason', () => {
    const { arena, server, watcher } = stage(7);
    let index = 0;
    let at = -Infinity;
    server.onPull = (pull, link) => {
      if (pull.kind !== SNAPSHOT) return false;
      if (arena.now - at > 700) {
        at = arena.now;
        // The state is of fewer bytes than would ever be whole at this pace.
        server.sendChunk(link, {
          kind: SNAPSHOT,
          frame: 60,
          pieceBytes: 64,
          index: index++ % 2,
          piece: new Uint8Array(64),
        });
      }
      return true;
    };
    const w = watcher();
    arena.until('it sees the match of the other player', () => reached(w) > 100, 16_000);
  });

  it('with nothing but headers: the other player is asked', () => {
    const { arena, server, watcher } = stage(8);
    const w = watcher();
    arena.until('it sees the match', () => reached(w) > 120);
    server.bendWatch = (watch) => ({ ...watch, sections: [] });
    const before = reached(w);
    arena.run(6000);
    expect(server.watches).toBeGreaterThan(300);
    expect(reached(w) - before).toBeGreaterThan(120);
    expect(w.events('end')).toEqual([]);
  });

  it.each([2 ** 31 - 2, 100_000, 700])(
    'about what is certain (%i frames ahead): the watcher goes on, and at the pace of the match',
    (ahead) => {
      const { arena, honest, server, watcher } = stage(9);
      const w = watcher();
      arena.until('it sees the match', () => reached(w) > 120);
      server.bendWatch = (watch) => ({
        ...watch,
        certain: Math.min(watch.certain + ahead, 2 ** 31 - 2),
        sections: watch.sections,
      });
      arena.run(2000);
      server.bendWatch = (watch) => watch;
      arena.run(2000);
      const before = reached(w);
      arena.run(3000);
      expect(reached(w) - before, arena.show()).toBeGreaterThan(150);
      expect(differences(w.match, honest[0]!.match)).toBe(0);
    },
  );

  it.each([1, 2, 3])(
    'about who is out, who pauses and who is waited for (%i): the watcher sees the frames all the same',
    (mask) => {
      const { arena, honest, server, watcher } = stage(10);
      const w = watcher();
      arena.until('it sees the match', () => reached(w) > 120);
      const seat = (i: number) => (mask & (1 << i) ? { last: 2 ** 31 - 2, reason: 250 } : { cameBack: 2 ** 31 - 2 });
      server.bendWatch = (watch) => ({
        ...watch,
        view: 7,
        out: mask,
        paused: mask,
        hidden: 15,
        awaited: 15,
        seats: [seat(0), seat(1)],
      });
      const before = reached(w);
      arena.run(3000);
      expect(reached(w) - before).toBeGreaterThan(150);
      expectPlaysOn(arena, honest);
    },
  );

  it('that falls silent: the other player serves', () => {
    const { arena, server, watcher } = stage(11);
    const w = watcher();
    arena.until('it sees the match', () => reached(w) > 120);
    server.bendWatch = () => undefined;
    const before = reached(w);
    arena.run(4000);
    expect(reached(w) - before).toBeGreaterThan(120);
    expect(w.events('end')).toEqual([]);
  });
});

describe('one that was not chosen', () => {
  it('sends states and inputs: nothing of it counts', () => {
    const { arena, evil, server, watcher } = stage(12, 3, 2);
    const w = watcher();
    arena.until('it sees the match', () => reached(w) > 120);
    const before = reached(w);
    arena.run(3000, () => {
      for (const { link } of server.followers) {
        const start = reached(w) + 1;
        const sections = [0, 1, 2].map((seat) => ({ seat, start, before: [0], rows: [[7], [7], [7], [7]] }));
        const lie = { ...QUIET_WATCH, certain: start + 4, seats: [0, 1, 2].map(() => ({ cameBack: -1 })), sections };
        evil.send(link.seal(TYPES.WATCH, writeWatch(lie)), link.address);
        server.sendChunk(link, {
          kind: SNAPSHOT,
          frame: start + 100,
          pieceBytes: 1024,
          index: 0,
          piece: new Uint8Array(200),
        });
      }
    });
    expect(server.chunks).toBeGreaterThan(100);
    expect(reached(w) - before).toBeGreaterThan(150);
    expect(w.events('desync')).toEqual([]);
  });

  it('tells a false checksum: it is the one that is named, and a lie of the server is told after it', () => {
    const { arena, honest, server, watcher } = stage(13, 3, 2);
    server.bendWatch = (watch) => ({ ...watch, checked: { frame: Math.floor(watch.certain / 30) * 30, checksum: 77 } });
    const w = watcher();
    arena.until('it sees the match', () => reached(w) > 120);
    arena.run(3000);
    for (const { peer, odd } of w.events('desync')) expect([peer, odd]).toEqual(['evil', 'peer']);
    expectPlaysOn(arena, honest);
  });

  it('and has no seat: a stranger sends states, inputs and an ENTER', () => {
    const { arena, watcher } = stage(14);
    const w = watcher();
    const stranger = arena.hostile('s', { players: 0 });
    arena.until('it sees the match', () => reached(w) > 120);
    const before = reached(w);
    arena.run(2000, () => {
      const link = stranger.room.linkTo('w');
      if (!link) return;
      const lie = { ...QUIET_WATCH, certain: reached(w) + 100, seats: [{ cameBack: -1 }, { cameBack: -1 }] };
      stranger.send(link.seal(TYPES.WATCH, writeWatch(lie)), 'w');
      stranger.send(link.seal(TYPES.ENTER, writeEnter(5, 0, 0)), 'w');
      const chunk = { kind: SNAPSHOT, frame: 5, pieceBytes: 64, index: 0, piece: new Uint8Array(64) };
      stranger.send(link.seal(TYPES.CHUNK, writeChunk(chunk)), 'w');
    });
    expect(stranger.room.linkTo('w')?.sequence).toBeGreaterThan(300);
    expect(reached(w) - before).toBeGreaterThan(90);
  });
});

it('a watcher too many is told that it is full, and the others watch on', () => {
  const { arena, honest } = stage(15, 3, 2);
  const come = (name: string): Machine => arena.honest(name, { options: { role: 'spectator' } });
  const watchers = Array.from({ length: 8 }, (_, i) => come(`w${i}`));
  arena.until('eight see the match', () => watchers.every((w) => reached(w) > 150), 12_000);
  // Each machine takes in the eight that it heard first: of nine that come at once, each might be among some eight.
  watchers.push(come('w8'));
  arena.run(4000);
  const turnedAway = watchers.filter((w) => w.events('end').length > 0);
  for (const w of turnedAway) expect(w.events('reject')[0]).toMatchObject({ who: 'self', reason: 'full' });
  expect(watchers.filter((w) => reached(w) > 300).length).toBe(8);
  expect(turnedAway).toHaveLength(1);
  expectPlaysOn(arena, honest);
});

it('one that comes back is let in, though its server calls everything certain', () => {
  const arena = new Arena({ seed: 16, game: { numPlayers: 3 }, options: { ...QUICK, rejoinGraceMs: 8000 } });
  arena.play(['evil', 'a', 'b'], { evil: {} }, 90);
  const server = arena.serving(arena.clients[0]!);
  server.bendWatch = (watch) => ({ ...watch, certain: watch.certain + 500 });
  const b = arena.machine('b');
  const { ticket } = b.events('start')[0]!;
  b.match.close();
  arena.run(300);
  b.mode = 'off';
  const again = arena.honest('again', { options: { ticket } });
  arena.until(
    'it is back, or has ended with a reason',
    () => {
      return again.match.localHandles.length > 0 || again.events('end').length > 0;
    },
    20_000,
  );
});

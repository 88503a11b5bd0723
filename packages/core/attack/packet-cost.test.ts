// Rule 9: what a packet costs, at 256 KB of state: each kind in one run against an ordinary packet of inputs.
import { expect, it } from 'vitest';
import { createMatch, type Match } from '../src/index.js';
import { createNetwork } from '../test/match/network.js';
import { createRandom, word } from '../test/match/random.js';
import { HostileClient } from './client/hostile-client.js';
import { introductionOf } from './client/introduction-of.js';
import { Overheard, strangersKey } from './client/stranger.js';
import { writeHello } from './wire/hello.js';
import { GONE, writeMeet } from './wire/meet.js';
import { WHOLE, writePlay, type Section } from './wire/play.js';
import { EVIDENCE, FOLLOW, NOTHING, SNAPSHOT, writePull } from './wire/pull.js';
import { writeRelay } from './wire/relay.js';
import { TYPES, type Packet } from './wire/seals.js';
import { writeClaim } from './wire/ticket.js';

/** 256 KB. */
const STATE_WORDS = 65_536;
/** Of what an ordinary packet of inputs costs, which is one or two microseconds. */
const RATIO_MAX = 25;
/** Packets of 1 KB that answer one question in a turn: the same number as in state-transfer.ts. */
const PIECES_A_TURN = 12;
const ROUNDS = 30;
const FIELDS = { big: { type: Uint32Array, length: STATE_WORDS } } as const;

const game = {
  id: 'big/1',
  fields: FIELDS,
  numPlayers: 2,
  inputWords: 1,
  simulate({ big }: { big: Uint32Array }, inputs: Uint32Array, frame: number) {
    big[frame % STATE_WORDS] = inputs[0]! ^ inputs[1]!;
  },
};

function table() {
  const network = createNetwork(5, { latencyMs: 5 });
  const random = createRandom(5);
  const options = { game, host: true, desyncInterval: 30 };
  const introduction = introductionOf(options);
  const overheard = new Overheard();
  network.join('ear');
  network.link('a', 'ear').tap = overheard.tap('a');
  const a = createMatch({ ...options, transport: network.join('a'), now: network.now, random: () => word(random) });
  const evil = new HostileClient({
    ...{ network, address: 'evil', numPlayers: 2, inputWords: 1, random, introduction },
    input: () => [word(random)],
  });
  const tick = (): void => {
    evil.tick();
    a.advance(a.localHandles.length ? 1 : undefined);
    network.advance(network.now() + 1000 / 60);
  };
  for (let i = 0; i < 400 && a.session.confirmedFrame() < 150; i++) tick();
  return { network, random, a, evil, overheard, introduction, tick };
}

type Table = ReturnType<typeof table>;

/**
 * µs that each packet costs a: its arrival, and how much longer its turn takes. The median of many rounds. `atOnce`: so
 * many packets a round; `restMs`: time between two rounds, in which whatever has a rate is filled up.
 */
function costOf({ network, a, tick }: Table, make: (i: number) => [string, Packet], atOnce = 16, restMs = 16): number {
  const costs: number[] = [];
  let made = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let rest = 0; rest < restMs; rest += 16) tick();
    const idle = timed(() => a.poll());
    const packets = Array.from({ length: atOnce }, () => make(made++));
    const arrival = timed(() => packets.forEach(([from, packet]) => network.inject(from, 'a', packet)));
    const turn = timed(() => a.poll());
    costs.push((1000 * (arrival + turn - idle)) / atOnce);
  }
  return costs.sort((one, other) => one - other)[ROUNDS >> 1]!;
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const KINDS: Record<string, (table: Table) => (i: number) => [string, Packet]> = {
  'garbage of a stranger': () => (i) => [`s${i % 7}`, new Uint8Array(1200).fill(i)],
  'garbage from a known address': () => (i) => ['evil', new Uint8Array(1200).fill(4 + (i % 12))],
  'hellos of spectators': ({ overheard }) => {
    const hello = { ...overheard.of('a'), players: 0 };
    return (i) => [`s${i % 997}`, writeHello({ ...hello, node: 5000 + i, nonce: i })];
  },
  'hellos of another game': ({ overheard }) => {
    const layout = Array.from({ length: 30 }, (_, i) => `i4*${i} field${i}`)
      .join(';')
      .slice(0, 390);
    const hello = { ...overheard.of('a'), terms: overheard.of('a').terms.map((term, i) => (i ? term : 7)), layout };
    return (i) => [`s${i % 997}`, writeHello({ ...hello, node: 5000 + i, nonce: i })];
  },
  KEYs:
    ({ overheard, random }) =>
    (i) => [`s${i % 997}`, strangersKey(overheard.of('a'), random)],
  'full sections of all seats':
    ({ evil }) =>
    (i) => {
      const { player } = evil;
      const link = player.settings.links[0]!;
      const start = player.held[1]! - 100;
      const rows = Array.from({ length: 255 }, (_, k) => (k < 120 ? player.rowOf(1, start + k) : [k * i]));
      const sections: Section[] = [0, 1].map((seat) => ({
        seat,
        start,
        before: player.rowOf(seat, start - 1),
        rows: rows.slice(0, 110),
      }));
      const play = { ...player.honestPlay(0), report: WHOLE, sections };
      const { kind, body } = writePlay(play, 1, link.sequence);
      return ['evil', link.seal(kind, body)];
    },
  'questions for evidence':
    ({ evil, a }) =>
    (i) => {
      const frame = Math.floor((a.session.confirmedFrame() - 2) / 30) * 30;
      const pull = writePull({ ...NOTHING, kind: EVIDENCE, frame, checksum: i });
      return ['evil', evil.player.settings.links[0]!.seal(TYPES.PULL, pull)];
    },
  'carried packets':
    ({ evil }) =>
    () => {
      const link = evil.player.settings.links[0]!;
      const relay = { origin: 1, target: 0, packet: link.seal(TYPES.PLAY, new Uint8Array(1100)) };
      return ['evil', link.seal(TYPES.RELAY, writeRelay(relay).slice(0, 1190))];
    },
};

/** What a machine with a link and no seat can send. */
const FOLLOWERS: Record<
  string,
  (link: NonNullable<ReturnType<HostileClient['room']['linkTo']>>, client: HostileClient) => (i: number) => Packet
> = {
  'questions for a snapshot': (link) => () => link.seal(TYPES.PULL, writePull({ ...NOTHING, kind: SNAPSHOT })),
  'questions for inputs long ago': (link) => (i) =>
    link.seal(TYPES.PULL, writePull({ ...NOTHING, kind: FOLLOW, frame: i % 90 })),
  reports: (link, client) => () => link.seal(TYPES.MEET, writeMeet(client.room.meet({ players: 0 }, link))),
  'reports of players': (link, client) => () =>
    link.seal(TYPES.MEET, writeMeet(client.room.meet({ flags: GONE * 0, players: 1 }, link))),
  'false claims': (link, client) => (i) =>
    link.seal(TYPES.CLAIM, writeClaim(client.room.node, { low: i, high: i }, link.key)),
};

const ordinary =
  ({ evil }: Table) =>
  (): [string, Packet] => {
    const { player } = evil;
    const link = player.settings.links[0]!;
    const { kind, body } = writePlay(player.honestPlay(0), 1, link.sequence);
    return ['evil', link.seal(kind, body)];
  };

const report: string[] = [];

it.each(Object.keys(KINDS))('%s', (name) => {
  const one = table();
  const base = costOf(one, ordinary(one));
  const cost = costOf(one, KINDS[name]!(one));
  report.push(`${name}: ${cost.toFixed(1)} µs, ${(cost / base).toFixed(1)} × ordinary (${base.toFixed(1)} µs)`);
  expect(cost / base, report.at(-1)).toBeLessThan(RATIO_MAX);
});

it.each(Object.keys(FOLLOWERS))('%s, of a machine that follows', (name) => {
  const one = table();
  const { random, introduction, network } = one;
  const follower = new HostileClient({
    ...{ network, address: 'f', numPlayers: 2, inputWords: 1, random, introduction, players: 0 },
    input: () => [],
  });
  for (let i = 0; i < 90; i++) {
    follower.tick();
    one.tick();
  }
  const link = follower.room.linkTo('a');
  if (!link) throw new Error('the follower has no link');
  const base = costOf(one, ordinary(one));
  const make = FOLLOWERS[name]!(link, follower);
  const cost = costOf(one, (i) => ['f', make(i)]);
  report.push(`${name}: ${cost.toFixed(1)} µs, ${(cost / base).toFixed(1)} × ordinary (${base.toFixed(1)} µs)`);
  expect(cost / base, report.at(-1)).toBeLessThan(RATIO_MAX);
});

it.each(['evidence', 'a snapshot'])(
  'one question for %s after a rest, of all that may be asked for at once, costs what its pieces of a turn cost',
  (what) => {
    const one = table();
    const base = costOf(one, ordinary(one));
    const ask = what === 'evidence' ? KINDS['questions for evidence']!(one) : undefined;
    let make = ask;
    if (!make) {
      const { random, introduction, network } = one;
      const settings = { network, address: 'f', numPlayers: 2, inputWords: 1, random, introduction, players: 0 };
      const follower = new HostileClient({ ...settings, input: () => [] });
      for (let i = 0; i < 90; i++) {
        follower.tick();
        one.tick();
      }
      const link = follower.room.linkTo('a')!;
      make = () => {
        for (const known of follower.room.links) follower.room.sayMeet(known);
        return ['f', link.seal(TYPES.PULL, writePull({ ...NOTHING, kind: SNAPSHOT }))];
      };
    }
    const cost = costOf(one, make, 1, 200);
    report.push(`one question for ${what}: ${cost.toFixed(1)} µs, ${(cost / base).toFixed(1)} × ordinary`);
    expect(cost / base, report.at(-1)).toBeLessThan(RATIO_MAX * PIECES_A_TURN);
  },
);

it('the machine that was measured played all the while', () => {
  const { a, tick }: { a: Match<typeof FIELDS>; tick: () => void } = table();
  const before = a.session.confirmedFrame();
  for (let i = 0; i < 60; i++) tick();
  expect(a.session.confirmedFrame() - before).toBeGreaterThan(50);
  console.log(report.join('\n'));
});

import { describe, expect, it } from 'vitest';
import { MEET, PLAY } from '../../wire/messages.js';
import { createToyContext, createToyLink, OWN_NODE, toyGame, type ToyLink } from '../toy-match.js';
import { Acquaintances, type Acquaintance } from './acquaintances.js';
import { Coordination } from './coordination.js';
import type { MeetReport } from './meet-report.js';
import { makeRoster } from './roster.js';

const OWN = { node: OWN_NODE, nonce: 1, players: 1, delay: 2 };

interface Other {
  /** What it says of itself besides the usual. */
  readonly own: Partial<MeetReport>;
  readonly acquaintance: Acquaintance;
  readonly link: ToyLink;
}

function room(numPlayers: number, options: Parameters<typeof createToyContext>[0] = {}) {
  const toy = createToyContext({ game: toyGame({ numPlayers }), ...options });
  const acquaintances = new Acquaintances(toy.context);
  const coordination = new Coordination(toy.context, OWN, acquaintances);
  const others: Other[] = [];
  const report = (change: Partial<MeetReport> = {}): MeetReport => ({
    ...{
      flags: 0,
      host: false,
      nonce: 5,
      players: 1,
      delay: 0,
      limit: 0,
      digest: 0,
      verifier: { low: 0, high: 0 },
      token: 0,
      entries: [],
    },
    ...{ met: [OWN_NODE, ...others.map(({ acquaintance }) => acquaintance.link.node)], seat: -1, out: 0 },
    ...change,
  });
  const say = ({ acquaintance, link, own }: Other, change: Partial<MeetReport> = {}): void => {
    link.say(MEET);
    acquaintance.report = report({ ...own, ...change });
    acquaintance.reportedAt = toy.context.clock.time();
  };
  const add = (node: number, change: Partial<MeetReport> = {}): Other => {
    const link = createToyLink(toy, node);
    const other = { link, own: change, acquaintance: acquaintances.add(link.link) };
    others.push(other);
    for (const each of others) say(each);
    return other;
  };
  /** Everyone says the same again for so long, while we take turns. */
  const go = (ms: number): void => {
    for (let left = ms; left > 0; left -= 100) {
      toy.wait(100);
      for (const other of others) say(other);
      coordination.turn();
    }
  };
  return { ...toy, coordination, add, say, go };
}
const nodesOf = (coordination: { proposal?: { entries: readonly { node: number }[] } | undefined }) =>
  coordination.proposal?.entries.map(({ node }) => node);

describe('who proposes', () => {
  it('the lowest node, once enough machines are there', () => {
    const { coordination, add } = room(3);
    add(2000);
    coordination.turn();
    expect([coordination.canFill(), coordination.proposal]).toEqual([false, undefined]);
    add(3000);
    coordination.turn();
    expect(nodesOf(coordination)).toEqual([OWN_NODE, 2000, 3000]);
    const lower = room(2);
    lower.add(500);
    lower.coordination.turn();
    expect([lower.coordination.canFill(), lower.coordination.proposal]).toEqual([true, undefined]);
  });

  it('the host, whoever it is', () => {
    const ours = room(2, { host: true });
    ours.add(500);
    ours.coordination.turn();
    expect(nodesOf(ours.coordination)).toEqual([OWN_NODE, 500]);
    const theirs = room(2);
    theirs.add(2000, { host: true });
    theirs.coordination.turn();
    expect(theirs.coordination.proposal).toBeUndefined();
  });

  it('not one that has sealed nothing, watches, invites or has fallen silent', () => {
    for (const change of [{ players: 0 }, { flags: 2 }]) {
      const { coordination, add } = room(2);
      add(2000, change);
      expect(coordination.applicants()).toEqual([]);
    }
    const silent = room(2);
    silent.add(2000);
    expect(silent.coordination.applicants()).toHaveLength(1);
    silent.wait(2100);
    expect(silent.coordination.applicants()).toHaveLength(0);
  });
});

describe('what stands', () => {
  it('a roster that all back', () => {
    const { coordination, add, say } = room(2);
    const other = add(2000);
    coordination.turn();
    expect(coordination.turn()).toBeUndefined();
    say(other, { token: coordination.token });
    const agreement = coordination.turn();
    expect(agreement?.entries.map(({ node }) => node)).toEqual([OWN_NODE, 2000]);
    expect(agreement?.links).toEqual([undefined, other.link.link]);
  });

  it('one that another coordinates, if it tells the truth of each of us', () => {
    const { coordination, add, say, context } = room(2);
    const other = add(500);
    const entries = [{ node: 500, nonce: 5, players: 1, delay: 0 }, OWN];
    const consider = (told: typeof entries, token = makeRoster(told, context.settings).token): boolean => {
      say(other, { entries: told, token });
      return coordination.consider(other.acquaintance);
    };
    expect(consider(entries, 7)).toBe(false);
    expect(consider([entries[0]!, { ...OWN, delay: 3 }])).toBe(false);
    expect(consider([{ ...entries[0]!, nonce: 6 }, OWN])).toBe(false);
    expect(consider([OWN, entries[0]!])).toBe(false);
    expect(consider([entries[0]!, { ...OWN, node: 77 }])).toBe(false);
    expect(consider(entries)).toBe(true);
    expect(coordination.token).toBe(makeRoster(entries, context.settings).token);
    while (other.link.link.queue.next());
    expect(coordination.begun()).toBeUndefined();
    other.link.say(PLAY);
    expect(coordination.begun()?.token).toBe(coordination.token);
  });
});

describe('who delays is passed over', () => {
  it('all that do not answer a proposal in time, whether they have a seat in it or not', () => {
    const { coordination, add, go } = room(2);
    const others = [2000, 3000, 4000, 5000].map((node) => add(node));
    coordination.turn();
    expect(nodesOf(coordination)).toEqual([OWN_NODE, 2000]);
    Object.assign(others[2]!.own, { token: coordination.token });
    go(600);
    expect(nodesOf(coordination)).toEqual([OWN_NODE, 2000]);
    go(200);
    expect(nodesOf(coordination)).toEqual([OWN_NODE, 4000]);
  });

  it('a machine that should coordinate and does not', () => {
    const { coordination, add, go } = room(2);
    add(500);
    add(3000);
    go(1000);
    expect(coordination.proposal).toBeUndefined();
    go(200);
    expect(coordination.proposal?.entries[0]!.node).toBe(OWN_NODE);
  });

  it('not one after the other: many that claim to be the host use up one time together', () => {
    const { coordination, add, go } = room(2);
    for (let node = 1; node <= 8; node++) add(node, { host: true });
    go(1200);
    expect(coordination.proposal?.entries[0]!.node).toBe(OWN_NODE);
  });

  it('a machine that proposes in vain, after four seconds in all', () => {
    const { coordination, add, say, go, context } = room(2);
    const entries = [{ node: 500, nonce: 5, players: 1, delay: 0 }, OWN];
    const other = add(500);
    Object.assign(other.own, { entries, token: makeRoster(entries, context.settings).token });
    say(other);
    expect(coordination.consider(other.acquaintance)).toBe(true);
    go(3900);
    expect(coordination.proposal).toBeUndefined();
    go(300);
    expect(coordination.proposal?.entries[0]!.node).toBe(OWN_NODE);
    expect(coordination.consider(other.acquaintance)).toBe(false);
  });

  it('and the agreeing begins anew each time that it happens to somebody', () => {
    const { coordination, add, go } = room(2, { syncTimeoutMs: 1000 });
    add(2000);
    go(1200);
    expect(coordination.isLate).toBe(false);
    go(800);
    expect(coordination.isLate).toBe(true);
  });

  it('a machine that only hears of a roster says so, and is not bound by it', () => {
    const { coordination, add, say, context } = room(2);
    const other = add(500);
    add(3000);
    const told = (nodes: readonly number[]) =>
      nodes.map((node) => (node === OWN_NODE ? OWN : { node, nonce: 5, players: 1, delay: 0 }));
    const without = makeRoster(told([500, 3000]), context.settings);
    say(other, { entries: without.entries, token: without.token });
    expect([coordination.consider(other.acquaintance), coordination.token]).toEqual([false, without.token]);
    expect(coordination.begun()).toBeUndefined();
    const withUs = makeRoster(told([500, OWN_NODE]), context.settings);
    say(other, { entries: withUs.entries, token: withUs.token });
    expect([coordination.consider(other.acquaintance), coordination.token]).toEqual([true, withUs.token]);
  });
});

describe('who finds no seat', () => {
  it('a machine with more players than there are seats beside ours', () => {
    const { coordination, add } = room(3);
    add(2000, { players: 3 });
    add(3000);
    coordination.turn();
    expect(coordination.misfits().map(({ link }) => link.node)).toEqual([2000]);
  });

  it('the fifth machine of a game that four cannot fill', () => {
    const { coordination, add } = room(6);
    for (const node of [2000, 3000, 4000, 5000]) add(node);
    coordination.turn();
    expect(coordination.misfits().map(({ link }) => link.node)).toEqual([5000]);
  });
});

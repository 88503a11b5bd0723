import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeControlMessage, type ControlMessage } from './control-message.js';
import { createDoor } from './door.js';

/** A mesh that writes down what the door asks of it. */
function door(maxPeers: number) {
  const log: string[] = [];
  const unreachable = new Set<string>();
  const made = createDoor(
    {
      admit: (peer) => void log.push(`admit ${peer}`),
      send: (peer, message) => void log.push(`${peer} ${encodeControlMessage(message)}`),
      drop: (peer, flush) => void log.push(`drop ${peer}${flush ? ` ${flush.t}` : ''}`),
      reachable: (peer) => !unreachable.has(peer),
    },
    maxPeers,
  );
  const take = (): string[] => log.splice(0);
  const say = (peer: string, t: 'pong' | 'check'): void => made.message(peer, { t } satisfies ControlMessage);
  return { made, take, unreachable, say };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the door', () => {
  it('seats newcomers, tells each who is there, and tells those who it is', () => {
    const { made, take } = door(4);
    made.opened('b');
    expect(take()).toEqual(['b {"t":"welcome","members":[]}', 'admit b', 'b {"t":"members","members":[]}']);
    made.opened('c');
    expect(take()).toEqual([
      'c {"t":"welcome","members":["b"]}',
      'admit c',
      'b {"t":"members","members":["c"]}',
      'c {"t":"members","members":["b"]}',
    ]);
  });

  it('welcomes a member that dials again into its own seat, in a full room too', () => {
    const { made, take } = door(2);
    made.opened('b');
    take();
    made.opened('b');
    expect(take()).toEqual(['b {"t":"welcome","members":[]}', 'admit b', 'b {"t":"members","members":[]}']);
  });

  it('says full as soon as every member has answered', () => {
    const { made, take, say } = door(3);
    made.opened('b');
    made.opened('c');
    take();
    made.opened('d');
    expect(take()).toEqual(['b {"t":"ping"}', 'c {"t":"ping"}']);
    say('b', 'pong');
    expect(take()).toEqual([]);
    say('c', 'pong');
    expect(take()).toEqual(['drop d full']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives a seat to the newcomer when a member neither answers nor can be reached', () => {
    const { made, take, unreachable } = door(2);
    made.opened('b');
    made.opened('c');
    take();
    vi.advanceTimersByTime(3_500);
    expect(take()).toEqual([]);
    unreachable.add('b');
    made.reachability('b');
    expect(take()).toEqual(['drop b', 'c {"t":"welcome","members":[]}', 'admit c', 'c {"t":"members","members":[]}']);
    vi.advanceTimersByTime(20_000);
    expect(take()).toEqual([]);
  });

  it('does so at once when the member was out of reach before', () => {
    const { made, take, unreachable } = door(2);
    made.opened('b');
    unreachable.add('b');
    made.reachability('b');
    made.opened('c');
    take();
    vi.advanceTimersByTime(2_999);
    expect(take()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(take()[0]).toBe('drop b');
  });

  it('keeps the seat of a page that is merely silent, and of one that is merely out of reach', () => {
    const { made, take, unreachable, say } = door(3);
    made.opened('silent');
    made.opened('lossy');
    made.opened('d');
    take();
    unreachable.add('lossy');
    made.reachability('lossy');
    say('lossy', 'pong');
    vi.advanceTimersByTime(7_999);
    expect(take()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(take()).toEqual(['drop d full']);
  });

  it('lets one in that waits when a seat falls free', () => {
    const { made, take } = door(2);
    made.opened('b');
    made.opened('c');
    take();
    made.lost('b', 'bye');
    expect(take()).toEqual(['c {"t":"welcome","members":[]}', 'admit c', 'c {"t":"members","members":[]}']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('forgets one that stops waiting', () => {
    const { made, take, say } = door(2);
    made.opened('b');
    made.opened('c');
    take();
    made.lost('c', 'bye');
    say('b', 'pong');
    expect(take()).toEqual([]);
    made.lost('b', 'bye');
    expect(take()).toEqual([]);
  });

  it('keeps the seat of a newcomer whose link opened twice while it waited', () => {
    const { made, take, say } = door(2);
    made.opened('b');
    made.opened('c');
    vi.advanceTimersByTime(1_000);
    made.opened('c');
    take();
    made.lost('b', 'bye');
    expect(take()[0]).toBe('c {"t":"welcome","members":[]}');
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
    // Its seat is a seat like any other: it falls free again.
    made.lost('c', 'bye');
    made.opened('d');
    expect(take()[0]).toBe('d {"t":"welcome","members":[]}');
    say('d', 'pong');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells a newcomer whose links open again and again after 8 s that the room is full', () => {
    const { made, take } = door(2);
    made.opened('b');
    for (let second = 0; second < 8; second++) {
      made.opened('c');
      vi.advanceTimersByTime(1_000);
    }
    expect(take().at(-1)).toBe('drop c full');
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });

  it('lets four wait: the fifth takes the place of the one that has waited longest', () => {
    const { made, take } = door(2);
    made.opened('b');
    take();
    for (const peer of ['s1', 's2', 's3', 's4']) made.opened(peer);
    expect(take()).toEqual(['b {"t":"ping"}']);
    made.opened('honest');
    expect(take()).toEqual(['drop s1 full']);
    made.lost('b', 'bye');
    expect(take()[0]).toBe('s2 {"t":"welcome","members":[]}');
  });

  it('refuses at once while every member has just answered', () => {
    const { made, take, say } = door(2);
    made.opened('b');
    made.opened('c');
    say('b', 'pong');
    take();
    made.opened('d');
    expect(take()).toEqual(['drop d full']);
    vi.advanceTimersByTime(1_000);
    made.opened('e');
    expect(take()).toEqual(['b {"t":"ping"}']);
  });

  it('does not pass a flood of questions on to the members', () => {
    const { made, take, say } = door(4);
    made.opened('b');
    made.opened('c');
    take();
    for (let i = 0; i < 100; i++) {
      say('c', 'check');
      say('b', 'pong');
      say('c', 'pong');
    }
    expect(take()).toEqual(['b {"t":"ping"}', 'c {"t":"ping"}']);
  });

  it('takes no answer from one that was not asked', () => {
    const { made, take, say, unreachable } = door(3);
    made.opened('b');
    made.opened('c');
    unreachable.add('b');
    made.opened('d');
    made.opened('e');
    take();
    say('c', 'pong');
    vi.advanceTimersByTime(3_000);
    expect(take()).toEqual([
      'drop b',
      'c {"t":"members","members":[]}',
      'd {"t":"welcome","members":["c"]}',
      'admit d',
      'c {"t":"members","members":["d"]}',
      'd {"t":"members","members":["c"]}',
      'drop e full',
    ]);
    made.opened('f');
    take();
    say('f', 'pong');
    expect(take()).toEqual([]);
  });

  it('keeps the seat of a member whose link broke for 5 s, and its place on the lists', () => {
    const { made, take } = door(3);
    made.opened('b');
    made.opened('c');
    made.lost('b', 'closed');
    take();
    vi.advanceTimersByTime(4_999);
    made.opened('b');
    expect(take()).toEqual([
      'b {"t":"welcome","members":["c"]}',
      'admit b',
      'b {"t":"members","members":["c"]}',
      'c {"t":"members","members":["b"]}',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
    made.lost('b', 'closed');
    vi.advanceTimersByTime(5_000);
    expect(take()).toEqual(['c {"t":"members","members":[]}']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the seat of a member whose link broke to a newcomer after 3 s, if it does not come back', () => {
    const { made, take, unreachable } = door(2);
    made.opened('b');
    unreachable.add('b');
    made.lost('b', 'closed');
    made.opened('c');
    take();
    vi.advanceTimersByTime(2_999);
    expect(take()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(take().slice(0, 2)).toEqual(['drop b', 'c {"t":"welcome","members":[]}']);
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
  });

  it('looks after its members when one asks, and not when a stranger does', () => {
    const { made, take, unreachable, say } = door(4);
    made.opened('b');
    made.opened('c');
    take();
    say('stranger', 'check');
    expect(take()).toEqual([]);
    unreachable.add('b');
    say('c', 'check');
    say('c', 'check');
    expect(take()).toEqual(['b {"t":"ping"}', 'c {"t":"ping"}']);
    say('c', 'pong');
    vi.advanceTimersByTime(3_000);
    expect(take()).toEqual(['drop b', 'c {"t":"members","members":[]}']);
  });

  it('leaves no timer behind', () => {
    const { made } = door(2);
    made.opened('b');
    made.opened('c');
    made.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

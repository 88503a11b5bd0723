import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuest } from './guest.js';

/** A mesh of ids that a test opens and closes by hand. This machine is `m`; of two guests the lower id dials. */
function guest() {
  const log: string[] = [];
  const open = new Set<string>();
  const answered = new Set<string>();
  const unreachable = new Set<string>();
  const made = createGuest({
    selfId: 'm',
    hostId: 'host',
    mayDial: (peer) => peer === 'host' || 'm' < peer,
    dial: (peer) => void log.push(`dial ${peer}`),
    has: (peer) => open.has(peer),
    reachable: (peer) => open.has(peer) && !unreachable.has(peer),
    answered: (peer) => answered.has(peer),
    admit: (peer) => void log.push(`admit ${peer}`),
    send: (peer, message) => void log.push(`${peer} ${message.t}`),
    drop: (peer) => {
      open.delete(peer);
      log.push(`drop ${peer}`);
    },
    sayBye: () => {},
    close: () => {},
    signal: () => {},
    absent: () => {},
  });
  let outcome = 'pending';
  made.enter().then(
    () => (outcome = 'entered'),
    (error) => (outcome = error.code),
  );
  expect(log.splice(0)).toEqual(['dial host']);
  return {
    made,
    answered,
    unreachable,
    take: (): string[] => log.splice(0),
    outcome: async (): Promise<string> => {
      await vi.advanceTimersByTimeAsync(0);
      return outcome;
    },
    opens(peer: string): void {
      open.add(peer);
      made.opened(peer);
    },
    loses(peer: string, why: 'bye' | 'closed' = 'closed'): void {
      open.delete(peer);
      made.lost(peer, why);
    },
  };
}

/** A guest in a room with the host and `z`, which it has dialled. */
async function entered() {
  const all = guest();
  all.opens('host');
  all.made.message('host', { t: 'welcome', members: ['z'] });
  all.opens('z');
  expect(await all.outcome()).toBe('entered');
  all.take();
  return all;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a guest on its way in', () => {
  it('is in at once when the host is alone', async () => {
    const { made, take, outcome, opens } = guest();
    opens('host');
    expect(await outcome()).toBe('pending');
    made.message('host', { t: 'welcome', members: [] });
    expect(await outcome()).toBe('entered');
    expect(take()).toEqual(['admit host']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('dials the members above its id, waits for those below, and is in when all are linked', async () => {
    const { made, take, outcome, opens } = guest();
    opens('host');
    made.message('host', { t: 'welcome', members: ['a', 'z', 'm', 'host'] });
    expect(take()).toEqual(['admit host', 'dial z']);
    opens('z');
    expect(await outcome()).toBe('pending');
    opens('a');
    expect(await outcome()).toBe('entered');
    expect(take()).toEqual(['admit z', 'admit a']);
  });

  it('asks the host after a while whether those it waits for are alive, and waits no longer for one that is struck off', async () => {
    const { made, take, outcome, opens } = guest();
    opens('host');
    made.message('host', { t: 'welcome', members: ['a'] });
    take();
    vi.advanceTimersByTime(2_000);
    expect(take()).toEqual(['host check']);
    expect(made.obstacle().code).toBe('timeout');
    made.message('host', { t: 'members', members: [] });
    expect(await outcome()).toBe('entered');
  });

  it('does not wait for a member that the server does not know', async () => {
    const { made, outcome, opens } = guest();
    opens('host');
    made.message('host', { t: 'welcome', members: ['z'] });
    made.dialFailed('z', 'absent');
    expect(await outcome()).toBe('entered');
  });

  it('fails with ice when no path to a member is found, soon or when the time is up', async () => {
    const { made, answered, outcome, opens } = guest();
    opens('host');
    made.message('host', { t: 'welcome', members: ['z'] });
    answered.add('z');
    expect(made.obstacle()).toMatchObject({ code: 'ice', message: expect.stringContaining('A player') });
    made.dialFailed('z', 'ice');
    expect(await outcome()).toBe('ice');
  });

  it.each([
    ['absent', 'no-such-room'],
    ['ice', 'ice'],
    ['signaling', 'signaling'],
    ['unanswered', 'timeout'],
    ['closed', 'timeout'],
    ['busy', 'timeout'],
  ] as const)('fails when the dial to the host ends %s, with %s', async (why, code) => {
    const { made, outcome } = guest();
    made.dialFailed('host', why);
    expect(await outcome()).toBe(code);
  });

  it('dials a host again that refused the dial, while there is time', async () => {
    const { made, take, outcome, opens } = guest();
    made.dialFailed('host', 'refused');
    expect(await outcome()).toBe('pending');
    vi.advanceTimersByTime(500);
    expect(take()).toEqual(['dial host']);
    opens('host');
    made.message('host', { t: 'welcome', members: [] });
    expect(await outcome()).toBe('entered');
  });

  it('fails with unavailable when the room is full', async () => {
    const { made, take, outcome, opens } = guest();
    opens('host');
    made.message('host', { t: 'full' });
    expect(await outcome()).toBe('unavailable');
    expect(take()).toEqual(['drop host']);
  });

  it('fails with no-such-room when the host leaves meanwhile', async () => {
    const { outcome, opens, loses } = guest();
    opens('host');
    loses('host', 'bye');
    expect(await outcome()).toBe('no-such-room');
  });

  it('says when the time is up what it is waiting for', async () => {
    const { made, answered, opens } = guest();
    expect(made.obstacle().code).toBe('no-such-room');
    vi.advanceTimersByTime(7_000);
    expect(made.obstacle().code).toBe('timeout');
    answered.add('host');
    expect(made.obstacle()).toMatchObject({ code: 'ice', message: expect.stringContaining('The host') });
    opens('host');
    expect(made.obstacle().code).toBe('timeout');
  });

  it('listens to nobody but the host', async () => {
    const { made, take, outcome, opens } = guest();
    opens('z');
    made.message('z', { t: 'welcome', members: ['y'] });
    made.message('z', { t: 'full' });
    made.message('host', { t: 'members', members: ['y'] });
    expect(await outcome()).toBe('pending');
    expect(take()).toEqual([]);
  });

  it.each(['unanswered', 'closed', 'signaling'] as const)(
    'dials a member again when the first dial ends %s, while there is time',
    async (why) => {
      const { made, take, outcome, opens } = guest();
      opens('host');
      made.message('host', { t: 'welcome', members: ['z'] });
      take();
      made.dialFailed('z', why);
      vi.advanceTimersByTime(500);
      expect(take()).toEqual(['dial z']);
      opens('z');
      expect(await outcome()).toBe('entered');
    },
  );

  it('asks the host once, however many welcomes come', () => {
    const { made, take, opens } = guest();
    opens('host');
    for (let i = 0; i < 5; i++) made.message('host', { t: 'welcome', members: ['a'] });
    take();
    vi.advanceTimersByTime(10_000);
    expect(take()).toEqual(['host check']);
  });

  it('answers a ping', () => {
    const { made, take, opens } = guest();
    opens('host');
    made.message('host', { t: 'ping' });
    expect(take()).toEqual(['host pong']);
  });
});

describe('a guest in the room', () => {
  it('dials newcomers above its id', async () => {
    const { made, take } = await entered();
    made.message('host', { t: 'members', members: ['z', 'b', 'n'] });
    expect(take()).toEqual(['dial n']);
  });

  it('dials a lost host again for as long as it is open, at growing intervals', async () => {
    const { made, take, loses } = await entered();
    loses('host', 'bye');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      let waited = 0;
      while (take().length === 0) {
        vi.advanceTimersByTime(100);
        waited += 100;
        if (waited > 60_000) throw new Error('never dialled');
      }
      waits.push(waited);
      made.dialFailed('host', 'absent');
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    made.close();
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
  });

  it('starts over with short intervals once the host has been there for ten seconds', async () => {
    const { made, take, loses, opens } = await entered();
    loses('host');
    vi.advanceTimersByTime(500);
    made.dialFailed('host', 'absent');
    vi.advanceTimersByTime(1_000);
    expect(take()).toEqual(['dial host', 'dial host']);
    opens('host');
    made.message('host', { t: 'welcome', members: ['z', 'y'] });
    expect(take()).toEqual(['admit host', 'dial y']);
    vi.advanceTimersByTime(10_000);
    loses('host');
    vi.advanceTimersByTime(500);
    expect(take()).toEqual(['dial host']);
  });

  it.each(['full', 'lost'])('dials a host that opens and then is %s at growing intervals, too', async (end) => {
    const { made, take, loses, opens } = await entered();
    loses('host');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      let waited = 0;
      for (; !take().includes('dial host'); waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
      opens('host');
      if (end === 'full') made.message('host', { t: 'full' });
      else loses('host');
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000]);
  });

  it('leaves a host that neither lets it in again nor refuses it, and dials it again', async () => {
    const { take, loses, opens } = await entered();
    loses('host');
    vi.advanceTimersByTime(500);
    take();
    opens('host');
    vi.advanceTimersByTime(12_000);
    expect(take()).toEqual(['drop host']);
    vi.advanceTimersByTime(500);
    expect(take()).toEqual(['dial host']);
  });

  it('admits one that dials it when the host has listed it, before or after, and drops one that it never lists', async () => {
    const { made, take, opens } = await entered();
    made.message('host', { t: 'members', members: ['z', 'b'] });
    opens('b');
    expect(take()).toEqual(['admit b']);
    opens('a');
    opens('stranger');
    vi.advanceTimersByTime(4_000);
    expect(take()).toEqual([]);
    made.message('host', { t: 'members', members: ['z', 'b', 'a'] });
    expect(take()).toEqual(['admit a']);
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual(['drop stranger']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets four wait to be listed: the fifth takes the place of the first', async () => {
    const { take, opens } = await entered();
    for (const peer of ['a1', 'a2', 'a3', 'a4']) opens(peer);
    expect(take()).toEqual([]);
    opens('a5');
    expect(take()).toEqual(['drop a1']);
  });

  it('gives up the dial to one that is struck off the list', async () => {
    const { made, take } = await entered();
    made.message('host', { t: 'members', members: ['z', 'y'] });
    expect(take()).toEqual(['dial y']);
    made.message('host', { t: 'members', members: ['z', 'x'] });
    expect(take()).toEqual(['drop y', 'dial x']);
  });

  it('dials a host that ICE has lost before ICE gives it up, unless it heals', async () => {
    const { made, take, unreachable } = await entered();
    unreachable.add('host');
    made.reachability('host');
    vi.advanceTimersByTime(400);
    unreachable.delete('host');
    made.reachability('host');
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
    unreachable.add('host');
    made.reachability('host');
    vi.advanceTimersByTime(1_000);
    expect(take()).toEqual(['dial host']);
  });

  it('dials a lost member again while the host lists it, and not one that said bye', async () => {
    const { made, take, loses } = await entered();
    loses('z');
    vi.advanceTimersByTime(500);
    expect(take()).toEqual(['dial z']);
    made.message('host', { t: 'members', members: [] });
    expect(take()).toEqual(['drop z']);
    made.dialFailed('z', 'absent');
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
    const other = await entered();
    other.loses('z', 'bye');
    vi.advanceTimersByTime(60_000);
    expect(other.take()).toEqual([]);
  });

  it('leaves the dial to a member below its id', async () => {
    const { made, take, opens, loses } = await entered();
    made.message('host', { t: 'members', members: ['z', 'b'] });
    opens('b');
    take();
    loses('b');
    vi.advanceTimersByTime(60_000);
    expect(take()).toEqual([]);
  });
});

import type { FieldSpecs, Match, MatchEvents } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { netFigures } from '../hud/net-figures.js';
import { statusLine } from '../ui/status-line.js';
import { desyncLine, wordsForEnd } from '../ui/words-for-end.js';
import { CHECK_EVERY, followMatch, type RoundEvent } from './round.js';

/** A match that reports what a test tells it to. */
function setUp(awaitsReloads = false, localHandles: readonly number[] = [0]) {
  const handlers = new Map<string, (event: never) => void>();
  const session = { confirmed: -1, frame: 0, depth: 9 };
  const calls: string[] = [];
  const fake = {
    state: 'running',
    localHandles,
    close() {
      calls.push('close');
      emit('end', { reason: 'closed' });
    },
    on: (name: string, handler: (event: never) => void) => {
      handlers.set(name, handler);
      return () => {};
    },
    pause: (reason: string) => calls.push(`pause ${reason}`),
    unpause: () => calls.push('unpause'),
    session: {
      confirmedFrame: () => session.confirmed,
      frame: () => session.frame,
      depth: () => session.depth,
      stats: { rollbacks: 0, maxRollbackDepth: 0 },
      checksumAt(frame: number) {
        if (frame < session.frame - session.depth || frame >= session.frame) throw new RangeError(`frame ${frame}`);
        return 1000 + frame;
      },
    },
  };
  const emit = <E extends keyof MatchEvents>(name: E, event: MatchEvents[E]): void =>
    handlers.get(name)?.(event as never);
  const events: RoundEvent[] = [];
  // Only what followMatch and the words use is there.
  const round = followMatch(
    fake as unknown as Match<FieldSpecs>,
    { numPlayers: 2, awaitsReloads, endsOnDesync: true },
    (event) => events.push(event),
  );
  return { round, emit, events, session, calls, fake };
}

describe('followMatch', () => {
  it('keeps the record up to date before it tells of an event', () => {
    const { emit, events, round } = setUp();
    expect(round.started).toBe(false);
    emit('start', { localHandles: [0], peers: ['b'], seed: 1, ticket: 't' });
    expect([round.started, round.peers]).toEqual([true, ['b']]);
    emit('interrupt', { peer: 'b', silentMs: 800 });
    expect(round.quiet.get('b')).toBe(800);
    emit('resume', { peer: 'b' });
    expect(round.quiet.size).toBe(0);
    emit('drop', { peer: 'b', handles: [1], lastFrame: 5, reason: 'left' });
    emit('end', { reason: 'dropped' });
    expect(round.endReason).toBe('dropped');
    expect(events).toEqual(['start', 'change', 'change', 'drop', 'end']);
  });

  it('takes the checksum of every 60th frame once all have confirmed it, and skips one that the ring no longer holds', () => {
    const { round, session } = setUp();
    for (let frame = 0; frame < 70; frame++) {
      Object.assign(session, { frame: frame + 1, confirmed: frame - 3 });
      round.ticked('advanced');
    }
    expect(round.checked).toEqual({ frame: 60, checksum: 1060 });
    // Away for two seconds: 120 has left the ring, 180 is still to come.
    Object.assign(session, { frame: 175, confirmed: 172 });
    round.ticked('advanced');
    expect(round.checked).toEqual({ frame: 60, checksum: 1060 });
    Object.assign(session, { frame: 184, confirmed: 180 });
    round.ticked('advanced');
    expect(round.checked).toEqual({ frame: 180, checksum: 1180 });
  });

  it('shows the same frame on both machines, however far each has run ahead', () => {
    const seen = [3, 7].map((ahead) => {
      const { round, session } = setUp();
      for (let frame = 0; frame < 400; frame++) {
        Object.assign(session, { frame: frame + 1, confirmed: frame - ahead });
        round.ticked('advanced');
      }
      return { ...round.checked };
    });
    expect(seen).toEqual([
      { frame: 360, checksum: 1360 },
      { frame: 360, checksum: 1360 },
    ]);
    expect(360 % CHECK_EVERY).toBe(0);
  });

  it('counts stalled ticks in a row', () => {
    const { round } = setUp();
    for (const did of ['stalled', 'stalled', 'advanced', 'stalled'] as const) round.ticked(did);
    expect(round.stalledTicks).toBe(1);
  });

  it('remembers who pauses, ourselves apart', () => {
    const { calls, emit, round } = setUp();
    round.pause('user');
    emit('pause', { by: 'b', reason: 'hidden' });
    expect(round.pausedBy.get('')).toBe('user');
    round.unpause();
    expect([...round.pausedBy]).toEqual([['b', 'hidden']]);
    emit('unpause', { by: 'b' });
    expect(round.pausedBy.size).toBe(0);
    expect(calls).toEqual(['pause user', 'unpause']);
  });
});

describe('a machine that is gone', () => {
  const gone = (reason: MatchEvents['drop']['reason']): MatchEvents['drop'] => ({
    peer: 'b',
    handles: [1],
    lastFrame: 5,
    reason,
  });
  const begun = (awaitsReloads: boolean) => {
    const made = setUp(awaitsReloads);
    made.emit('start', { localHandles: [0], peers: ['b'], seed: 1, ticket: 't' });
    return made;
  };

  it('is waited for if only its page went away, and found again under another name', () => {
    const { calls, emit, round } = begun(true);
    expect(round.handlesOf('b')).toEqual([1]);
    emit('drop', gone('closed'));
    round.ticked('paused');
    round.ticked('paused');
    expect([...round.awaited]).toEqual([['b', 2]]);
    emit('join', { peer: 'b2', role: 'player', handles: [1], frame: 90, rejoined: true });
    expect(round.awaited.size).toBe(0);
    expect([round.peers, round.handlesOf('b2'), round.lastDrop, calls]).toEqual([['b2'], [1], undefined, []]);
  });

  it.each(['left', 'timeout', 'split'] as const)(
    'is not waited for after %s: the match is closed with the next tick, and counts as dropped',
    (reason) => {
      const { calls, emit, round } = begun(true);
      emit('drop', gone(reason));
      expect(calls).toEqual([]);
      round.ticked('paused');
      round.ticked('ended');
      expect([calls, round.endReason, round.awaited.size]).toEqual([['close'], 'dropped', 0]);
    },
  );

  it('leaves a match that finished in the same tick finished', () => {
    const { calls, emit, round } = begun(true);
    emit('drop', gone('left'));
    emit('end', { reason: 'finished' });
    round.ticked('ended');
    expect([calls, round.endReason]).toEqual([[], 'finished']);
  });

  it('is not waited for any longer than the player likes', () => {
    const { calls, emit, round } = begun(true);
    emit('drop', gone('closed'));
    round.stopWaiting();
    round.stopWaiting();
    expect([calls, round.endReason]).toEqual([['close'], 'dropped']);
  });

  it('changes nothing where the match goes on without it', () => {
    const { calls, emit, round } = begun(false);
    emit('drop', gone('left'));
    round.ticked('advanced');
    expect([calls, round.awaited.size, round.endReason]).toEqual([[], 0, undefined]);
  });

  it('that only watched is no loss', () => {
    const { calls, emit, events, round } = begun(true);
    emit('join', { peer: 'w', role: 'spectator', handles: [], frame: 5, rejoined: false });
    expect([...round.watchers]).toEqual(['w']);
    emit('drop', { peer: 'w', handles: [], lastFrame: 5, reason: 'timeout' });
    round.ticked('advanced');
    expect([round.watchers.size, round.peers, round.lastDrop, calls]).toEqual([0, ['b'], undefined, []]);
    expect(events).toEqual(['start', 'change', 'change']);
  });
});

it('a desync counts as the end also where the other machine was the first to leave for it', () => {
  const { emit, round } = setUp(true);
  emit('desync', { frame: 900, peer: 'b', local: 1, remote: 2, odd: 'unknown' });
  emit('drop', { peer: 'b', handles: [1], lastFrame: 950, reason: 'left' });
  round.ticked('paused');
  expect(round.endReason).toBe('desync');
});

describe('words', () => {
  it('say nothing while all is well, and something for every trouble', () => {
    const { emit, round } = setUp();
    expect(statusLine(round, () => 'Blue')).toBeUndefined();
    for (let i = 0; i < 29; i++) round.ticked('stalled');
    expect(statusLine(round, () => 'Blue')).toBeUndefined();
    round.ticked('stalled');
    expect(statusLine(round, () => 'Blue')).toContain('Waiting for the other player');
    emit('interrupt', { peer: 'b', silentMs: 800 });
    expect(statusLine(round, () => 'Blue')).toContain('Nothing heard from Blue');
    emit('pause', { by: 'b', reason: 'user' });
    expect(statusLine(round, () => 'Blue')).toContain('Paused by Blue');
  });

  it('tell every end apart, with what to do next', () => {
    const titles = new Set<string>();
    const ends: [Partial<MatchEvents>, MatchEvents['end']['reason']][] = [
      [{ drop: { peer: 'b', handles: [1], lastFrame: 1, reason: 'left' } }, 'dropped'],
      [{ drop: { peer: 'b', handles: [1], lastFrame: 1, reason: 'timeout' } }, 'dropped'],
      [{ drop: { peer: 'b', handles: [1], lastFrame: 1, reason: 'split' } }, 'dropped'],
      ...(['protocol', 'game', 'layout', 'full', 'timeout'] as const).map(
        (reason) =>
          [{ reject: { peer: 'b', who: 'self', reason, detail: 'a, b' } }, 'rejected'] as [
            Partial<MatchEvents>,
            'rejected',
          ],
      ),
      [
        {
          desync: {
            frame: 9,
            peer: 'b',
            local: 1,
            remote: 2,
            odd: 'unknown',
            diff: { field: 'ball', index: 2, local: 1, remote: 2 },
          },
        },
        'desync',
      ],
      [{}, 'timeout'],
      [{}, 'closed'],
    ];
    for (const [before, reason] of ends) {
      const { emit, round } = setUp();
      if (before.drop) emit('drop', before.drop);
      if (before.reject) emit('reject', before.reject);
      if (before.desync) emit('desync', before.desync);
      emit('end', { reason });
      const words = wordsForEnd(round);
      titles.add(words.title);
      expect(words.detail).toMatch(/Play again|Reload|Start a new|Check|Try again/);
    }
    expect(titles.size).toBe(ends.length);
  });

  it('tell who watches what watching is: nobody waits for them, and nothing is played again', () => {
    const { emit, round } = setUp(false, []);
    emit('end', { reason: 'dropped' });
    expect(wordsForEnd(round)).toEqual({
      title: 'A player is gone',
      detail: 'The match ended with that. Watch the next one to wait for it here.',
    });
    expect(netFigures(round).watching).toBe(true);
    const played = setUp();
    played.emit('drop', { peer: 'b', handles: [1], lastFrame: 1, reason: 'left' });
    played.emit('end', { reason: 'dropped' });
    expect(wordsForEnd(played.round).title).toBe('The other player left');
    expect(netFigures(played.round).watching).toBe(false);
  });

  it('name the field in which two machines differ', () => {
    const { emit, round } = setUp();
    emit('desync', {
      frame: 900,
      peer: 'b',
      local: 1,
      remote: 2,
      odd: 'unknown',
      diff: { field: 'ball', index: 2, local: 1, remote: 2 },
    });
    emit('end', { reason: 'desync' });
    expect(wordsForEnd(round).detail).toContain('At frame 900');
    expect(desyncLine(round)).toBe('frame 900: ball[2] is 1 here, 2 there (checksums 00000001 here, 00000002 there)');
  });

  it('say so where the field is not known', () => {
    const { emit, round } = setUp();
    emit('desync', { frame: 900, peer: 'b', local: -1, remote: 2, odd: 'unknown' });
    expect(desyncLine(round)).toContain('the field is not known');
    expect(desyncLine(round)).toContain('ffffffff');
  });
});

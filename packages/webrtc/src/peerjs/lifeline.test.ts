import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLifeline } from './lifeline.js';
import { HEARTBEAT, relayed } from './server-message.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lifeline() {
  const sent: string[] = [];
  const log: string[] = [];
  const made = createLifeline((text) => void sent.push(text === HEARTBEAT ? 'beat' : text), 'me', {
    registered: () => void log.push('registered'),
    dead: () => void log.push('dead'),
  });
  const echo = (): boolean => made.heard({ type: 'TEXT', from: 'me', text: 'echo' });
  return { made, log, sent, echo, take: () => sent.splice(0) };
}
const ASKED = relayed('me', 'echo');

describe('the lifeline', () => {
  it('is registered by OPEN, once, and beats every 5 s', () => {
    const { made, log, take } = lifeline();
    made.start(false);
    expect([made.isRegistered(), take()]).toEqual([false, [ASKED]]);
    expect(made.heard({ type: 'OPEN' })).toBe(true);
    made.heard({ type: 'OPEN' });
    expect([made.isRegistered(), log]).toEqual([true, ['registered']]);
    vi.advanceTimersByTime(10_000);
    expect(take()).toEqual(['beat', 'beat']);
  });

  it('is registered by its own text that comes back, when the server says no OPEN', () => {
    const { made, log, echo } = lifeline();
    made.start(true);
    expect(echo()).toBe(true);
    vi.advanceTimersByTime(4_000);
    expect(log).toEqual(['registered']);
  });

  it('is registered again by silence, and not the first time', () => {
    const first = lifeline();
    first.made.start(false);
    const again = lifeline();
    again.made.start(true);
    vi.advanceTimersByTime(2_000);
    expect([first.log, again.log]).toEqual([[], ['registered']]);
  });

  it('is dead when a text to itself does not come back by the next beat, if one ever did', () => {
    const { made, log, echo, take } = lifeline();
    made.start(false);
    echo();
    vi.advanceTimersByTime(15_000);
    expect(take()).toEqual([ASKED, 'beat', 'beat', 'beat', ASKED]);
    echo();
    vi.advanceTimersByTime(15_000);
    expect(log).toEqual(['registered']);
    vi.advanceTimersByTime(5_000);
    expect(log).toEqual(['registered', 'dead']);
    made.stop();
    expect([made.isRegistered(), vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('lives on at a server that relays nothing to its own sender', () => {
    const { made, log } = lifeline();
    made.start(false);
    made.heard({ type: 'OPEN' });
    vi.advanceTimersByTime(600_000);
    expect(log).toEqual(['registered']);
  });

  it('leaves alone what others say', () => {
    const { made } = lifeline();
    expect(made.heard({ type: 'TEXT', from: 'another', text: 'echo' })).toBe(false);
    expect(made.heard({ type: 'ABSENT', from: 'me' })).toBe(false);
    expect(made.isRegistered()).toBe(false);
  });
});

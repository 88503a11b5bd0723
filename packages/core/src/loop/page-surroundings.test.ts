import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageSurroundings } from './page-surroundings.js';
import { createTickLoop } from './tick-loop.js';

afterEach(() => vi.unstubAllGlobals());

describe('in a page', () => {
  function setUp() {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const cancelled: number[] = [];
    vi.stubGlobal('document', page);
    vi.stubGlobal('requestAnimationFrame', () => 7);
    vi.stubGlobal('cancelAnimationFrame', (request: number) => cancelled.push(request));
    return { page, cancelled, surroundings: pageSurroundings() };
  }

  it('asks the browser for frames', () => {
    const { cancelled, surroundings } = setUp();
    expect(surroundings.requestFrame(() => {})).toBe(7);
    surroundings.cancelFrame(7);
    expect(cancelled).toEqual([7]);
  });

  it('tells of being hidden and of being frozen, until it is no longer asked to', () => {
    const { page, surroundings } = setUp();
    const calls: string[] = [];
    const ends = [
      surroundings.onVisibility(() => calls.push(`hidden ${surroundings.hidden()}`)),
      surroundings.onFreeze(
        () => calls.push('freeze'),
        () => calls.push('resume'),
      ),
    ];
    page.visibilityState = 'hidden';
    const all = ['visibilitychange', 'freeze', 'resume'];
    for (const type of all) page.dispatchEvent(new Event(type));
    expect(calls).toEqual(['hidden true', 'freeze', 'resume']);
    for (const end of ends) end();
    for (const type of all) page.dispatchEvent(new Event(type));
    expect(calls).toHaveLength(3);
  });

  it('reports to the window, or to the console where there is no reportError', () => {
    const { surroundings } = setUp();
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    surroundings.report('a');
    vi.stubGlobal('reportError', undefined);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    surroundings.report('b');
    expect(reported).toEqual(['a']);
    expect(logged).toHaveBeenCalledWith('b');
    logged.mockRestore();
  });
});

describe('without a document', () => {
  it('a loop ticks from a timer, and draws nothing', async () => {
    let ticks = 0;
    const loop = createTickLoop({ hz: 60, pacing: () => 1, tick: () => ticks++, draw: () => (ticks = NaN) });
    while (ticks < 5) await sleep(5);
    loop.stop();
    expect(ticks).toBeGreaterThanOrEqual(5);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.js';
import { RoomError } from './room-error.js';

const late = () => new RoomError('timeout', 'late');
const never = new Promise<never>(() => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deadline', () => {
  it('settles as the work does', async () => {
    const deadline = startDeadline(100, undefined);
    await expect(deadline.race(Promise.resolve(7), late)).resolves.toBe(7);
    await expect(deadline.race(Promise.reject(new Error('its own')), late)).rejects.toThrow('its own');
  });

  it('fails with what stands in the way when the time is up, and at once afterwards', async () => {
    const deadline = startDeadline(100, undefined);
    const raced = expect(deadline.race(never, late)).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(99);
    expect(deadline.expired()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await raced;
    expect(deadline.expired()).toBe(true);
    await expect(deadline.race(never, () => new RoomError('ice', 'the next step'))).rejects.toMatchObject({
      code: 'ice',
    });
  });

  it('is aborted by the signal, with its reason as the cause', async () => {
    const controller = new AbortController();
    const deadline = startDeadline(100, controller.signal);
    const raced = expect(deadline.race(never, late)).rejects.toMatchObject({
      code: 'aborted',
      cause: 'changed my mind',
    });
    controller.abort('changed my mind');
    await raced;
    expect(deadline.expired()).toBe(false);
  });

  it('is aborted by a signal that was aborted before', async () => {
    const deadline = startDeadline(100, AbortSignal.abort());
    await expect(deadline.race(Promise.resolve(7), late)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('leaves no timer and no listener behind', () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    startDeadline(100, signal).end();
    expect(vi.getTimerCount()).toBe(0);
    expect(removed).toHaveBeenCalledOnce();
  });

  it('hides the later rejection of work that lost', async () => {
    const deadline = startDeadline(100, undefined);
    const work = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late to matter')), 200));
    const raced = expect(deadline.race(work, late)).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(300);
    await raced;
  });
});

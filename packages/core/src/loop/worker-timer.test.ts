import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkerTimer } from './worker-timer.js';

class FakeWorker {
  static made: FakeWorker[] = [];
  readonly posted: unknown[] = [];
  ended = false;
  onmessage: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
}
const made = (): FakeWorker => {
  const [worker] = FakeWorker.made;
  if (worker === undefined) throw new Error('no worker was made');
  return worker;
};

let ticks = 0;
const onTick = (): void => void ticks++;
beforeEach(() => {
  ticks = 0;
  FakeWorker.made = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('createWorkerTimer', () => {
  it('ticks when its worker says so, and passes the interval on', () => {
    const timer = createWorkerTimer(onTick);
    timer.every(16);
    timer.every(50);
    expect(made().posted).toEqual([16, 50]);
    for (let i = 0; i < 3; i++) made().onmessage?.();
    expect(ticks).toBe(3);
  });

  it.each([
    ['there are no workers', () => vi.stubGlobal('Worker', undefined)],
    [
      'the policy throws',
      () =>
        vi.stubGlobal('Worker', function () {
          throw new DOMException('refused', 'SecurityError');
        }),
    ],
    ['there are no blobs', () => vi.stubGlobal('Blob', undefined)],
  ])('ticks from a page timer where %s', (_, forbid) => {
    forbid();
    const timer = createWorkerTimer(onTick);
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(0);
    timer.every(50);
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(20);
    timer.every(100);
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(30);
    timer.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ticks from a page timer when the policy’s refusal comes as an event', () => {
    const timer = createWorkerTimer(onTick);
    timer.every(50);
    made().onerror?.();
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(20);
    timer.every(10);
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(120);
    timer.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ticks from a page timer for as long as the worker is silent, and no longer', () => {
    const timer = createWorkerTimer(onTick);
    timer.every(50);
    made().onmessage?.();
    vi.advanceTimersByTime(1000); // heard since the last look
    expect(ticks).toBe(1);
    vi.advanceTimersByTime(1000); // not heard: the stand-in begins here
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(21);
    made().onmessage?.();
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(999);
      made().onmessage?.();
    }
    expect(ticks).toBe(27);
  });

  it('leaves nothing behind when it is stopped, once or twice', () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const timer = createWorkerTimer(onTick);
    timer.every(50);
    timer.stop();
    timer.stop();
    expect(made().ended).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(revoke).toHaveBeenCalledTimes(1);
    made().onerror?.();
    expect(vi.getTimerCount()).toBe(0);
    revoke.mockRestore();
  });
});

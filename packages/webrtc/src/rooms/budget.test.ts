import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBudget } from './budget.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives the burst at once, then so much a second, and never saves up more than the burst', () => {
  const budget = createBudget(3, 2);
  const taken = (): number => Array.from({ length: 20 }, () => budget.take()).filter(Boolean).length;
  expect(taken()).toBe(3);
  vi.advanceTimersByTime(400);
  expect(taken()).toBe(0);
  vi.advanceTimersByTime(100);
  expect(taken()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(taken()).toBe(3);
});

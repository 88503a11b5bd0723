import { describe, expect, it } from 'vitest';
import { Subscribers } from './subscribers.js';

describe('Subscribers', () => {
  it('calls in order of subscription, the same function once for each time it was added', () => {
    const calls: string[] = [];
    const subscribers = new Subscribers<string, number>();
    const first = (a: string, b: number): void => void calls.push(`first ${a} ${b}`);
    const off = subscribers.add(first);
    subscribers.add((a) => void calls.push(`second ${a}`));
    subscribers.add(first);
    subscribers.call('x', 1, []);
    expect(calls).toEqual(['first x 1', 'second x', 'first x 1']);
    off();
    off();
    subscribers.call('y', 2, []);
    expect(calls.slice(3)).toEqual(['second y', 'first y 2']);
  });

  it('unsubscribing inside a handler holds at once; subscribing holds from the next call', () => {
    const calls: string[] = [];
    const subscribers = new Subscribers<number, number>();
    const offs: (() => void)[] = [];
    subscribers.add(() => {
      calls.push('a');
      offs.forEach((off) => off());
      if (calls.length === 1) subscribers.add(() => calls.push('late'));
    });
    offs.push(subscribers.add(() => calls.push('b')));
    subscribers.add(() => calls.push('c'));
    subscribers.call(0, 0, []);
    expect(calls).toEqual(['a', 'c']);
    subscribers.call(0, 0, []);
    expect(calls).toEqual(['a', 'c', 'a', 'c', 'late']);
  });

  it('collects what handlers throw and goes on', () => {
    const errors: unknown[] = [];
    const subscribers = new Subscribers<number, number>();
    let reached = 0;
    subscribers.add(() => {
      throw 'one';
    });
    subscribers.add(() => void reached++);
    subscribers.call(0, 0, errors);
    expect(errors).toEqual(['one']);
    expect(reached).toBe(1);
  });

  it('clear holds inside a handler too', () => {
    let reached = 0;
    const subscribers = new Subscribers<number, number>();
    subscribers.add(() => subscribers.clear());
    subscribers.add(() => void reached++);
    subscribers.call(0, 0, []);
    expect(reached).toBe(0);
  });

  it('refuses anything but a function', () => {
    // Callers in JavaScript pass what they like.
    expect(() => new Subscribers().add(7 as unknown as () => void)).toThrow(TypeError);
  });
});

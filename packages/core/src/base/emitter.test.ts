import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../test/allocated-bytes.js';
import { createEmitter, type Emitter } from './emitter.js';

interface Events {
  hit: number;
  miss: string;
}

function emitter(): Emitter<Events> & { readonly errors: unknown[] } {
  const errors: unknown[] = [];
  return { ...createEmitter<Events>((error) => errors.push(error)), errors };
}

describe('createEmitter', () => {
  it('calls in order of subscription, a function once for each subscription, and only for its event', () => {
    const { on, emit } = emitter();
    const calls: string[] = [];
    const first = (detail: number): void => void calls.push(`first ${detail}`);
    const off = on('hit', first);
    on('miss', (detail) => calls.push(`miss ${detail}`));
    on('hit', (detail) => calls.push(`second ${detail}`));
    on('hit', first);
    emit('hit', 1);
    expect(calls).toEqual(['first 1', 'second 1', 'first 1']);
    off();
    off();
    emit('hit', 2);
    emit('miss', 'x');
    expect(calls.slice(3)).toEqual(['second 2', 'first 2', 'miss x']);
  });

  it('does nothing for an event without handlers, whatever it is called', () => {
    const { emit } = createEmitter<{ constructor: number; __proto__: number }>(() => {});
    emit('constructor', 1);
    emit('__proto__', 1);
  });

  it('does not call a handler that was unsubscribed during the emit', () => {
    const { on, emit } = emitter();
    const calls: string[] = [];
    on('hit', () => {
      calls.push('a');
      off();
    });
    const off = on('hit', () => calls.push('b'));
    on('hit', () => calls.push('c'));
    emit('hit', 0);
    expect(calls).toEqual(['a', 'c']);
  });

  it('calls a handler that was added during an emit from the next one on', () => {
    const { on, emit } = emitter();
    const calls: string[] = [];
    on('hit', () => {
      calls.push('a');
      if (calls.length === 1) on('hit', () => calls.push('late'));
    });
    emit('hit', 0);
    expect(calls).toEqual(['a']);
    emit('hit', 0);
    expect(calls).toEqual(['a', 'a', 'late']);
  });

  it('ends when a handler unsubscribes and subscribes again', () => {
    const { on, emit } = emitter();
    let calls = 0;
    let off = (): void => {};
    const again = (): void => {
      // With a Set, a handler that is added anew is visited anew, for ever.
      if (++calls > 100) throw new Error('called without an end');
      off();
      off = on('hit', again);
    };
    off = on('hit', again);
    emit('hit', 0);
    emit('hit', 0);
    expect(calls).toBe(2);
  });

  it('reports what handlers throw and calls the others', () => {
    const { on, emit, errors } = emitter();
    let reached = 0;
    on('hit', () => {
      throw 'one';
    });
    on('hit', () => reached++);
    emit('hit', 0);
    expect(errors).toEqual(['one']);
    expect(reached).toBe(1);
  });

  it('keeps these rules in an emit inside a handler', () => {
    const { on, emit } = emitter();
    const calls: string[] = [];
    on('hit', (detail) => {
      calls.push(`a ${detail}`);
      if (detail > 0) emit('hit', detail - 1);
      off();
    });
    const off = on('hit', (detail) => calls.push(`b ${detail}`));
    emit('hit', 1);
    expect(calls).toEqual(['a 1', 'a 0']);
  });

  it('clear() unsubscribes all handlers, those not called yet included; others may subscribe afterwards', () => {
    const { on, emit, clear } = emitter();
    const calls: string[] = [];
    const off = on('hit', () => clear());
    on('hit', () => calls.push('hit'));
    on('miss', () => calls.push('miss'));
    emit('hit', 0);
    emit('hit', 0);
    emit('miss', '');
    expect(calls).toEqual([]);
    on('hit', () => calls.push('new'));
    off();
    emit('hit', 0);
    expect(calls).toEqual(['new']);
  });

  it('refuses anything but a function', () => {
    // Callers in JavaScript pass what they like.
    expect(() => emitter().on('hit', 7 as unknown as () => void)).toThrow(
      new TypeError('handler must be a function, got 7'),
    );
  });

  it('allocates nothing in an emit', () => {
    const { on, emit } = emitter();
    let sum = 0;
    on('hit', (detail) => void (sum = (sum + detail) & 0xff));
    on('hit', (detail) => void (sum = (sum ^ detail) & 0xff));
    expect(bytesPerCall(20_000, () => emit('hit', 3), { warmUp: 60_000, repeats: 12 })).toBeLessThan(0.05);
    expect(sum).toBeGreaterThan(-1);
  });
});

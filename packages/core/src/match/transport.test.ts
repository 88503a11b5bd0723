import { describe, expect, it } from 'vitest';
import { assertTransport } from './transport.js';

const noop = (): void => {};
const whole = { send: noop, onMessage: () => noop, close: noop };

describe('assertTransport', () => {
  it('accepts the three methods alone, on an object, a class instance and a function', () => {
    class Wire {
      send(): void {}
      onMessage(): () => void {
        return noop;
      }
      close(): void {}
    }
    expect(() => assertTransport(whole)).not.toThrow();
    expect(() => assertTransport(new Wire())).not.toThrow();
    expect(() => assertTransport(Object.assign(() => {}, whole))).not.toThrow();
  });

  it('names every missing method in one TypeError, and no other', () => {
    const caught = (value: unknown): unknown => {
      try {
        assertTransport(value);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    const error = caught({ send: noop });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('onMessage, close');
    expect(String(error)).not.toContain('send');
    expect(String(caught({ ...whole, close: 'yes' }))).toMatch(/method close$/);
    expect(String(caught({}))).toContain('send, onMessage, close');
  });

  it.each([[null], [undefined], [0], ['send'], [true]])('refuses %o', (value) => {
    expect(() => assertTransport(value)).toThrow(TypeError);
  });
});

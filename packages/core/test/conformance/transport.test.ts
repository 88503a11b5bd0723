import { describe, expect, it } from 'vitest';
import { assertTransport, type Transport } from '../../src/index.js';
import { expectRefusal } from './refusal.js';

const METHODS = ['send', 'onMessage', 'close'] as const;
const whole = { send: () => {}, onMessage: () => () => {}, close: () => {} };

describe('assertTransport', () => {
  it('passes what has the three methods, the rest being optional', () => {
    expect(assertTransport(whole)).toBe(undefined);
    expect(assertTransport({ ...whole, selfId: 'a', maxPayload: 1200, peers: () => [], onPeer: () => () => {} })).toBe(
      undefined,
    );
  });

  it('passes methods that a class inherits', () => {
    class Channel {
      send(): void {}
      onMessage(): () => void {
        return () => {};
      }
      close(): void {}
    }
    expect(assertTransport(new Channel())).toBe(undefined);
  });

  it('narrows the type', () => {
    const value: unknown = whole;
    assertTransport(value);
    const transport: Transport = value;
    expect(transport).toBe(whole);
  });

  it('names every missing method, and none that is there', () => {
    for (let present = 0; present < 7; present++) {
      const partial = Object.fromEntries(METHODS.filter((_, i) => present & (1 << i)).map((name) => [name, () => {}]));
      const error = expectRefusal(() => assertTransport(partial), TypeError);
      METHODS.forEach((name, i) => {
        expect(new RegExp(`\\b${name}\\b`).test(error.message), `${name} in "${error.message}"`).toBe(
          (present & (1 << i)) === 0,
        );
      });
    }
  });

  it('counts a member that is no function as missing', () => {
    for (const wrong of [null, undefined, 3, 'send', {}]) {
      expectRefusal(() => assertTransport({ ...whole, send: wrong }), TypeError, 'send');
    }
  });

  it.each([undefined, null, 3, 'send', true, Symbol('x'), 4n])('of %o: TypeError that names all three', (value) => {
    expectRefusal(() => assertTransport(value), TypeError, 'send', 'onMessage', 'close');
  });

  it('calls none of the methods', () => {
    const fail = () => expect.fail('called');
    assertTransport({ send: fail, onMessage: fail, close: fail });
  });
});

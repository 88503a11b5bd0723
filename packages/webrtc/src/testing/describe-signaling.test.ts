import * as vitest from 'vitest';
import { describe, expect, it } from 'vitest';
import type { SignalingService } from '../rooms/signaling.js';
import { describeSignaling } from './describe-signaling.js';
import { createMemorySignaling } from './memory-signaling.js';

const memory = createMemorySignaling();
describeSignaling(vitest, 'the signaling in memory', () => memory);

/** A service that breaks one promise, and the test that must turn red. */
const FAULTS: Readonly<Record<string, { readonly red: string; readonly make: () => SignalingService }>> = {
  'two may hold an address': {
    red: 'an address is held by one',
    make: () => over((service) => ({ claim: (address, ...rest) => service.claim(address + Math.random(), ...rest) })),
  },
  'an address is never free again': {
    red: 'an address is held by one',
    make: () => wrap((signaling) => ({ ...signaling, leave: () => {} })),
  },
  'texts in reverse': {
    red: 'texts arrive at their address',
    make: () =>
      wrap((signaling) => {
        const held: [string, string][] = [];
        return {
          ...signaling,
          send(to, text) {
            held.push([to, text]);
            setTimeout(() => {
              const last = held.pop();
              if (last) signaling.send(...last);
            }, 5);
            return true;
          },
        };
      }),
  },
  'texts cut short': {
    red: 'the longest text',
    make: () => wrap((signaling) => ({ ...signaling, send: (to, text) => signaling.send(to, text.slice(0, 1_000)) })),
  },
  'an absent address is kept silent': {
    red: 'an address that nobody holds',
    make: () => listen((events) => ({ ...events, absent: () => {} })),
  },
  'an address that is held is called absent': {
    red: 'an address that nobody holds',
    make: () =>
      listen((events) => ({
        message(from, text) {
          events.absent(from);
          events.message(from, text);
        },
        absent: events.absent,
      })),
  },
  'a left address goes on sending': {
    red: 'after leave()',
    make: () => {
      const service = createMemorySignaling();
      return {
        async claim(address, events, signal) {
          const signaling = await service.claim(address, events, signal);
          const spare = await service.claim(`${address}-spare`, events, signal);
          return { send: (to, text) => signaling.send(to, text) || spare.send(to, text), leave: signaling.leave };
        },
      };
    },
  },
  'who has left hears what comes for the next one': {
    red: 'an address that is claimed anew',
    make: () => {
      const heard = new Map<string, Events[]>();
      return over((service) => ({
        claim(address, events, signal) {
          const all = [...(heard.get(address) ?? []), events];
          heard.set(address, all);
          const message = (from: string, text: string): void => all.forEach((each) => each.message(from, text));
          return service.claim(address, { ...events, message }, signal);
        },
      }));
    },
  },
  'an abort is ignored': {
    red: 'an attempt that is aborted',
    make: () => over((service) => ({ claim: (a, e) => service.claim(a, e, new AbortController().signal) })),
  },
};

function over(change: (service: SignalingService) => SignalingService): SignalingService {
  return change(createMemorySignaling());
}
type Claimed = Awaited<ReturnType<SignalingService['claim']>>;
function wrap(change: (signaling: Claimed) => Claimed): SignalingService {
  return over((service) => ({ claim: async (...all) => change(await service.claim(...all)) }));
}
type Events = Parameters<SignalingService['claim']>[1];
function listen(change: (events: Events) => Events): SignalingService {
  return over((service) => ({ claim: (address, events, signal) => service.claim(address, change(events), signal) }));
}

describe('the suite itself', () => {
  for (const [fault, { red, make }] of Object.entries(FAULTS)) {
    it(`turns red on: ${fault}`, { timeout: 60_000 }, async () => {
      const service = make();
      const checks: [string, () => Promise<void>][] = [];
      const runner = {
        describe: (_: string, body: () => void) => body(),
        it: (title: string, body: () => Promise<void>) => void checks.push([title, body]),
        expect,
      };
      describeSignaling(runner, 'x', () => service);
      const [, body] = checks.find(([title]) => title.startsWith(red)) ?? [];
      await expect(body?.()).rejects.toThrow();
    });
  }
});

import { typed } from '../base/errors.js';
import type { Transport } from '../match/transport.js';
import { assertRunner } from './contract-runner.js';
import { checkDelivery } from './delivery-contract.js';
import { checkHandlers } from './handler-contract.js';
import { checkPresence } from './presence-contract.js';

/**
 * The suite that every transport passes: what Transport promises, run against two that are joined.
 *
 * The transport may lose, repeat and reorder packets. Messages are sent until they arrive, so it takes as long as the
 * link is bad; every wait ends within 4 s.
 *
 * @param runner an object with `describe`, `it` and `expect` (toBe, toEqual): vitest's own module, or a few lines in a
 * page
 * @param make two joined transports, new for each test. Both are closed after it
 * @throws TypeError naming what the runner lacks
 */
export function describeTransport(runner: unknown, name: string, make: () => Promise<[Transport, Transport]>): void {
  assertRunner(runner);
  const { describe, it, expect } = runner;
  typed('make', make, 'function');

  function check(title: string, body: (a: Transport, b: Transport) => Promise<void>): void {
    it(title, async () => {
      const [a, b] = await make();
      try {
        await body(a, b);
      } finally {
        a.close();
        b.close();
      }
    });
  }

  describe(`${name} keeps the transport contract`, () => {
    checkDelivery(check, expect);
    checkHandlers(check, expect);
    checkPresence(check, expect);
  });
}

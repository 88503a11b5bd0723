// Core's transport suite inside a page or worker, where there is no test runner.
import type { Transport } from '@lite-rollback/core';
import { describeTransport } from '@lite-rollback/core/testing';

export interface ContractResult {
  readonly passed: readonly string[];
  /** Title and error. */
  readonly failed: readonly string[];
}

export async function runContract(name: string, make: () => Promise<[Transport, Transport]>): Promise<ContractResult> {
  const checks: [string, () => Promise<void>][] = [];
  const compare = (actual: unknown, expected: unknown): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  };
  const runner = {
    describe: (_: string, body: () => void) => body(),
    it: (title: string, body: () => Promise<void>) => checks.push([title, body]),
    expect: (actual: unknown) => ({
      toBe: (expected: unknown) => compare(actual, expected),
      toEqual: (expected: unknown) => compare(actual, expected),
    }),
  };
  describeTransport(runner, name, make);
  const passed: string[] = [];
  const failed: string[] = [];
  for (const [title, body] of checks) {
    await body().then(
      () => passed.push(title),
      (error: unknown) => failed.push(`${title}: ${String(error)}`),
    );
  }
  return { passed, failed };
}

import { expect } from 'vitest';

/**
 * What a message must contain: a string literally, a number as a whole number of its own (10 is not found in 1048576),
 * a RegExp by match.
 */
export type Named = string | number | RegExp;

/** Digit grouping is a matter of taste: `1_048_576` and `1,048,576` read as 1048576. */
function withoutDigitGroups(message: string): string {
  return message.replace(/(?<=\d)[_,](?=\d{3})/g, '');
}

function mentions(message: string, named: Named): boolean {
  if (named instanceof RegExp) return named.test(message);
  if (typeof named === 'string') return message.includes(named);
  const digits = String(named).replace(/[.+]/g, '\\$&');
  return new RegExp(`(?<![\\d.])${digits}(?!\\d|\\.\\d)`).test(message);
}

/** What a message contains of a wrong value: an object is named by its kind. */
export function shown(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.prototype.toString.call(value).slice(8, -1)
    : String(value);
}

/** Calls `call` and checks the exact class of the error and everything its message must name. */
export function expectRefusal(call: () => unknown, kind: ErrorConstructor, ...named: readonly Named[]): Error {
  let thrown: unknown;
  let returned: unknown;
  try {
    returned = call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined)
    expect.fail(`expected a ${kind.name} that names ${named.join(', ')}; returned ${String(returned)}`);
  expect(thrown).toBeInstanceOf(kind);
  const error = thrown as Error; // toBeInstanceOf has just checked it
  expect(error.name, error.message).toBe(kind.name);
  const message = withoutDigitGroups(error.message);
  for (const name of named) {
    if (!mentions(message, name)) expect.fail(`expected the message to name ${String(name)}: "${error.message}"`);
  }
  return error;
}

/**
 * A value as an error shows it. A string is called one, so that '2' is not taken for 2; an object is named by its kind:
 * `Int32Array`, `Promise`.
 */
export function show(value: unknown): string {
  if (typeof value === 'string') return `the string '${value}'`;
  return Object(value) === value ? Object.prototype.toString.call(value).slice(8, -1) : String(value);
}

/** @throws the sentence of most refusals: the name, the rule, and the value that broke it. */
export function fail(name: string, rule: string, value: unknown, kind: ErrorConstructor = TypeError): never {
  throw kind(`${name} must be ${rule}, got ${show(value)}`);
}

/**
 * Returns `value` if it is an integer in [min, max]. Either bound may be infinite.
 * @throws TypeError for anything but an integer, RangeError outside the bounds; both name the value and the bounds.
 */
export function integer(name: string, value: unknown, min: number, max: number): number {
  const whole = Number.isInteger(value);
  // `value` is a number once Number.isInteger said so; TypeScript does not narrow by it.
  if (whole && (value as number) >= min && (value as number) <= max) return value as number;
  const bounds = max < Infinity ? ` in [${min}, ${max}]` : min > -Infinity ? ` ≥ ${min}` : '';
  return fail(name, 'an integer' + bounds, value, whole ? RangeError : TypeError);
}

/** Returns `value`. @throws TypeError unless it is of that type. */
export function typed(name: string, value: unknown, type: string): unknown {
  return typeof value === type ? value : fail(name, 'a ' + type, value);
}

/** @throws TypeError unless `value` is an object. `what` says what the call needs: 'options: { capacity, fields }'. */
export function needsObject(call: string, what: string, value: unknown): void {
  if (Object(value) !== value) throw TypeError(`${call}() needs ${what}, got ${show(value)}`);
}

/**
 * For what a game's `init` or `simulate` returned. One that returns a promise has not finished yet; one that returns
 * anything else computed it for nobody.
 * @throws TypeError unless `result` is undefined.
 */
export function returnsNothing(call: string, result: unknown): void {
  if (result !== undefined) throw TypeError(`${call}() must return nothing and cannot be async, got ${show(result)}`);
}

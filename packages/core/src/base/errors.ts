/** The one sentence of every refusal: what, which rule, and the value that broke it. */
export function fail(name: string, rule: string | number, value: unknown, kind: ErrorConstructor = TypeError): never {
  throw kind(`${name} must be ${rule}, got ${String(value)}`);
}

/**
 * Returns `value` if it is an integer in [min, max].
 * @throws TypeError for anything but an integer, RangeError outside the bounds; both name the value and the bounds.
 */
export function integer(name: string, value: unknown, min: number, max: number): number {
  const whole = Number.isInteger(value);
  // `value` is a number once Number.isInteger said so; TypeScript does not narrow by it.
  if (whole && (value as number) >= min && (value as number) <= max) return value as number;
  return fail(name, `an integer in [${min}, ${max}]`, value, whole ? RangeError : TypeError);
}

/** Returns `value`. @throws TypeError unless it is of that type. */
export function typed(name: string, value: unknown, type: string): unknown {
  return typeof value === type ? value : fail(name, 'a ' + type, value);
}

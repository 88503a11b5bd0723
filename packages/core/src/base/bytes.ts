/** What DOM `send()` and `Blob` accept; a plain `Uint8Array` does not compile there since TypeScript 5.9. */
export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The name that the engine gives to a typed array's class: the same in every frame, unlike `instanceof`. Undefined for
 * anything else. It allocates nothing, and an app that does not call it does not download it.
 */
const typedArrayName = (value: unknown): unknown =>
  Reflect.get(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag, value);

/** True for a Uint8Array, also for one that was made in another frame. */
export function isBytes(value: unknown): value is Bytes {
  return typedArrayName(value) === 'Uint8Array';
}

/** True for an ArrayBuffer, also for one that was made in another frame. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

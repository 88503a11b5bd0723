/** What DOM `send()` and `Blob` accept; a plain `Uint8Array` does not compile there since TypeScript 5.9. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The getter that names a typed array's class: the same in every frame, unlike `instanceof`. It allocates nothing. */
const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;

/** True for a Uint8Array, also for one that was made in another frame. */
export function isBytes(value: unknown): value is Bytes {
  return typedArrayName.call(value) === 'Uint8Array';
}

/** True for an ArrayBuffer, also for one that was made in another frame. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

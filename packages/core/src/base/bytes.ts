/** What DOM `send()` and `Blob` accept; a plain `Uint8Array` does not compile there since TypeScript 5.9. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The name that the engine itself gives to an array's class: the same in every frame, unlike `instanceof`. */
const classOf = (value: unknown): string => Object.prototype.toString.call(value);

/** True for a Uint8Array, also for one that was made in another frame. */
export function isBytes(value: unknown): value is Bytes {
  return ArrayBuffer.isView(value) && classOf(value) === '[object Uint8Array]';
}

/** True for an ArrayBuffer, also for one that was made in another frame. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return classOf(value) === '[object ArrayBuffer]';
}

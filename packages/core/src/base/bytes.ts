/** What DOM `send()` and `Blob` accept; a plain `Uint8Array` does not compile there since TypeScript 5.9. */
export type Bytes = Uint8Array<ArrayBuffer>;

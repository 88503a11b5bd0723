interface ByName {
  Uint8Array: Uint8Array;
  Uint32Array: Uint32Array;
  Float32Array: Float32Array;
  Float64Array: Float64Array;
}

/**
 * True for a typed array of that name, whichever realm it was made in: an array from an iframe, or from Node's `vm`, is
 * not `instanceof` the class of the same name here.
 */
export function isTypedArray<N extends keyof ByName>(value: unknown, name: N): value is ByName[N] {
  // isView looks at what the value is, not at what it says of itself; all but DataView then name their class by a getter
  // that looks at the same.
  return (
    ArrayBuffer.isView(value) &&
    (value as ArrayBufferView & { [Symbol.toStringTag]: string })[Symbol.toStringTag] === name
  );
}

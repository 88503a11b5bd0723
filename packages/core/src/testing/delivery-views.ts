import type { Bytes } from '../match/transport.js';

/** Views start here, not at 0, so that a reader which forgets `byteOffset` is caught in a test and not in the field. */
const OFFSET = 8;
/** What a view holds after its handlers have run, so that one kept beyond the call is seen to be worthless at once. */
const POISON = 0xdd;

/**
 * One buffer that every payload is handed over in, and its view for each length, made once: a new view costs 96 bytes.
 */
export class DeliveryViews {
  readonly #buffer: ArrayBuffer;
  readonly #byLength: (Bytes | undefined)[] = [];

  constructor(maxLength: number) {
    this.#buffer = new ArrayBuffer(OFFSET + maxLength);
  }

  take(length: number): Bytes {
    let view = this.#byLength[length];
    if (view === undefined) {
      view = new Uint8Array(this.#buffer, OFFSET, length);
      this.#byLength[length] = view;
    }
    return view;
  }

  giveBack(view: Bytes): void {
    view.fill(POISON);
  }
}

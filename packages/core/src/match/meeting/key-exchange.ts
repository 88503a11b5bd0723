import type { FieldSpecs } from '../../state/fields.js';
import { KEY, PROTOCOL } from '../../wire/messages.js';
import type { PacketReader } from '../../wire/packet.js';
import { deriveKey, type Key } from '../../wire/sip-hash.js';
import type { MatchContext } from '../context.js';
import { createLink, type Link } from '../link/link.js';
import type { PeerId } from '../transport.js';
import type { Identity } from './identity.js';

/** One half of a link's key, as it came from an address. */
export interface OtherHalf {
  readonly node: number;
  readonly nonce: number;
  readonly half: Key;
}

/**
 * How two machines come to share a key. Each sends a random half to the address where it heard the other, and to no
 * other; the key is both halves together. Our half for an address is derived and not remembered, so strangers can ask
 * for halves without end and cost us nothing.
 */
export class KeyExchange<F extends FieldSpecs> {
  readonly #context: MatchContext<F>;
  readonly #identity: Identity;

  constructor(context: MatchContext<F>, identity: Identity) {
    this.#context = context;
    this.#identity = identity;
  }

  /**
   * Sends our half to a machine that said hello. `turn` counts the links that a machine of this name had before: a page
   * that is loaded again with the same random numbers gets another key.
   */
  offer(to: PeerId, { node, nonce }: { node: number; nonce: number }, turn: number): void {
    const { out } = this.#context.outbox;
    const { low, high } = this.#half(to, node, turn);
    this.#context.outbox.startPlain(KEY);
    for (const value of [PROTOCOL, node, nonce, this.#identity.node, this.#identity.nonce, low, high]) out.put(value);
    this.#context.outbox.sendPlain(to);
  }

  /** Reads a KEY. Undefined if it is malformed, not for us, or of a room that we were in before. */
  read(reader: PacketReader): OtherHalf | undefined {
    const { get } = reader;
    const [protocol, to, echo, node, nonce] = [get(), get(), get(), get(), get()];
    const half = { low: get() | 0, high: get() | 0 };
    const isOurs = to === this.#identity.node && echo === this.#identity.nonce && node !== this.#identity.node;
    return reader.isRead() && protocol === PROTOCOL && isOurs ? { node, nonce, half } : undefined;
  }

  keyOf(from: PeerId, { node, half }: OtherHalf, turn: number): Key {
    const own = this.#half(from, node, turn);
    return { low: own.low ^ half.low, high: own.high ^ half.high };
  }

  /** A link under this key, to the address that its half came from. */
  open(from: PeerId, node: number, key: Key): Link {
    const { clock, settings, links } = this.#context;
    const link = createLink(this.#identity.node, node, key, from, clock, settings.hz / 1000);
    links.add(link);
    return link;
  }

  #half(address: PeerId, node: number, turn: number): Key {
    const letters = Array.from(address.slice(0, 64).split(''), (letter) => letter.charCodeAt(0));
    return deriveKey(this.#identity.secret, node, turn, ...letters);
  }
}

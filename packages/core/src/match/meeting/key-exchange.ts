import type { FieldSpecs } from '../../state/fields.js';
import { KEY, PROTOCOL } from '../../wire/messages.js';
import type { PacketReader } from '../../wire/packet.js';
import { deriveKey, type Key } from '../../wire/sip-hash.js';
import type { MatchContext } from '../context.js';
import { createLink } from '../link/link.js';
import type { PeerId } from '../transport.js';
import { HEARD_MS, type Acquaintance, type Acquaintances } from './acquaintances.js';
import type { Identity } from './identity.js';
import { isSameKey } from './ticket.js';

/** Links that are made in one turn: whoever finds no place asks again. */
const LINKS = 4;

/** One half of a link's key, as it came from an address. */
interface OtherHalf {
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
  #made = 0;
  #madeAt = -1;

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
  offer(to: PeerId, other: { node: number; nonce: number }, turn: number): void {
    this.#context.links.expectKey(to);
    this.#send(to, other, turn);
  }

  #send(to: PeerId, { node, nonce }: { node: number; nonce: number }, turn: number): void {
    const { out } = this.#context.outbox;
    const { low, high } = this.#half(to, node, turn);
    this.#context.outbox.startPlain(KEY);
    for (const value of [PROTOCOL, node, nonce, this.#identity.node, this.#identity.nonce, low, high]) out.put(value);
    this.#context.outbox.sendPlain(to);
  }

  /**
   * Reads a KEY, and makes a link of it. Undefined if nothing comes of it: it is malformed, not for us, of a room that
   * we were in before, or late. `turnOf`: as for offer(), or undefined for a machine that makes no new link.
   */
  accept(
    from: PeerId,
    acquaintances: Acquaintances<F>,
    turnOf: (node: number) => number | undefined,
  ): Acquaintance | undefined {
    const { clock, settings, links } = this.#context;
    const other = this.#read(links.strangers.reader);
    if (!other) links.drop();
    const turn = other && turnOf(other.node);
    if (!other || turn === undefined) return undefined;
    const now = clock.time();
    const own = this.#half(from, other.node, turn);
    const key = { low: own.low ^ other.half.low, high: own.high ^ other.half.high };
    const known = acquaintances.at(from)?.link;
    // Anybody may send a KEY that names this address: a link that is heard is not given up for it.
    const isHeard = known && now - known.heardAt < HEARD_MS;
    if (isHeard && (known.confirmed || isSameKey(known.key, key))) return undefined;
    if (now !== this.#madeAt) this.#made = 0;
    this.#madeAt = now;
    if (this.#made++ >= LINKS) return undefined;
    this.#send(from, other, turn);
    const link = createLink(this.#identity.node, other.node, key, from, clock, settings.hz / 1000);
    links.add(link);
    return acquaintances.add(link);
  }

  #read(reader: PacketReader): OtherHalf | undefined {
    const { get } = reader;
    const [protocol, to, echo, node, nonce] = [get(), get(), get(), get(), get()];
    const half = { low: get() | 0, high: get() | 0 };
    const isOurs = to === this.#identity.node && echo === this.#identity.nonce && node !== this.#identity.node;
    return reader.isRead() && protocol === PROTOCOL && isOurs ? { node, nonce, half } : undefined;
  }

  #half(address: PeerId, node: number, turn: number): Key {
    const letters: number[] = [];
    for (let i = 0; i < Math.min(address.length, 64); i++) letters.push(address.charCodeAt(i));
    return deriveKey(this.#identity.secret, node, turn, ...letters);
  }
}

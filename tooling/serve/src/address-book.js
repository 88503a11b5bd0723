// What each address uses of the signaling server at the moment.
import ipaddr from 'ipaddr.js';
import { TokenBucket } from 'limiter';

/** Clients that one address may have at a time. All machines behind one router have the same address. */
export const CLIENTS_PER_ADDRESS = 64;
/** Clients that one address may open at once, and in each second after that. */
const OPENED = /** @type {const} */ ({ bucketSize: 128, tokensPerInterval: 10, interval: 'second' });
/** Bytes that all clients of one address may send at once, and in each second after that. */
const BYTES = /** @type {const} */ ({ bucketSize: 1 << 23, tokensPerInterval: 1 << 19, interval: 'second' });
/** An address is forgotten this long after its last client has gone. By then its buckets are full again: 16 s is the slower one. */
const REMEMBERED_MS = 30_000;

/**
 * @typedef {object} Address
 * @property {number} clients open at the moment
 * @property {TokenBucket} opened one token for each client that it opens
 * @property {TokenBucket} bytes one token for each byte that its clients send
 * @property {NodeJS.Timeout} [forgetting] runs while it has no client
 */

/** A bucket that is full at first. @param {ConstructorParameters<typeof TokenBucket>[0]} options */
export function fullBucket(options) {
  const bucket = new TokenBucket(options);
  bucket.content = options.bucketSize;
  return bucket;
}

/**
 * What an address is counted as: IPv4 as it is, IPv6 as its /64 network, since whoever has one address there has all.
 * @param {string} address as a socket has it
 */
export function countedAs(address) {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

export function createAddressBook() {
  /** @type {Map<string, Address>} */
  const addresses = new Map();

  return {
    /** Addresses that are remembered. */
    get size() {
      return addresses.size;
    },
    /**
     * Counts a client that asks to be let in.
     * @param {string} address as its socket has it
     * @returns {{ bytes: TokenBucket, leave(): void } | undefined} undefined: the address has too many, or opens them
     *   too fast. Call `leave` once, when the client has gone.
     */
    enter(address) {
      const name = countedAs(address);
      const entry = addresses.get(name) ?? { clients: 0, opened: fullBucket(OPENED), bytes: fullBucket(BYTES) };
      if (entry.clients >= CLIENTS_PER_ADDRESS || !entry.opened.tryRemoveTokens(1)) return undefined;
      addresses.set(name, entry);
      clearTimeout(entry.forgetting);
      entry.clients += 1;
      return {
        bytes: entry.bytes,
        leave() {
          entry.clients -= 1;
          if (entry.clients === 0) entry.forgetting = setTimeout(() => addresses.delete(name), REMEMBERED_MS).unref();
        },
      };
    },
  };
}

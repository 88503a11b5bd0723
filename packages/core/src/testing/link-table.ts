import type { PeerId } from '../match/transport.js';
import type { ResolvedProfile } from './link-profile.js';
import { Link } from './link.js';

/** The links of a network by sender and receiver, made when first asked for. Looking one up allocates nothing. */
export class LinkTable {
  readonly #seed: number;
  readonly #profile: ResolvedProfile;
  readonly #bySender = new Map<PeerId, Map<PeerId, Link>>();

  constructor(seed: number, profile: ResolvedProfile) {
    this.#seed = seed;
    this.#profile = profile;
  }

  get(from: PeerId, to: PeerId): Link {
    let outgoing = this.#bySender.get(from);
    if (outgoing === undefined) {
      outgoing = new Map();
      this.#bySender.set(from, outgoing);
    }
    let link = outgoing.get(to);
    if (link === undefined) {
      link = new Link(hashNames(this.#seed, from, to), this.#profile);
      outgoing.set(to, link);
    }
    return link;
  }

  /**
   * A new address changes nothing about the wires of a machine: its links go with it, and replace any of the new name.
   */
  rename(from: PeerId, to: PeerId): void {
    move(this.#bySender, from, to);
    for (const outgoing of this.#bySender.values()) move(outgoing, from, to);
  }
}

function move<T>(map: Map<PeerId, T>, from: PeerId, to: PeerId): void {
  const value = map.get(from);
  if (value === undefined) return;
  map.delete(from);
  map.set(to, value);
}

/** FNV-1a over UTF-16 units: one seed per direction, whatever the order in which the links are made. */
function hashNames(seed: number, from: PeerId, to: PeerId): number {
  const names = `${from}\n${to}`;
  let hash = seed ^ 0x811c_9dc5;
  for (let i = 0; i < names.length; i++) hash = Math.imul(hash ^ names.charCodeAt(i), 0x0100_0193);
  return hash >>> 0;
}

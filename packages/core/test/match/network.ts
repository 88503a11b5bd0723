// Machines joined by bad links, of the scenarios' own: core/testing's network is not used here, so that a fault of it
// cannot hide one of the match.
import type { Bytes, PeerId, Transport } from '../../src/index.js';
import { createRandom, type Random } from './random.js';

export interface LinkSettings {
  /** One way. */
  latencyMs: number;
  /** Up to so much more, evenly. */
  jitterMs: number;
  /** Probabilities of a packet. A reordered one comes up to 100 ms later than it should. */
  loss: number;
  duplicate: number;
  reorder: number;
  /** Everything is lost, what is on its way as well. */
  cut: boolean;
  /** So many packets from now on are lost. */
  burst: number;
  /**
   * Sees every packet sent. What it returns is sent instead; undefined loses the packet. The bytes are its own to keep.
   */
  tap: ((bytes: Bytes) => Bytes | undefined) | undefined;
}

/** One direction between two machines. The settings may be changed at any time. */
export interface Link extends LinkSettings {
  /** Of what was handed to send(), lost or not. */
  packets: number;
  bytes: number;
  largest: number;
  /** Handed to the receiver. */
  arrived: number;
}

interface Parcel {
  readonly due: number;
  readonly order: number;
  readonly from: Port;
  readonly to: Port;
  readonly link: Link;
  readonly bytes: Bytes;
}

interface Port {
  id: PeerId;
  readonly handlers: Set<(payload: Bytes, peer: PeerId) => void>;
  readonly transport: Transport;
  open: boolean;
}

export interface Network {
  /** ms. */
  now(): number;
  /** The three required methods and nothing else. */
  join(id: PeerId): Transport;
  link(from: PeerId, to: PeerId): Link;
  /** Both directions of one pair, or without names of all pairs, those to come as well. */
  set(settings: Partial<LinkSettings>, a?: PeerId, b?: PeerId): void;
  /** Hands bytes to `to` at once, as if they came from `from`. */
  inject(from: PeerId, to: PeerId, bytes: Uint8Array): void;
  /** The same machine under a new address: what is on its way to the old one is lost. */
  rename(from: PeerId, to: PeerId): void;
  /** When the next packet arrives, or Infinity. */
  due(): number;
  /** Moves the clock and delivers what is due by then. */
  advance(to: number): void;
  /** A naive transport: everything goes to everyone, whatever the peer argument says. */
  naive: boolean;
}

const PERFECT: LinkSettings = {
  latencyMs: 0,
  jitterMs: 0,
  loss: 0,
  duplicate: 0,
  reorder: 0,
  cut: false,
  burst: 0,
  tap: undefined,
};
const LATE_MS = 100;

export function createNetwork(seed: number, settings: Partial<LinkSettings> = {}): Network {
  const random: Random = createRandom(seed);
  const defaults: LinkSettings = { ...PERFECT, ...settings };
  const ports: Port[] = [];
  const links = new Map<string, Link>();
  const queue: Parcel[] = [];
  let now = 0;
  let order = 0;

  const link = (from: PeerId, to: PeerId): Link => {
    const name = `${from} ${to}`;
    let found = links.get(name);
    if (!found) links.set(name, (found = { ...defaults, packets: 0, bytes: 0, largest: 0, arrived: 0 }));
    return found;
  };

  const before = (a: Parcel, b: Parcel): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
  const enqueue = (parcel: Parcel): void => {
    let low = 0;
    let high = queue.length;
    // The queue is sorted, the last one first out.
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(parcel, queue[middle]!)) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, parcel);
  };

  const post = (from: Port, to: Port, payload: Uint8Array): void => {
    const way = link(from.id, to.id);
    way.packets++;
    way.bytes += payload.length;
    way.largest = Math.max(way.largest, payload.length);
    let bytes: Bytes | undefined = new Uint8Array(payload);
    if (way.tap) bytes = way.tap(bytes);
    // Drawn for every packet, so that a change of one link leaves the fate of the others alone.
    const [lost, twice, late, jitter, again, late2] = [random(), random(), random(), random(), random(), random()];
    if (way.burst > 0) {
      way.burst--;
      return;
    }
    if (!bytes || way.cut || lost < way.loss) return;
    const delay = way.latencyMs + jitter * way.jitterMs + (late < way.reorder ? late2 * LATE_MS : 0);
    enqueue({ due: now + delay, order: order++, from, to, link: way, bytes });
    if (twice < way.duplicate)
      enqueue({ due: now + delay + again * LATE_MS, order: order++, from, to, link: way, bytes });
  };

  // A packet arrives as a view at an odd offset of a larger buffer, which is overwritten when the call is over.
  const arrival = new Uint8Array(70_000);
  const hand = (to: Port, from: PeerId, bytes: Uint8Array): void => {
    arrival.set(bytes, 3);
    const view = arrival.subarray(3, 3 + bytes.length);
    for (const handler of [...to.handlers]) handler(view, from);
    view.fill(0xa5);
  };

  const open = (id: PeerId): Port | undefined => ports.find((port) => port.open && port.id === id);

  const network: Network = {
    naive: false,
    now: () => now,
    join(id) {
      const old = open(id);
      if (old) old.open = false;
      const handlers = new Set<(payload: Bytes, peer: PeerId) => void>();
      const transport: Transport = {
        send(payload, peer) {
          if (!port.open) return;
          for (const to of ports) {
            if (to.open && to !== port && (network.naive || peer === undefined || to.id === peer))
              post(port, to, payload);
          }
        },
        onMessage(handler) {
          handlers.add(handler);
          return () => handlers.delete(handler);
        },
        close() {
          port.open = false;
        },
      };
      const port: Port = { id, handlers, transport, open: true };
      ports.push(port);
      return transport;
    },
    link,
    set(changes, a, b) {
      if (a === undefined) {
        Object.assign(defaults, changes);
        for (const each of links.values()) Object.assign(each, changes);
      } else {
        const others = b === undefined ? ports.map((port) => port.id).filter((id) => id !== a) : [b];
        for (const other of others) {
          Object.assign(link(a, other), changes);
          Object.assign(link(other, a), changes);
        }
      }
    },
    inject(from, to, bytes) {
      const port = open(to);
      if (port) hand(port, from, bytes);
    },
    rename(from, to) {
      const port = open(from);
      if (!port) throw new Error(`no machine ${from}`);
      for (const other of ports) {
        if (other === port) continue;
        links.set(`${to} ${other.id}`, link(from, other.id));
        links.set(`${other.id} ${to}`, link(other.id, from));
      }
      port.id = to;
      for (let i = queue.length - 1; i >= 0; i--) if (queue[i]!.to === port) queue.splice(i, 1);
    },
    due: () => queue.at(-1)?.due ?? Infinity,
    advance(to) {
      for (let next = queue.at(-1); next && next.due <= to; next = queue.at(-1)) {
        queue.pop();
        now = Math.max(now, next.due);
        // To a page that was reloaded meanwhile it comes all the same.
        const port = next.to.open ? next.to : open(next.to.id);
        if (!port || next.link.cut) continue;
        next.link.arrived++;
        hand(port, next.from.id, next.bytes);
      }
      now = Math.max(now, to);
    },
  };
  return network;
}

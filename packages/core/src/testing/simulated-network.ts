import { isBytes } from '../base/bytes.js';
import { createEmitter, type Emitter } from '../base/emitter.js';
import { fail, integer, typed } from '../base/errors.js';
import type { Bytes, PeerId, Transport } from '../match/transport.js';
import { DeliveryViews } from './delivery-views.js';
import { LinkTable } from './link-table.js';
import { type LinkProfile, milliseconds, PERFECT, requireNumber, resolveProfile } from './link-profile.js';
import { createTrafficStats, type Link, type TrafficStats } from './link.js';
import { PacketQueue } from './packet-queue.js';
import type { SimulatedNetwork, SimulatedTransportOptions } from './simulated-network-types.js';

/** The largest payload of one UDP datagram over IPv4: 65,535 less 20 bytes of IP and 8 of UDP header. */
const MAX_PAYLOAD = 65_507;

/** More packets than this at one instant are handlers that answer each other over links without delay. */
const MAX_PER_INSTANT = 1_000_000;

/** A message that is being handed over. One object for all messages: a new one for each would be an allocation. */
interface Delivery {
  payload: Bytes;
  peer: PeerId;
}

interface Machine {
  id: PeerId;
  open: boolean;
  readonly emitter: Emitter<{
    readonly message: Readonly<Delivery>;
    readonly peer: { readonly peer: PeerId; readonly change: 'join' | 'leave' };
  }>;
  readonly transport: Transport;
}

/**
 * The LinkProfile given is every link's until setLink(). `seed` is an integer, default 0.
 *
 * @throws TypeError for a wrong type or an unknown key, RangeError for a value out of its range
 */
export function createSimulatedNetwork(options: { seed?: number } & LinkProfile = {}): SimulatedNetwork {
  const base = resolveProfile(options, PERFECT, ['seed']);
  const links = new LinkTable(integer('seed', options.seed ?? 0, -Infinity, Infinity) >>> 0, base);
  const queue = new PacketQueue();
  const views = new DeliveryViews(MAX_PAYLOAD);
  const stats = createTrafficStats();
  const machines = new Map<PeerId, Machine>();
  /** The open machines in the order of their opening; replaced, never changed. */
  let room: readonly Machine[] = [];
  let announcements: { readonly to: Machine; readonly peer: PeerId; readonly change: 'join' | 'leave' }[] = [];
  const delivery: Delivery = { payload: new Uint8Array(0), peer: '' };
  const errors: unknown[] = [];
  const report = (error: unknown): void => void errors.push(error);
  let advancing = false;

  // Times live in arrays: a fractional number in a captured variable is boxed anew at each write.
  const clock = new Float64Array(1);
  const target = new Float64Array(1);
  const due = new Float64Array(2);

  function count(link: Link, key: keyof TrafficStats, by: number): void {
    stats[key] += by;
    link.stats[key] += by;
  }

  function put(from: PeerId, to: PeerId, payload: Bytes): void {
    const link = links.get(from, to);
    count(link, 'sent', 1);
    count(link, 'bytes', payload.length);
    const copies = link.transit(payload.length, clock, due);
    if (copies === 0) count(link, 'lost', 1);
    if (copies === 2) count(link, 'duplicated', 1);
    count(link, 'inFlight', copies);
    for (let copy = 0; copy < copies; copy++) queue.push(due, copy, payload, link, from, to);
  }

  function deliver(packet: number): void {
    const link = queue.link(packet);
    const from = queue.from(packet);
    const machine = machines.get(queue.to(packet));
    count(link, 'inFlight', -1);
    if (machine === undefined || link.cut) {
      count(link, 'lost', 1);
      return;
    }
    count(link, 'delivered', 1);
    const view = views.take(queue.length(packet));
    queue.read(packet, view);
    delivery.payload = view;
    delivery.peer = from;
    machine.emitter.emit('message', delivery);
    views.giveBack(view);
  }

  function announce(): void {
    // A handler may open or close transports: what that announces comes in a further round.
    while (announcements.length > 0) {
      const round = announcements;
      announcements = [];
      for (const { to, peer, change } of round) to.emitter.emit('peer', { peer, change });
    }
  }

  function run(): void {
    let atThisInstant = 0;
    announce();
    for (;;) {
      const packet = queue.takeDue(target, due);
      if (packet < 0) return;
      if (due[0]! > clock[0]!) {
        clock[0] = due[0]!;
        atThisInstant = 0;
      }
      if (++atThisInstant > MAX_PER_INSTANT) {
        throw new Error(
          `more than ${MAX_PER_INSTANT} packets at ${clock[0]} ms: do handlers answer each other over links without delay?`,
        );
      }
      deliver(packet);
      if (announcements.length > 0) announce();
    }
  }

  function open(id: PeerId, minimal: boolean): Machine {
    function send(payload: Bytes, peer?: PeerId): void {
      if (!isBytes(payload)) fail('payload', 'a Uint8Array', payload);
      if (payload.length > MAX_PAYLOAD) fail('payload.length', `at most ${MAX_PAYLOAD}`, payload.length, RangeError);
      if (!machine.open) return;
      if (peer !== undefined) {
        if (peer !== machine.id) put(machine.id, peer, payload);
        return;
      }
      for (let i = 0; i < room.length; i++) {
        const other = room[i]!;
        if (other !== machine) put(machine.id, other.id, payload);
      }
    }
    function close(): void {
      if (!machine.open) return;
      machine.open = false;
      machine.emitter.clear();
      machines.delete(machine.id);
      room = room.filter((other) => other !== machine);
      for (const to of room) announcements.push({ to, peer: machine.id, change: 'leave' });
    }
    const required: Transport = {
      send,
      onMessage(handler) {
        typed('handler', handler, 'function');
        return machine.emitter.on('message', ({ payload, peer }) => handler(payload, peer));
      },
      close,
    };
    const whole: Transport = {
      ...required,
      get selfId() {
        return machine.id;
      },
      peers: () => room.filter((other) => other !== machine && machine.open).map((other) => other.id),
      onPeer(handler) {
        typed('handler', handler, 'function');
        return machine.emitter.on('peer', ({ peer, change }) => handler(peer, change));
      },
      maxPayload: MAX_PAYLOAD,
    };
    const machine: Machine = {
      id,
      open: true,
      emitter: createEmitter(report),
      transport: Object.freeze(minimal ? required : whole),
    };
    for (const to of room) announcements.push({ to, peer: id, change: 'join' });
    machines.set(id, machine);
    room = [...room, machine];
    return machine;
  }

  return Object.freeze({
    transport(id: PeerId, transportOptions: SimulatedTransportOptions = {}): Transport {
      requireId('id', id);
      return (machines.get(id) ?? open(id, transportOptions.minimal === true)).transport;
    },
    advance(ms: number): void {
      const step = milliseconds('ms', requireNumber('ms', ms), 0);
      if (advancing) throw new Error('re-entrant: advance() inside a handler of the network that is advancing');
      target[0] = clock[0]! + step;
      advancing = true;
      try {
        run();
        clock[0] = target[0]!;
      } finally {
        advancing = false;
      }
      if (errors.length === 0) return;
      const thrown = errors.splice(0);
      throw thrown.length === 1 ? thrown[0] : new AggregateError(thrown, `${thrown.length} handlers threw`);
    },
    now: () => clock[0]!,
    setLink(from: PeerId, to: PeerId, profile: LinkProfile): void {
      requireId('from', from);
      requireId('to', to);
      links.get(from, to).profile = resolveProfile(profile, base);
    },
    partition(a: PeerId, b: PeerId, cut: boolean): void {
      requireId('a', a);
      requireId('b', b);
      if (typeof cut !== 'boolean') fail('cut', 'a boolean', cut);
      links.get(a, b).cut = cut;
      links.get(b, a).cut = cut;
    },
    rename(from: PeerId, to: PeerId): void {
      requireId('from', from);
      requireId('to', to);
      const machine = machines.get(from);
      if (machine === undefined) throw new RangeError(`rename: '${from}' has no open transport`);
      if (machines.has(to)) throw new RangeError(`rename: '${to}' has an open transport`);
      machines.delete(from);
      machine.id = to;
      machines.set(to, machine);
      links.rename(from, to);
    },
    stats,
    linkStats: (from: PeerId, to: PeerId) => links.get(from, to).stats,
  });
}

function requireId(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') fail(name, 'a string of at least one character', value);
}

import type { PeerId, Transport } from '@lite-rollback/core';
import { createWebRTCTransport, type WebRTCTransport } from '../transport.js';
import { type Deadline, startDeadline } from './deadline.js';
import { createDoor, RELINK_MS } from './door.js';
import { createGuest } from './guest.js';
import { createMesh, type Mesh, type MeshEvents } from './mesh.js';
import { createGuestId, createRoomCode, parseRoom, type RoomAddress } from './room-code.js';
import { RoomError, type RoomErrorCode } from './room-error.js';
import { readMaxPeers, readRtc, readTimeout, type RoomOptions } from './room-options.js';
import type { Signaling, SignalingService } from './signaling.js';

/** A room that is open: its transport reaches every machine in it. */
export interface Room {
  /** transport.close() closes the room. */
  readonly transport: Transport;
  /**
   * What others join with: 13 characters of base32, or the room's name. formatRoomCode() groups it for reading aloud.
   */
  readonly code: string;
  readonly selfId: PeerId;
  /** Tells the others, closes every connection and gives up the room's address. Idempotent. */
  close(): void;
}

/** The three ways into a room. */
export interface Rooms {
  /**
   * Opens a room under a new code, or under `code` (a code or a name), and resolves when others can join it. A room is a
   * full mesh of up to maxPeers machines (default 4, 2 … 16): the host lists the addresses, each pair dials once.
   * @throws RoomError 'unavailable' when the room has a host already, 'signaling', 'aborted', 'browser'; TypeError or
   * RangeError for a bad option.
   */
  hostRoom(options?: RoomOptions & { code?: string; maxPeers?: number }): Promise<Room>;
  /**
   * Joins a room and resolves when every machine in it is linked with this one.
   * @throws RoomError 'no-such-room', 'unavailable' when the room is full, 'ice', 'timeout', 'signaling', 'aborted',
   * 'browser'; TypeError or RangeError for a bad option.
   */
  joinRoom(code: string, options?: RoomOptions): Promise<Room>;
  /**
   * Joins `room`, or hosts it if nobody does: the same line on every machine. Of two that open it at once one hosts.
   * `maxPeers` counts where this machine hosts.
   * @throws RoomError as joinRoom, but never 'no-such-room'.
   */
  openRoom(room: string, options?: RoomOptions & { maxPeers?: number }): Promise<Room>;
}

/** Rooms whose machines `service` introduces to each other. */
export function createRooms(service: SignalingService): Rooms {
  return Object.freeze<Rooms>({
    async hostRoom(options = {}) {
      const address = parseRoom(options.code ?? createRoomCode());
      const maxPeers = readMaxPeers(options.maxPeers);
      return within(options, (deadline) => claimRoom(service, address, maxPeers, options, deadline));
    },
    async joinRoom(code, options = {}) {
      const address = parseRoom(code);
      return within(options, (deadline) => enterRoom(service, address, options, deadline));
    },
    async openRoom(room, options = {}) {
      const address = parseRoom(room);
      const maxPeers = readMaxPeers(options.maxPeers);
      return within(options, (deadline) => claimOrEnter(service, address, maxPeers, options, deadline));
    },
  });
}

async function claimOrEnter(
  service: SignalingService,
  address: RoomAddress,
  maxPeers: number,
  options: RoomOptions,
  deadline: Deadline,
): Promise<Room> {
  // The claim comes first: the service grants it to one machine only, so two that open the room at once cannot both
  // join or both host. It goes round again when the host leaves between the two steps, and the deadline ends it.
  for (;;) {
    try {
      return await claimRoom(service, address, maxPeers, options, deadline);
    } catch (error) {
      if (!isRoomError(error, 'unavailable')) throw error;
    }
    try {
      return await enterRoom(service, address, options, deadline);
    } catch (error) {
      if (!isRoomError(error, 'no-such-room')) throw error;
      if (deadline.expired()) throw new RoomError('timeout', 'This room has a host, but it does not answer.', error);
    }
  }
}

async function claimRoom(
  service: SignalingService,
  address: RoomAddress,
  maxPeers: number,
  options: RoomOptions,
  deadline: Deadline,
): Promise<Room> {
  const site = createSite(address.hostId, address, options, {
    opened: (peer) => door.opened(peer),
    message: (peer, message) => door.message(peer, message),
    dialFailed: () => {},
    lost: (peer, why) => door.lost(peer, why),
    reachability: (peer) => door.reachability(peer),
  });
  const door = createDoor(site.mesh, maxPeers);
  return openSite(service, site, deadline, () => door.close());
}

async function enterRoom(
  service: SignalingService,
  address: RoomAddress,
  options: RoomOptions,
  deadline: Deadline,
): Promise<Room> {
  const site = createSite(createGuestId(), address, options, {
    opened: (peer) => guest.opened(peer),
    message: (peer, message) => guest.message(peer, message),
    dialFailed: (peer, why) => guest.dialFailed(peer, why),
    lost: (peer, why) => guest.lost(peer, why),
    reachability: (peer) => guest.reachability(peer),
  });
  const guest = createGuest(site.mesh);
  const room = await openSite(service, site, deadline, () => guest.close());
  try {
    await deadline.race(guest.enter(), () => guest.obstacle());
    return room;
  } catch (error) {
    room.close();
    throw error;
  }
}

/** This machine in a room, from before its address is claimed. */
interface Site {
  readonly code: string;
  readonly transport: WebRTCTransport;
  readonly mesh: Mesh;
  signaling: Signaling | undefined;
}

function createSite(selfId: PeerId, address: RoomAddress, options: RoomOptions, events: MeshEvents): Site {
  if (typeof RTCPeerConnection === 'undefined')
    throw new RoomError('browser', 'This browser has no WebRTC (RTCPeerConnection is missing).');
  const rtc = readRtc(options);
  // A wrong iceServers throws here, where the caller hears of it.
  new RTCPeerConnection(rtc).close();
  const transport = createWebRTCTransport({ selfId, relinkMs: RELINK_MS });
  const send = (to: PeerId, text: string): boolean => site.signaling?.send(to, text) ?? false;
  const mesh = createMesh(
    { hostId: address.hostId, transport, rtc, openTimeoutMs: readTimeout(options), send },
    events,
  );
  const site: Site = { code: address.code, transport, mesh, signaling: undefined };
  return site;
}

/** Claims the site's address. `stop` ends what stands on its mesh. */
async function openSite(service: SignalingService, site: Site, deadline: Deadline, stop: () => void): Promise<Room> {
  const { code, transport, mesh } = site;
  let closed = false;
  // A page that is left sends nothing more by itself, and ICE takes 16 s to give its connections up. They are not
  // closed here: that would cut the bye off.
  const onPageHide = (): void => mesh.sayBye();
  globalThis.addEventListener('pagehide', onPageHide);

  function close(): void {
    if (closed) return;
    closed = true;
    globalThis.removeEventListener('pagehide', onPageHide);
    stop();
    mesh.close();
    site.signaling?.leave();
    transport.close();
  }

  const attempt = new AbortController();
  try {
    const claim = service.claim(transport.selfId, { message: mesh.signal, absent: mesh.absent }, attempt.signal);
    site.signaling = await deadline.race(
      claim,
      () => new RoomError('signaling', 'The signaling server did not answer in time.'),
    );
  } catch (error) {
    attempt.abort(error);
    close();
    throw error;
  }
  const { send, onMessage, onPeer, peers, selfId, maxPayload } = transport;
  return Object.freeze({
    code,
    selfId,
    close,
    transport: Object.freeze({ send, onMessage, onPeer, peers, selfId, maxPayload, close }),
  });
}

async function within<T>(options: RoomOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = startDeadline(readTimeout(options), options.signal);
  try {
    return await work(deadline);
  } finally {
    deadline.end();
  }
}

function isRoomError(error: unknown, code: RoomErrorCode): boolean {
  // By name and not by class: a signaling service may come with a copy of its own.
  const { name, code: found } = Object(error) as Readonly<Record<string, unknown>>;
  return name === 'RoomError' && found === code;
}

// The way to other machines: PeerJS rooms over the page's own signaling server, unless config.json beside the page says
// else.
import type { OnlineProvider, OnlineRoom } from '@lite-rollback/arcade';
import type { PeerJSOptions, PeerJSRoom } from '@lite-rollback/webrtc/peerjs';

/** What config.json may hold. Everything in it is optional. */
interface NetworkConfig {
  /** STUN and TURN servers, with credentials. None or an empty list: the transport's default. */
  iceServers?: RTCIceServer[];
  iceTransportPolicy?: 'all' | 'relay';
  /** A PeerJS server elsewhere. */
  signaling?: { host: string; port?: number; path?: string; secure?: boolean };
}

/** Machines in one room: four that play, and as many that watch. */
const MACHINES_MAX = 8;

/** The library is loaded when somebody goes online, and not before. */
export const online: OnlineProvider = {
  async isCode(typed) {
    const { isRoomCode } = await import('@lite-rollback/webrtc/peerjs');
    return isRoomCode(typed);
  },
  async host({ code, signal }) {
    const [{ formatRoomCode, hostRoom, openRoom }, options] = await prepare(signal);
    // A code of old: the page was reloaded. Nobody else hosts it then; and if somebody does, this page was opened by
    // its address, and joins.
    const room =
      code === undefined
        ? await hostRoom({ ...options, maxPeers: MACHINES_MAX })
        : await openRoom(code, { ...options, maxPeers: MACHINES_MAX });
    return asOnlineRoom(room, formatRoomCode(room.code));
  },
  async join(code, { signal }) {
    const [{ formatRoomCode, joinRoom }, options] = await prepare(signal);
    const room = await joinRoom(code, options);
    return asOnlineRoom(room, formatRoomCode(room.code));
  },
};

async function prepare(signal: AbortSignal): Promise<[typeof import('@lite-rollback/webrtc/peerjs'), PeerJSOptions]> {
  const [library, options] = await Promise.all([import('@lite-rollback/webrtc/peerjs'), networkOptions()]);
  return [library, { ...options, signal }];
}

function asOnlineRoom(room: PeerJSRoom, code: string): OnlineRoom {
  return { transport: room.transport, code, close: () => room.close() };
}

async function networkOptions(): Promise<PeerJSOptions> {
  const config = await readConfig();
  const ice = config.iceServers ?? [];
  return {
    ...(config.signaling ?? ownSignaling()),
    ...(ice.length > 0 ? { iceServers: ice } : {}),
    ...(config.iceTransportPolicy === undefined ? {} : { iceTransportPolicy: config.iceTransportPolicy }),
  };
}

function ownSignaling(): PeerJSOptions {
  const secure = location.protocol === 'https:';
  return { host: location.hostname, port: Number(location.port) || (secure ? 443 : 80), path: '/signal', secure };
}

/** An absent or broken file is an empty one: a static host need not have it. */
async function readConfig(): Promise<NetworkConfig> {
  try {
    const answer = await fetch('./config.json');
    if (!answer.ok) return {};
    const config: unknown = await answer.json();
    return typeof config === 'object' && config !== null ? config : {};
  } catch {
    return {};
  }
}

/** Where the PeerJS server is. */
export interface PeerServerOptions {
  /** Host of the PeerJS server, `/` for the page's own. Default: PeerJS's public server. */
  host?: string;
  /** Default 443. */
  port?: number;
  /** Where the server is mounted, default `/`. */
  path?: string;
  /** TLS to the server. Default: as the page itself was loaded; always, to the public server. */
  secure?: boolean;
  /** Default `peerjs`. */
  key?: string;
}

const PUBLIC_HOST = '0.peerjs.com';
/** The version of PeerJS whose messages these are. The server only writes it down. */
const VERSION = '1.5.5';

/**
 * The address of the server's WebSocket, but for the id and its token.
 * @throws TypeError or RangeError for options that name no server
 */
export function serverUrl(options: PeerServerOptions): URL {
  const { host = PUBLIC_HOST, port = 443, path = '/', key = 'peerjs' } = options;
  if (typeof host !== 'string' || host === '') throw new TypeError(`host must be a host's name or "/", got ${host}.`);
  if (!Number.isInteger(port)) throw new TypeError(`port must be an integer in [1, 65535], got ${port}.`);
  if (port < 1 || port > 65_535) throw new RangeError(`port must be an integer in [1, 65535], got ${port}.`);
  const secure = host === PUBLIC_HOST || (options.secure ?? globalThis.location?.protocol === 'https:');
  const name = host === '/' ? globalThis.location.hostname : host;
  const folder = `/${path}/`.replace(/\/+/g, '/');
  let url: URL;
  try {
    url = new URL(`${secure ? 'wss' : 'ws'}://${name}:${port}${folder}peerjs`);
  } catch {
    throw new TypeError(`host must be a host's name or "/", got "${host}".`);
  }
  url.searchParams.set('key', key);
  url.searchParams.set('version', VERSION);
  return url;
}

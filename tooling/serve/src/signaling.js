// The PeerJS signaling server, with bounds on what one client and one address may use of it. `peer` itself bounds the
// clients of all addresses together, and so one address could take every place.
import { STATUS_CODES } from 'node:http';
import { ExpressPeerServer } from 'peer';
import { WebSocket, WebSocketServer } from 'ws';
import { createAddressBook, fullBucket } from './address-book.js';

export const SIGNAL_PATH = '/signal';
/** Bytes that one client may send at once, and in each second after that: a host that lets 15 guests in at once sends some 250 KB. */
const BYTES = /** @type {const} */ ({ bucketSize: 1 << 20, tokensPerInterval: 1 << 16, interval: 'second' });
/** A message counts as so many bytes at least: small ones cost work, too. */
const LEAST_BYTES = 1 << 10;
/** Longest message. A session description has 1 to 5 KB. */
const LONGEST_BYTES = 1 << 16;
/** Bytes that may wait for a client that does not read. */
const UNREAD_BYTES = 1 << 20;
/** Longest id, token and key. PeerJS makes ids of 36 characters, a room has shorter ones. */
const LONGEST_WORD = 64;

/** A client's socket. It is ended at the first message over its budget, which nobody gets to see. */
class BoundedSocket extends WebSocket {
  /** Set when the client is let in. @type {import('limiter').TokenBucket | undefined} */
  budget;

  /** @override @param {string | symbol} event @param {any[]} args */
  emit(event, ...args) {
    if (event === 'message' && !this.#mayDeliver(args[0])) return false;
    return super.emit(event, ...args);
  }

  /** @param {Buffer} data what `ws` hands over without `binaryType` */
  #mayDeliver(data) {
    if (this.readyState !== WebSocket.OPEN) return false;
    if (this.budget?.tryRemoveTokens(Math.max(LEAST_BYTES, data.length)) === true) return true;
    this.terminate();
    return false;
  }

  /** @override @param {any} data @param {any[]} rest */
  send(data, ...rest) {
    if (this.bufferedAmount > UNREAD_BYTES) this.terminate();
    else Reflect.apply(super.send, this, [data, ...rest]);
  }
}

/** @param {import('node:stream').Duplex} socket @param {number} status */
function refuse(socket, status) {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The parameters of a request for a socket; undefined when it asks for something else. @param {string} address */
function parametersOf(address) {
  const at = address.indexOf('?');
  return at >= 0 && address.slice(0, at) === `${SIGNAL_PATH}/peerjs`
    ? new URLSearchParams(address.slice(at))
    : undefined;
}

/**
 * @param {import('node:http').Server} server only its type is looked at: sockets come through `upgrade`
 * @returns {{ app: import('express').Express, upgrade(req: import('node:http').IncomingMessage, socket: import('node:stream').Duplex, head: Buffer): void, close(): void }}
 *   `app` is to be mounted at SIGNAL_PATH before the first `upgrade`.
 */
export function createSignaling(server) {
  const book = createAddressBook();
  /** @type {import('ws').Server<typeof BoundedSocket>} */
  let sockets;
  const app = ExpressPeerServer(server, {
    createWebSocketServer: ({ path }) =>
      (sockets = new WebSocketServer({ path, noServer: true, maxPayload: LONGEST_BYTES, WebSocket: BoundedSocket })),
  });
  // `peer` forwards each broken client connection as an error event, and an event without a listener would end the
  // process.
  app.on('error', () => {});
  app.disable('x-powered-by');

  return {
    app,
    upgrade(req, socket, head) {
      // A client that resets its connection is no fault of ours; without a listener it would end the process.
      socket.on('error', () => socket.destroy());
      const parameters = parametersOf(req.url ?? '');
      if (parameters === undefined) return refuse(socket, 404);
      for (const name of ['id', 'token', 'key'])
        if ((parameters.get(name) ?? '').length > LONGEST_WORD) return refuse(socket, 400);
      const place = book.enter(req.socket.remoteAddress ?? '');
      if (place === undefined) return refuse(socket, 429);
      socket.once('close', place.leave);
      sockets.handleUpgrade(req, socket, head, (client) => {
        client.budget = fullBucket({ ...BYTES, parentBucket: place.bytes });
        sockets.emit('connection', client, req);
      });
    },
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

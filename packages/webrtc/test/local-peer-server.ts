import type { Server } from 'node:http';
import { PeerServer } from 'peer';
import { WebSocketServer } from 'ws';

/** PeerJS's own server, in this process. */
export interface LocalPeerServer {
  readonly port: number;
  /** Ends it and every connection. */
  close(): Promise<void>;
  /** Ends every connection without a close frame, and with it the ids. */
  cutConnections(): void;
}

/** `port` 0 lets the system choose. */
export async function startPeerServer(port = 0): Promise<LocalPeerServer> {
  let sockets: WebSocketServer | undefined;
  const server = await new Promise<Server>((resolve) => {
    const app = PeerServer(
      {
        port,
        host: '127.0.0.1',
        createWebSocketServer: (options: ConstructorParameters<typeof WebSocketServer>[0]) =>
          (sockets = new WebSocketServer(options)),
      },
      // It is an HTTP server: nothing here asks for TLS.
      (made) => resolve(made as Server),
    );
    // `peer` forwards each broken connection as an error event, and one without a listener would end the process.
    app.on('error', () => {});
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const cutConnections = (): void => {
    for (const socket of sockets?.clients ?? []) socket.terminate();
  };
  return {
    port: address.port,
    cutConnections,
    async close() {
      cutConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

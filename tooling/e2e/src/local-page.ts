// @lite-rollback/local inside a page. The same script is the worker's.
import { createLocalTransport } from '@lite-rollback/local';
import { runContract, type ContractResult } from './contract-in-page.js';

let rooms = 0;
/** What happened here, in order. */
const events: string[] = [];

function enter(room: string, selfId: string): ReturnType<typeof createLocalTransport> {
  const transport = createLocalTransport({ room, selfId });
  transport.onPeer((peer, change) => events.push(`${peer} ${change}`));
  transport.onMessage((payload, peer) => events.push(`${payload.join('.')} from ${peer}`));
  return transport;
}

let transport: ReturnType<typeof enter> | undefined;
const lab = {
  events,
  contract: (): Promise<ContractResult> =>
    runContract('local', async () => {
      const room = `contract ${rooms++}`;
      return [createLocalTransport({ room }), createLocalTransport({ room })];
    }),
  enter(room: string, selfId: string): void {
    transport = enter(room, selfId);
  },
  send(...bytes: number[]): void {
    transport?.send(new Uint8Array(bytes));
  },
  peers: () => transport?.peers(),
  /** A page's own goodbye, from a listener that is added after the transport's. */
  sayOnPagehide(byte: number): void {
    addEventListener('pagehide', () => lab.send(byte));
  },
  /** A worker that enters the room as `selfId` and sends back what it hears, plus one. */
  startWorker(room: string, selfId: string): Worker {
    const worker = new Worker('local-page.js', { type: 'module' });
    worker.postMessage([room, selfId]);
    return worker;
  },
};

export type LocalLab = typeof lab;
declare global {
  var localLab: LocalLab;
}
globalThis.localLab = lab;

if (typeof document === 'undefined') {
  addEventListener('message', ({ data: [room, selfId] }: MessageEvent<[string, string]>) => {
    const echo = enter(room, selfId);
    echo.onMessage((payload, peer) =>
      echo.send(
        payload.map((byte) => byte + 1),
        peer,
      ),
    );
  });
} else {
  addEventListener('pageshow', ({ persisted }) => events.push(persisted ? 'restored' : 'shown'));
}

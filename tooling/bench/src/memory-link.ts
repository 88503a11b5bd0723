// A network in memory for machines in one process: datagrams arrive whole, in order, a fixed number of ticks after they
// were sent. Once every buffer has been used it allocates nothing, so what is timed on top of it is the match.
import type { Bytes, PeerId, Transport } from '@lite-rollback/core';

/** Above what a match sends. */
const PACKET_BYTES = 2048;

interface Waiting {
  readonly bytes: Bytes;
  /** Views of `bytes` by length: a new one for every packet would be what is measured. */
  readonly views: (Bytes | undefined)[];
  length: number;
  from: number;
  to: number;
  due: number;
}

export interface MemoryLink {
  readonly transports: readonly Transport[];
  /** One tick passes: what is due arrives. */
  tick(): void;
}

/** @param lateTicks 0: a packet is there before send() returns. */
export function createMemoryLink(machines: number, lateTicks: number): MemoryLink {
  const handlers: ((payload: Bytes, peer: PeerId) => void)[] = [];
  const names = Array.from({ length: machines }, (_, index) => `machine ${index}`);
  const queue: Waiting[] = [];
  const free: Waiting[] = [];
  let now = 0;
  const post = (payload: Bytes, from: number, to: number): void => {
    if (lateTicks === 0) return handlers[to]?.(payload, names[from]!);
    const packet = free.pop() ?? { bytes: new Uint8Array(PACKET_BYTES), views: [], length: 0, from, to, due: 0 };
    packet.bytes.set(payload);
    packet.length = payload.length;
    packet.from = from;
    packet.to = to;
    packet.due = now + lateTicks;
    queue.push(packet);
  };
  return {
    transports: names.map((_, self) => ({
      send(payload, peer) {
        for (let to = 0; to < machines; to++)
          if (to !== self && (peer === undefined || names[to] === peer)) post(payload, self, to);
      },
      onMessage(handler) {
        handlers[self] = handler;
        return () => {};
      },
      close() {},
    })),
    tick() {
      now++;
      let kept = 0;
      for (let i = 0; i < queue.length; i++) {
        const packet = queue[i]!;
        if (packet.due > now) {
          queue[kept++] = packet;
          continue;
        }
        handlers[packet.to]?.(
          (packet.views[packet.length] ??= packet.bytes.subarray(0, packet.length)),
          names[packet.from]!,
        );
        free.push(packet);
      }
      queue.length = kept;
    },
  };
}

import { typed } from '../base/errors.js';
import { createPacketWriter, type PacketWriter } from '../wire/packet.js';
import { report } from './defaults.js';
import { STEP_MAX_MS } from './figures.js';
import { createInbox, type Inbox } from './inbox.js';
import type { MatchEvents } from './events.js';
import { oneOf } from './options.js';
import type { PeerId, Transport } from './transport.js';
import { BYTES_OUT } from './gauges.js';
import type { Seat } from './seat.js';

const EVENTS: readonly (keyof MatchEvents)[] = [
  'start',
  'reject',
  'join',
  'interrupt',
  'resume',
  'drop',
  'desync',
  'pause',
  'unpause',
  'end',
];

/** What every part of a match needs: the clock, packets in and out, events. */
export interface Post {
  readonly out: PacketWriter;
  readonly inbox: Inbox;
  /** Whole milliseconds since creation. It never goes back and never jumps, whatever the clock it is fed from does. */
  time(): number;
  /**
   * The caller's clock at the last wind(), time() with its fraction, and both at the last look(): time() in row 2, the
   * caller's in 3. In an array, because a double that a function returns is boxed.
   */
  readonly clock: Float64Array;
  /** Moves time() on. */
  wind(): void;
  /** Reads what time() would be now. */
  look(): void;
  /** Sends the packet just written; without an address, to all. */
  send(peer: PeerId | undefined, seed: number, seat?: Seat): void;
  /** Queues an event for the handlers. */
  emit<E extends keyof MatchEvents>(event: E, detail: MatchEvents[E]): void;
  on<E extends keyof MatchEvents>(event: E, handler: (detail: MatchEvents[E]) => void): () => void;
  /** Calls the handlers for what was emitted. */
  flush(): void;
  end(reason: MatchEvents['end']['reason']): void;
}

export function createPost(transport: Transport | undefined, now: () => number, end: Post['end']): Post {
  const out = createPacketWriter();
  // With each event only handlers of that event's detail, which the type cannot say: hence `never` here and below.
  const handlers = new Set<readonly [keyof MatchEvents, (detail: never) => void]>();
  const queue: [keyof MatchEvents, unknown][] = [];
  const clock = new Float64Array([now(), 0, 0, 0]);
  const inbox = createInbox(clock);
  let over = false;
  const look = (): void => {
    clock[3] = now();
    // The `|| 0` is for NaN, which must not stick.
    clock[2] = clock[1]! + Math.min(Math.max(clock[3] - clock[0]!, 0) || 0, STEP_MAX_MS);
  };
  return {
    out,
    inbox,
    clock,
    time: () => Math.floor(clock[1]!),
    look,
    wind() {
      look();
      clock[0] = clock[3]!;
      clock[1] = clock[2]!;
    },
    send(peer, seed, seat) {
      const packet = out.finish(seed);
      if (seat) seat.gauges[BYTES_OUT]! += packet.length;
      try {
        transport?.send(packet, peer || undefined);
      } catch (error) {
        report(error);
      }
    },
    emit(event, detail) {
      if (!over) queue.push([event, detail]);
      // Whatever is still found out in that turn, 'end' is the last that is told.
      over ||= event === 'end';
    },
    on(event, handler) {
      oneOf('event', EVENTS, event);
      typed('handler', handler, 'function');
      const entry = [event, handler] as const;
      handlers.add(entry);
      return () => void handlers.delete(entry);
    },
    flush() {
      for (let next = queue.shift(); next; next = queue.shift()) {
        for (const [event, handler] of handlers) {
          try {
            if (event === next[0]) handler(next[1] as never);
          } catch (error) {
            report(error);
          }
        }
      }
    },
    end,
  };
}

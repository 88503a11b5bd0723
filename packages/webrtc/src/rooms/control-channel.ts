import { createBudget } from './budget.js';
import { type ControlMessage, encodeControlMessage, parseControlMessage } from './control-message.js';

/** The reliable channel of a link, as control messages. */
export interface ControlChannel {
  isOpen(): boolean;
  /** Drops what cannot be sent. */
  send(message: ControlMessage): void;
  /** From here on messages are handed over as they come; those that came before, at once. */
  start(): void;
}

/** Messages kept of a link that is not open yet: a welcome, and lists that follow it. */
const EARLY_MAX = 8;
/**
 * Messages that are read of one machine. A host sends one for each machine that comes or goes, and a ping for each that
 * finds the room full. What comes faster than this is a flood, and dropped before it is parsed.
 */
const MESSAGES_AT_ONCE = 64;
const MESSAGES_PER_SECOND = 8;

export function createControlChannel(
  channel: RTCDataChannel,
  events: { message(message: ControlMessage): void; bye(): void },
): ControlChannel {
  const budget = createBudget(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND);
  /**
   * The other side's channels may both be open first, and then its welcome is here before: measured in a race of four
   * machines, whose last one was never let in.
   */
  const early: ControlMessage[] = [];
  let started = false;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!budget.take()) return;
    const message = parseControlMessage(data);
    if (message === undefined) return;
    if (message.t === 'bye') events.bye();
    else if (started) events.message(message);
    else if (early.length < EARLY_MAX) early.push(message);
  });

  const isOpen = (): boolean => channel.readyState === 'open';
  return {
    isOpen,
    send(message) {
      if (!isOpen()) return;
      try {
        channel.send(encodeControlMessage(message));
      } catch {
        // The channel began to close in this very tick; its 'close' follows.
      }
    },
    start() {
      started = true;
      for (const message of early.splice(0)) events.message(message);
    },
  };
}

import type { PeerId } from '@lite-rollback/core';
import { HEARTBEAT, relayed, type ServerMessage } from './server-message.js';

/**
 * Whether the server holds our id, and whether the socket to it is alive.
 *
 * The server says OPEN when it grants an id, but not when a new socket takes over an id that it holds still; and it
 * answers no heartbeat. What it does in any case is to relay: a text to ourselves comes back when the id is ours and the
 * socket works both ways.
 */
export interface Lifeline {
  /** The socket is open. `again` when the id has been granted before. */
  start(again: boolean): void;
  /** @returns true for a message that was about nothing else */
  heard(message: ServerMessage): boolean;
  isRegistered(): boolean;
  stop(): void;
}

/** The server drops an id that it has not heard of for 90 s; a server of one's own may be set to less. */
const HEARTBEAT_MS = 5_000;
/** A text to ourselves every so many heartbeats. It has a heartbeat's time to come back. */
const ECHO_EVERY = 3;
/** A server that relays no text to its own sender has taken a new socket for good if it says nothing for so long. */
const SILENT_CONSENT_MS = 2_000;
const ECHO = 'echo';

export function createLifeline(
  send: (text: string) => void,
  address: PeerId,
  events: { registered(): void; dead(): void },
): Lifeline {
  let registered = false;
  /** The server relays a text to its own sender: seen once, and counted on from then on. */
  let echoes = false;
  let waiting = false;
  let beats = 0;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let consent: ReturnType<typeof setTimeout> | undefined;

  function register(): void {
    clearTimeout(consent);
    if (registered) return;
    registered = true;
    events.registered();
  }
  function ask(): void {
    waiting = true;
    send(relayed(address, ECHO));
  }
  function beat(): void {
    if (waiting && echoes) return events.dead();
    send(HEARTBEAT);
    if (++beats % ECHO_EVERY === 0) ask();
  }

  return {
    start(again) {
      heartbeat = setInterval(beat, HEARTBEAT_MS);
      ask();
      if (again) consent = setTimeout(register, SILENT_CONSENT_MS);
    },
    heard(message) {
      if (message.type === 'OPEN') {
        register();
        return true;
      }
      if (message.type !== 'TEXT' || message.from !== address) return false;
      echoes = true;
      waiting = false;
      register();
      return true;
    },
    isRegistered: () => registered,
    stop() {
      registered = false;
      waiting = false;
      clearInterval(heartbeat);
      clearTimeout(consent);
    },
  };
}

import type { PeerId } from '@lite-rollback/core';
import { DATA_CHANNEL_OPTIONS } from '../channel-options.js';
import { createControlChannel } from './control-channel.js';
import type { ControlMessage } from './control-message.js';
import { createNegotiation } from './negotiation.js';
import type { Signal } from './signal.js';

/**
 * Stream ids of the two channels. Both sides make both, so that each knows their options and neither can be talked into
 * others. Chromium takes ids up to 1,023.
 */
const CONTROL_CHANNEL_ID = 1_000;
const DATA_CHANNEL_ID = 1_001;
/**
 * How long a connection stands after its last message, so that the message gets out. One round trip of a playable link
 * fits.
 */
const FLUSH_MS = 250;

/**
 * Why a link ended: 'bye' from the other side, 'refused' when the other side gave the attempt up, 'ice' once the other
 * side had answered, 'unanswered' when it never did, 'closed' after it was open.
 */
export type LinkEnd = 'bye' | 'refused' | 'ice' | 'unanswered' | 'closed';

/** A connection to one machine: a reliable channel for control messages, and the transport's own beside it. */
export interface Link {
  readonly peer: PeerId;
  /** The attempt that it came from. */
  readonly dial: string;
  readonly channel: RTCDataChannel;
  /** The other side has answered the dial, whether or not a path was found since. */
  answered(): boolean;
  /** False while ICE reports no packets from there. It may heal. */
  reachable(): boolean;
  /** Starts as the side that dials. The other side starts with the offer that signal() brings. */
  offer(): void;
  signal(signal: Signal): void;
  send(message: ControlMessage): void;
  /** Closes without calling ended(). `flush` sends a last message and gives it FLUSH_MS to leave. */
  close(flush?: ControlMessage): void;
}

export interface LinkEvents {
  opened(link: Link): void;
  message(link: Link, message: ControlMessage): void;
  /** ICE has lost or found the other side. */
  reachability(link: Link): void;
  /** Once, and only if close() was not called before. */
  ended(link: Link, why: LinkEnd): void;
}

export interface LinkSpec {
  readonly peer: PeerId;
  readonly dial: string;
  /** New and unused; the link closes it. */
  readonly connection: RTCPeerConnection;
  readonly openTimeoutMs: number;
  /** Sends to the other side over the signaling service. */
  signal(signal: Signal): void;
}

export function createLink(spec: LinkSpec, events: LinkEvents): Link {
  const { peer, dial, connection } = spec;
  const reliable = connection.createDataChannel('lite-rollback/control', { negotiated: true, id: CONTROL_CHANNEL_ID });
  const channel = connection.createDataChannel('lite-rollback', {
    ...DATA_CHANNEL_OPTIONS,
    negotiated: true,
    id: DATA_CHANNEL_ID,
  });
  let opened = false;
  let over = false;
  const control = createControlChannel(reliable, {
    message: (message) => over || events.message(link, message),
    bye: () => end('bye'),
  });
  const negotiation = createNegotiation(
    connection,
    dial,
    (signal) => over || spec.signal(signal),
    () => end(),
  );
  // ICE says nothing at all when no path is found: measured, no event in 40 s.
  const openTimer = setTimeout(() => end(), spec.openTimeoutMs);

  function finish(): void {
    over = true;
    clearTimeout(openTimer);
    connection.close();
    // The other side holds a connection, too, and would wait for its own time-out.
    if (!opened) spec.signal({ t: 'end', dial });
  }
  function end(why?: LinkEnd): void {
    if (over) return;
    const reason = why ?? (opened ? 'closed' : link.answered() ? 'ice' : 'unanswered');
    finish();
    events.ended(link, reason);
  }
  function openIfBoth(): void {
    if (over || opened || !control.isOpen() || channel.readyState !== 'open') return;
    opened = true;
    clearTimeout(openTimer);
    events.opened(link);
    control.start();
  }

  const link: Link = {
    peer,
    dial,
    channel,
    answered: () => connection.remoteDescription !== null,
    reachable: () => connection.iceConnectionState === 'connected' || connection.iceConnectionState === 'completed',
    offer: () => negotiation.offer(),
    signal(signal) {
      if (over) return;
      if (signal.t !== 'end') negotiation.take(signal);
      else if (!opened) end('refused');
    },
    send(message) {
      if (!over) control.send(message);
    },
    close(flush) {
      if (over) return;
      if (flush === undefined || !control.isOpen()) return finish();
      control.send(flush);
      over = true;
      clearTimeout(openTimer);
      setTimeout(finish, FLUSH_MS);
    },
  };

  for (const each of [reliable, channel]) {
    each.addEventListener('open', openIfBoth);
    each.addEventListener('close', () => end());
  }
  watch(connection, {
    reachability: () => !over && opened && events.reachability(link),
    failed: () => end(),
  });
  return link;
}

function watch(connection: RTCPeerConnection, events: { reachability(): void; failed(): void }): void {
  let lost = false;
  connection.addEventListener('iceconnectionstatechange', () => {
    const { iceConnectionState: state } = connection;
    const isLost = state !== 'connected' && state !== 'completed';
    if (isLost === lost) return;
    lost = isLost;
    events.reachability();
  });
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed' || connection.connectionState === 'closed') events.failed();
  });
}

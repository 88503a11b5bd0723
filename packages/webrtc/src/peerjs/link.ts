import type { DataConnection } from 'peerjs';
import type { PeerId } from '@lite-rollback/core';
import { DATA_CHANNEL_OPTIONS } from '../channel-options.js';
import { createBudget } from './budget.js';
import { type ControlMessage, encodeControlMessage, parseControlMessage } from './control-message.js';

/** Label of the PeerJS connection, and the version of the control messages on it. Another version is not answered. */
export const CONTROL_LABEL = 'lite-rollback/1';
/**
 * Stream id of the second channel, the same on both sides. PeerJS's own channel takes 0 or 1, and 65535 throws. It must
 * be `negotiated`: a second channel announced in band would replace PeerJS's own on the far side.
 */
const DATA_CHANNEL_ID = 1001;
/**
 * How long a connection stands after its last message, so that the message gets out. One round trip of a playable link
 * fits.
 */
export const FLUSH_MS = 250;

/** Messages kept of a link that is not open yet: a welcome, and lists that follow it. */
const EARLY_MAX = 8;

/**
 * Messages that are read of one machine. A host sends one for each machine that comes or goes, and a ping for each that
 * finds the room full: what comes faster than this is a flood, and dropped before it is parsed.
 */
const MESSAGES_AT_ONCE = 64;
const MESSAGES_PER_SECOND = 8;

/**
 * Why a link ended: 'bye' from the other side, 'ice' once the other side had answered, 'unanswered' when it never did,
 * 'closed' after it was open.
 */
export type LinkEnd = 'bye' | 'ice' | 'unanswered' | 'closed';

/** A PeerJS connection to one machine, with the unreliable channel beside it. */
export interface Link {
  readonly peer: PeerId;
  readonly channel: RTCDataChannel;
  /** The other side has answered the dial, whether or not a path was found since. */
  answered(): boolean;
  /** False while ICE reports no packets from there. It may heal. */
  reachable(): boolean;
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

/**
 * Must run in the tick in which `connection` came to be: the second channel has to exist on both sides before the
 * connection opens.
 */
export function createLink(connection: DataConnection, openTimeoutMs: number, events: LinkEvents): Link {
  // PeerJS sets its own reference to null when it closes.
  const peerConnection = connection.peerConnection;
  const channel = peerConnection.createDataChannel('lite-rollback', {
    ...DATA_CHANNEL_OPTIONS,
    negotiated: true,
    id: DATA_CHANNEL_ID,
  });
  let opened = false;
  let over = false;
  let lastReachable = true;
  /**
   * What came before the second channel was open here. The other side's may open first, and then its welcome is here
   * before: measured in a race of four machines, whose last one was never let in.
   */
  const early: ControlMessage[] = [];
  const messages = createBudget(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND);

  const answered = (): boolean => peerConnection.remoteDescription !== null;
  const reachable = (): boolean =>
    peerConnection.iceConnectionState === 'connected' || peerConnection.iceConnectionState === 'completed';
  const finish = (): void => {
    over = true;
    clearTimeout(openTimer);
    connection.close();
    // PeerJS's close() does not reach the peer connection in every state, and one left open keeps sending.
    peerConnection.close();
  };
  const end = (why?: LinkEnd): void => {
    if (over) return;
    const reason = why ?? (opened ? 'closed' : answered() ? 'ice' : 'unanswered');
    finish();
    events.ended(link, reason);
  };
  const openIfBoth = (): void => {
    if (over || opened || !connection.open || channel.readyState !== 'open') return;
    opened = true;
    clearTimeout(openTimer);
    events.opened(link);
    for (const message of early.splice(0)) if (!over) events.message(link, message);
  };
  // PeerJS says nothing at all when no path is found: measured, no event in 40 s.
  const openTimer = setTimeout(() => end(), openTimeoutMs);

  const link: Link = {
    peer: connection.peer,
    channel,
    answered,
    reachable,
    send(message) {
      if (!over && connection.open) void connection.send(encodeControlMessage(message));
    },
    close(flush) {
      if (over) return;
      if (flush === undefined || !connection.open) return finish();
      link.send(flush);
      over = true;
      setTimeout(finish, FLUSH_MS);
    },
  };

  connection.on('open', openIfBoth);
  channel.addEventListener('open', openIfBoth);
  connection.on('data', (data) => {
    if (over || !messages.take()) return;
    const message = parseControlMessage(data);
    if (message?.t === 'bye') end('bye');
    else if (message === undefined) return;
    else if (opened) events.message(link, message);
    else if (early.length < EARLY_MAX) early.push(message);
  });
  connection.on('close', () => end());
  connection.on('error', () => end());
  channel.addEventListener('close', () => end());
  peerConnection.addEventListener('iceconnectionstatechange', () => {
    if (over || !opened || lastReachable === reachable()) return;
    lastReachable = reachable();
    events.reachability(link);
  });
  peerConnection.addEventListener('connectionstatechange', () => {
    if (peerConnection.connectionState === 'failed' || peerConnection.connectionState === 'closed') end();
  });
  return link;
}

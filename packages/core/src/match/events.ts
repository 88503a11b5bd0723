import { createEmitter, type Emitter } from '../base/emitter.js';
import { typed } from '../base/errors.js';
import type { Frame, PlayerHandle } from '../base/frame.js';
import { report } from './defaults.js';
import { oneOf } from './options.js';
import type { PeerId } from './transport.js';

/**
 * Why a machine is out: it was silent for dropAfterMs; it said goodbye, or its page was loaded anew; its transport
 * closed; it kept an agreement from being reached, or could not hear us; it used up a budget.
 */
export type DropReason = 'timeout' | 'left' | 'closed' | 'split' | 'budget';

/**
 * Why a machine is not let in: it speaks another version of the protocol; it runs another game, layout or options; every
 * seat is taken; its ticket's seat is in use by another machine; the state to begin with did not come in time.
 */
export type RejectReason = 'protocol' | 'game' | 'layout' | 'options' | 'full' | 'taken' | 'timeout';

/**
 * Why a match is over: the game's isOver() said so; a machine was dropped; close() was called; this machine was not let
 * in; the machines' states differ; a wait reached its limit; this machine hears none of several others.
 */
export type EndReason = 'finished' | 'dropped' | 'closed' | 'rejected' | 'desync' | 'timeout' | 'split';

/** Why a match stands still: a page is hidden; pause() was called; a seat is kept for a player who may return. */
export type PauseReason = 'hidden' | 'user' | 'rejoin';

/**
 * What a match tells. Handlers run inside advance(), poll() or close(), never inside createMatch. One that throws is
 * reported and does no harm.
 */
export interface MatchEvents {
  /** `ticket` is '' for a spectator. */
  start: { localHandles: readonly PlayerHandle[]; peers: readonly PeerId[]; seed: number; ticket: string };
  /**
   * `who` says who was turned away: 'self', this machine, whose match ends soon after if the one that said so has a link
   * with it or speaks another version of the protocol, and nobody else lets it in; or 'peer', the other one, and this
   * match goes on. Forget a stored ticket for 'self' alone.
   */
  reject: { peer: PeerId; who: 'self' | 'peer'; reason: RejectReason; detail: string };
  join: {
    peer: PeerId;
    role: 'player' | 'spectator';
    handles: readonly PlayerHandle[];
    frame: Frame;
    rejoined: boolean;
  };
  interrupt: { peer: PeerId; silentMs: number };
  resume: { peer: PeerId };
  /** lastFrame is the last frame of its inputs, the same on every machine that remains. */
  drop: { peer: PeerId; handles: readonly PlayerHandle[]; lastFrame: Frame; reason: DropReason };
  /**
   * Our checksum of a frame and another machine's differ. With three machines or more, `odd` says whose state differs
   * from all others: 'peer', 'self', or 'unknown' when no two agree; with two machines it is 'unknown'.
   */
  desync: {
    frame: Frame;
    peer: PeerId;
    local: number;
    remote: number;
    odd: 'peer' | 'self' | 'unknown';
    diff?: { field: string; index: number; local: number; remote: number; localBytes?: string; remoteBytes?: string };
  };
  /** 'rejoin': the match waits, for rejoinGraceMs at the most, for a machine that is gone. */
  pause: { by: PeerId; reason: PauseReason };
  unpause: { by: PeerId };
  end: { reason: EndReason };
}

export type EventName = keyof MatchEvents;

const EVENTS: readonly EventName[] = [
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

/** The events of one match: collected while it takes its turn, told when the turn is over. */
export interface EventQueue {
  emit<E extends EventName>(event: E, detail: MatchEvents[E]): void;
  /** @throws TypeError for a name that is no event, or a handler that is no function */
  on<E extends EventName>(event: E, handler: (detail: MatchEvents[E]) => void): () => void;
  /** Calls the handlers for what was emitted, in order, and for what they make it emit. Not within itself. */
  flush(): void;
}

export function createEventQueue(): EventQueue {
  const emitter: Emitter<MatchEvents> = createEmitter(report);
  const waiting: (() => void)[] = [];
  let over = false;
  let flushing = false;
  return {
    emit(event, detail) {
      // Whatever else is found out in that turn, 'end' is the last that is told.
      if (!over) waiting.push(() => emitter.emit(event, detail));
      over ||= event === 'end';
    },
    on(event, handler) {
      oneOf('on(): event', EVENTS, event);
      typed('on(): handler', handler, 'function');
      return emitter.on(event, handler);
    },
    flush() {
      // close() in a handler emits 'end': every handler hears the event under way before that.
      if (flushing || waiting.length === 0) return;
      flushing = true;
      for (let next = waiting.shift(); next; next = waiting.shift()) next();
      flushing = false;
    },
  };
}

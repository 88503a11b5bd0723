// Does not roll back: one match from first hello to last word, and a record of what befell it, from which the screens take their words.
import type { Advance, FieldSpecs, Frame, Match, MatchEvents, PeerId } from '@lite-rollback/core';

export interface Round<F extends FieldSpecs> {
  readonly match: Match<F>;
  /** Whether it ever ran: before that its state is nothing to look at. */
  readonly started: boolean;
  /** The other machines, once the match has started. */
  readonly peers: readonly PeerId[];
  /** Machines that have been silent for a while, and since how many milliseconds when that was noticed. */
  readonly quiet: ReadonlyMap<PeerId, number>;
  /** Who pauses the match, with reason. Our own pauses stand under ''. */
  readonly pausedBy: ReadonlyMap<PeerId, 'hidden' | 'user'>;
  readonly lastReject: MatchEvents['reject'] | undefined;
  readonly lastDrop: MatchEvents['drop'] | undefined;
  readonly firstDesync: MatchEvents['desync'] | undefined;
  readonly endReason: MatchEvents['end']['reason'] | undefined;
  /** Ticks in a row that stalled. */
  readonly stalledTicks: number;
  /** The latest frame whose checksum can be compared with the others', and that checksum; −1 and 0 before the first. Every CHECK_EVERY frames. */
  readonly checked: Readonly<{ frame: Frame; checksum: number }>;
  /** To be called after each tick. */
  ticked(did: Advance): void;
  pause(reason: 'hidden' | 'user'): void;
  unpause(): void;
}

/** Both screens show the checksum of the same frames, so that two people can compare them. */
export const CHECK_EVERY = 60;

export type RoundEvent = 'start' | 'reject' | 'drop' | 'desync' | 'end' | 'change';

/** Follows `match`. `onEvent` runs inside advance(), poll() or close(), after the record has been brought up to date. */
export function followMatch<F extends FieldSpecs>(match: Match<F>, onEvent: (event: RoundEvent) => void): Round<F> {
  const quiet = new Map<PeerId, number>();
  const pausedBy = new Map<PeerId, 'hidden' | 'user'>();
  const checked = { frame: -1, checksum: 0 };
  let peers: readonly PeerId[] = [];
  let lastReject: MatchEvents['reject'] | undefined;
  let lastDrop: MatchEvents['drop'] | undefined;
  let firstDesync: MatchEvents['desync'] | undefined;
  let endReason: MatchEvents['end']['reason'] | undefined;
  let stalledTicks = 0;
  let started = false;

  match.on('start', (event) => {
    peers = event.peers;
    started = true;
    onEvent('start');
  });
  match.on('reject', (event) => {
    lastReject = event;
    onEvent('reject');
  });
  match.on('join', (event) => {
    if (event.role === 'player' && !peers.includes(event.peer)) peers = [...peers, event.peer];
    onEvent('change');
  });
  match.on('interrupt', (event) => {
    quiet.set(event.peer, event.silentMs);
    onEvent('change');
  });
  match.on('resume', (event) => {
    quiet.delete(event.peer);
    onEvent('change');
  });
  match.on('drop', (event) => {
    quiet.delete(event.peer);
    pausedBy.delete(event.peer);
    lastDrop = event;
    onEvent('drop');
  });
  match.on('pause', (event) => {
    pausedBy.set(event.by, event.reason);
    onEvent('change');
  });
  match.on('unpause', (event) => {
    pausedBy.delete(event.by);
    onEvent('change');
  });
  match.on('desync', (event) => {
    firstDesync ??= event;
    onEvent('desync');
  });
  match.on('end', (event) => {
    endReason = event.reason;
    onEvent('end');
  });

  function check(): void {
    const session = match.session;
    const comparable = Math.min(session.confirmedFrame(), session.frame() - 1);
    const frame = comparable - (comparable % CHECK_EVERY);
    // Older than the ring: the machine was away for so long that this one is skipped.
    if (frame <= checked.frame || comparable < 0 || frame < session.frame() - session.depth()) return;
    checked.frame = frame;
    checked.checksum = session.checksumAt(frame);
  }

  return {
    match,
    get started() {
      return started;
    },
    get peers() {
      return peers;
    },
    quiet,
    pausedBy,
    get lastReject() {
      return lastReject;
    },
    get lastDrop() {
      return lastDrop;
    },
    get firstDesync() {
      return firstDesync;
    },
    get endReason() {
      return endReason;
    },
    get stalledTicks() {
      return stalledTicks;
    },
    checked,
    ticked(did) {
      stalledTicks = did === 'stalled' ? stalledTicks + 1 : 0;
      if (did === 'advanced' || did === 'stalled') check();
    },
    pause(reason) {
      match.pause(reason);
      pausedBy.set('', reason);
      onEvent('change');
    },
    unpause() {
      match.unpause();
      pausedBy.delete('');
      onEvent('change');
    },
  };
}

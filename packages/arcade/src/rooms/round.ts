// One match from first hello to last word, and a record of what befell it, from which the screens take their words.
import type {
  Advance,
  FieldSpecs,
  Frame,
  Match,
  MatchEvents,
  PauseReason,
  PeerId,
  PlayerHandle,
} from '@lite-rollback/core';

export interface Round<F extends FieldSpecs> {
  readonly match: Match<F>;
  /** Whether it ever ran: before that its state is nothing to look at. */
  readonly started: boolean;
  /** The other machines, once the match has started. */
  readonly peers: readonly PeerId[];
  /** Machines that have been silent for a while, and since how many milliseconds when that was noticed. */
  readonly quiet: ReadonlyMap<PeerId, number>;
  /**
   * Machines whose page went away but may come back with its ticket; the match is paused for them. The value: ticks
   * since.
   */
  readonly awaited: ReadonlyMap<PeerId, number>;
  /** Machines that watch. */
  readonly watchers: ReadonlySet<PeerId>;
  /** What `peer` plays, as far as is known. */
  handlesOf(peer: PeerId): readonly PlayerHandle[];
  /** Who pauses the match, with reason. Our own pauses stand under ''. */
  readonly pausedBy: ReadonlyMap<PeerId, PauseReason>;
  readonly lastReject: MatchEvents['reject'] | undefined;
  readonly lastDrop: MatchEvents['drop'] | undefined;
  readonly firstDesync: MatchEvents['desync'] | undefined;
  readonly endReason: MatchEvents['end']['reason'] | undefined;
  /** Ticks that stalled: since the start, and in a row up to now. */
  readonly stalls: number;
  readonly stalledTicks: number;
  /**
   * The latest frame whose checksum can be compared with the others', and that checksum; −1 and 0 before the first.
   * Every CHECK_EVERY frames.
   */
  readonly checked: Readonly<{ frame: Frame; checksum: number }>;
  /** To be called after each tick. */
  ticked(did: Advance): void;
  pause(reason: 'hidden' | 'user'): void;
  unpause(): void;
  /** Ends the match for want of those who are awaited. */
  stopWaiting(): void;
}

/** Both screens show the checksum of the same frames, so that two people can compare them. */
export const CHECK_EVERY = 60;

export type RoundEvent = 'start' | 'reject' | 'drop' | 'desync' | 'end' | 'change';

export interface RoundOptions {
  numPlayers: number;
  /**
   * True: nobody waits for a machine that said goodbye or fell silent: the match is closed at once. It waits for one
   * that only went away ('closed': the transport says that the page is gone, its match did not), for as long as the
   * match's rejoinGraceMs.
   */
  awaitsReloads: boolean;
  /** True: the match ends by a desync, also where the other machine is the first to leave for it. */
  endsOnDesync: boolean;
}

/**
 * Follows `match`. `onEvent` runs inside advance(), poll(), close() or ticked(), after the record has been brought up
 * to date.
 */
export function followMatch<F extends FieldSpecs>(
  match: Match<F>,
  options: RoundOptions,
  onEvent: (event: RoundEvent) => void,
): Round<F> {
  const awaited = new Map<PeerId, number>();
  const watchers = new Set<PeerId>();
  const handles = new Map<PeerId, readonly PlayerHandle[]>();
  const quiet = new Map<PeerId, number>();
  const pausedBy = new Map<PeerId, PauseReason>();
  const checked = { frame: -1, checksum: 0 };
  let peers: readonly PeerId[] = [];
  let lastReject: MatchEvents['reject'] | undefined;
  let lastDrop: MatchEvents['drop'] | undefined;
  let firstDesync: MatchEvents['desync'] | undefined;
  let endReason: MatchEvents['end']['reason'] | undefined;
  let stalls = 0;
  let stalledTicks = 0;
  let started = false;
  let givesUp = false;

  match.on('start', (event) => {
    peers = event.peers;
    started = true;
    const [only, ...more] = peers;
    if (only !== undefined && more.length === 0) {
      const all = Array.from({ length: options.numPlayers }, (_, handle) => handle);
      handles.set(
        only,
        all.filter((handle) => !event.localHandles.includes(handle)),
      );
    }
    onEvent('start');
  });
  match.on('reject', (event) => {
    // That another machine was turned away says nothing of this one.
    if (event.who === 'peer' && lastReject?.who === 'self') return;
    lastReject = event;
    onEvent('reject');
  });
  match.on('join', (event) => {
    if (event.role === 'spectator') watchers.add(event.peer);
    else {
      if (!peers.includes(event.peer)) peers = [...peers, event.peer];
      handles.set(event.peer, event.handles);
      // It comes back under another name: what it plays tells who it is.
      for (const peer of awaited.keys())
        if (handles.get(peer)?.some((handle) => event.handles.includes(handle)) !== false) awaited.delete(peer);
      lastDrop = undefined;
    }
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
    if (event.handles.length === 0) {
      watchers.delete(event.peer);
      onEvent('change');
      return;
    }
    handles.set(event.peer, event.handles);
    peers = peers.filter((peer) => peer !== event.peer);
    lastDrop = event;
    if (options.awaitsReloads) {
      if (event.reason === 'closed') awaited.set(event.peer, 0);
      else givesUp = true;
    }
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
    // Closing is then only how the waiting for them is cut short.
    const played = event.reason === 'finished';
    endReason =
      firstDesync !== undefined && options.endsOnDesync && !played
        ? 'desync'
        : givesUp && event.reason === 'closed'
          ? 'dropped'
          : event.reason;
    awaited.clear();
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
    awaited,
    watchers,
    handlesOf: (peer) => handles.get(peer) ?? [],
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
    get stalls() {
      return stalls;
    },
    get stalledTicks() {
      return stalledTicks;
    },
    checked,
    ticked(did) {
      if (did === 'stalled') stalls += 1;
      stalledTicks = did === 'stalled' ? stalledTicks + 1 : 0;
      if (did === 'advanced' || did === 'stalled') check();
      for (const [peer, ticks] of awaited) awaited.set(peer, ticks + 1);
      // Not inside the drop: the same tick may find that the match was played to its end.
      if (givesUp && endReason === undefined) match.close();
    },
    stopWaiting() {
      givesUp = true;
      if (endReason === undefined) match.close();
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

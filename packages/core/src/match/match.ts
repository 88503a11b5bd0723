import { integer } from '../base/errors.js';
import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import { PAUSE, STALL } from '../base/trace-kinds.js';
import { createSessionParts } from '../session/session.js';
import type { Session } from '../session/session-types.js';
import type { FieldSpecs } from '../state/fields.js';
import { BYE, CHUNK, FINISHED, HELLO, HIDDEN, PAUSED, PLAY, PULL, RUNNING, WATCH } from '../wire/messages.js';
import { createCourse } from './course.js';
import { createDesync } from './desync.js';
import { createDrops } from './drop.js';
import type { MatchEvents } from './events.js';
import { FAREWELL_MS, HOLD_MAX_MS, INPUT_SLOTS, NOBODY, UNSENT_MAX } from './figures.js';
import { createSampler, type LocalInput } from './local-input.js';
import { checkOptions, oneOf, type MatchOptions } from './options.js';
import { createPlay } from './play.js';
import { createPost } from './post.js';
import { createRoster, type Agreement } from './roster.js';
import { HEARD_AT } from './gauges.js';
import { createSeat } from './seat.js';
import { handlesOf, tables, type Table } from './table.js';
import { createTimeSync, type PeerStats } from './time-sync.js';
import { createTransfer } from './transfer.js';
import type { PeerId } from './transport.js';
import { createVisitors } from './visitors.js';
import { createWatch } from './watch.js';

/**
 * 'connecting' until another machine is heard; 'syncing' while they agree on who plays; then 'running', 'paused' while
 * anybody pauses, 'ended' for good.
 */
export type MatchState = 'connecting' | 'syncing' | 'running' | 'paused' | 'ended';

/**
 * What advance() did: 'advanced' one new frame; 'stalled' at the prediction window; 'waiting' until all can begin;
 * 'paused'; 'ended'.
 */
export type Advance = 'advanced' | 'stalled' | 'waiting' | 'paused' | 'ended';

/** Since the match was created. Reading allocates nothing. */
export interface MatchCounters {
  readonly ticks: number;
  readonly stalls: number;
  /** Frames simulated again in the last tick. */
  readonly lastRollbackDepth: number;
  /** Packets that were malformed, not ours, or too many. */
  readonly droppedPackets: number;
}

/** A match's session, for reading: state, frames, checksums, stats. */
export type SessionView<F extends FieldSpecs> = Omit<
  Session<F>,
  | 'step'
  | 'setLocalInput'
  | 'setInput'
  | 'feedRemoteInput'
  | 'queueRemoteInput'
  | 'resync'
  | 'commit'
  | 'rollback'
  | 'reset'
>;

/** A session played with other machines. A frozen handle. */
export interface Match<F extends FieldSpecs> {
  /** Readable from creation on, at frame 0 until 'start'. */
  readonly session: SessionView<F>;
  readonly state: MatchState;
  readonly counters: MatchCounters;
  /** Empty until 'start'. */
  readonly localHandles: readonly PlayerHandle[];
  /**
   * One tick, in this order: read the network, resync, sample `input` once for the frame due (a stalled tick never
   * samples again), send, stall if frame() - (confirmedFrame()+1) ≥ maxPrediction, else step. `input`: with one local
   * player its InputValue; with several exactly one InputValue each, in handle order; with none, nothing. Before the
   * start it may be left out. @throws TypeError for another count.
   */
  advance(input?: LocalInput): Advance;
  /** Network only: acks, keep-alives, time-outs. For a page that is hidden or paused. */
  poll(): void;
  /** How fast this machine should run, 1 being nominal, within [0.9, 1.1]: a fixed loop multiplies its rate by it. */
  pacing(): number;
  /**
   * In mid-match. Raising fills the gap with the last input; lowering skips samples: never two values for a frame.
   * @throws as the option.
   */
  setInputDelay(frames: number): void;
  pause(reason?: 'hidden' | 'user'): void;
  /** The match runs when nobody pauses; this clears only one's own. */
  unpause(): void;
  stats(peer: PeerId): PeerStats | undefined;
  /** Returns the unsubscribe. */
  on<E extends keyof MatchEvents>(event: E, handler: (detail: MatchEvents[E]) => void): () => void;
  /** Flushes, tells the peers, repeats it at later polls; leaves the transport open for a rematch. Idempotent. */
  close(): void;
}

/** @throws TypeError or RangeError for each option outside what MatchOptions says. */
export function createMatch<const F extends FieldSpecs>(options: MatchOptions<F>): Match<F> {
  const settings = checkOptions(options);
  const { game, transport, players, inputDelay, maxPrediction, trace } = settings;
  const sessionParts = createSessionParts(
    {
      // The frames that can be guessed, one more for the state before them; and 16 ahead for the longest delay, which
      // may come later.
      capacity: Math.max(16, 1 << (32 - Math.clz32(maxPrediction + inputDelay + 1))),
      ...game,
      ...(trace && { trace }),
      inputDelay,
    },
    INPUT_SLOTS,
  );
  const { session, inputs } = sessionParts;
  let state: MatchState = 'connecting';
  let localHandles: readonly PlayerHandle[] = [];
  let stalls = 0;
  let lastRollbackDepth = 0;
  let foreign = 0;
  let busy = false;
  /**
   * Ticks before frame 0. Who coordinates is the first to know that the match stands; the others do half a round trip
   * later, and all begin together.
   */
  let hold = 0;
  /** Turns since the last packets in which none were sent. */
  let unsent = 0;
  /** Times on the match's clock: of the last packets sent, and of the end. */
  const times = new Float64Array(2);

  // A function, because TypeScript does not see that the calls in between may end the match.
  const ended = (): boolean => state === 'ended';

  /** Tells everyone that we are gone, and those who watch what is still to be seen. */
  const farewell = (): void => {
    if (table.outside) return;
    if (table.seats.length) {
      table.play.sendAll(BYE);
      visitors.tick();
    } else roster.farewell();
  };

  const end = (reason: MatchEvents['end']['reason']): void => {
    if (state === 'ended') return;
    state = 'ended';
    // Frames past the final one were guessed, by each machine its own number of them: all end in the same state.
    if (reason === 'finished') {
      sessionParts.goBack(table.over + 1);
      session.resync();
    }
    times[1] = post.time();
    unsubscribe.forEach((off) => off?.());
    table.pausing = reason === 'finished' ? FINISHED : 0;
    for (let i = 0; i < 3; i++) farewell();
    post.emit('end', { reason });
  };

  const post = createPost(transport, settings.now, end);
  const { out, inbox } = post;
  const { reader } = inbox;
  // Its parts are made just below, and use each other only later.
  const table = {
    settings,
    post,
    sessionParts,
    session,
    inputs,
    out,
    inbox,
    reader,
    seats: [],
    token: 0,
    seed: 0,
    view: 0,
    dropped: 0,
    suspects: 0,
    returnsAt: NULL_FRAME,
    outside: false,
    pausing: 0,
    paused: false,
    over: NULL_FRAME,
    ticks: 0,
    observers: new Set(),
  } as unknown as { -readonly [K in keyof Table<F>]: Table<F>[K] };
  const roster = (table.roster = createRoster(table));
  table.self = table.returning = createSeat(roster.own, NOBODY, 0, 0, 0);
  table.transfer = createTransfer(table);
  table.time = createTimeSync(table);
  table.desync = createDesync(table);
  table.drops = createDrops(table);
  table.play = createPlay(table);
  const visitors = createVisitors(table);
  const course = createCourse(table);
  const sampler = createSampler(table);
  const watch = createWatch(table);

  const left: PeerId[] = [];
  const unsubscribe = [
    transport?.onMessage((payload, peer) => {
      post.look();
      inbox.push(payload, peer);
    }),
    transport?.onPeer?.((peer, change) => change === 'leave' && left.push(peer)),
  ];

  /** Takes the seats. */
  const sit = (agreement: Agreement, node: number): void => {
    let first = 0;
    table.seats = agreement.entries.map((entry, index) => {
      const seat = createSeat(entry, index, first, roster.own.delay, post.time());
      first += entry.players;
      if (entry.node === node) table.self = seat;
      return seat;
    });
    table.token = agreement.token;
    table.seed = agreement.seed;
    roster.own.flags |= RUNNING;
  };

  const announce = (): void => {
    const { seats, self, seed, token } = table;
    state = 'running';
    localHandles = handlesOf(self);
    for (const seat of seats) seat.gauges[HEARD_AT] = post.time();
    // Our own address is not known to us.
    const peers = seats.map(({ peer }) => peer).filter(Boolean);
    const ticket = !players ? '' : `${(token >>> 0).toString(36)}.${self.node.toString(36)}`;
    post.emit('start', { localHandles, peers, seed, ticket });
  };

  const start = (agreement: Agreement): void => {
    sit(agreement, roster.own.node);
    session.reset();
    sessionParts.restart(
      0,
      table.seats.flatMap((seat) => new Array<Frame>(seat.players).fill(seat.delay)),
      table.self.first,
      session.inputDelay,
    );
    game.init?.(session.fields, table.seed);
    announce();
  };

  const read = (): void => {
    while (!ended() && inbox.next()) {
      const type = inbox.kind & 15;
      if (type === HELLO && inbox.sealedWith(0)) {
        const other = roster.read();
        if (other) visitors.meet(other);
        continue;
      }
      const agreement = table.seats.length ? undefined : roster.committed();
      if (agreement) start(agreement);
      if (!table.seats.length || !inbox.sealedWith(table.token)) foreign++;
      else if (type <= BYE) table.play.read();
      else if (type === PULL) visitors.read();
      else if (type === WATCH || table.outside) watch.read(type);
      else if (type === CHUNK) table.desync.read();
    }
    for (let peer = left.pop(); peer !== undefined; peer = left.pop()) {
      for (const seat of table.seats) if (seat.peer === peer) table.drops.suspect(seat, 'closed');
    }
  };

  const sendAll = (): void => {
    times[0] = post.time();
    unsent = 0;
    if (ended()) farewell();
    else table.play.sendAll(PLAY);
  };
  /** Where no frame is due, packets go at the pace of the clock; of the calls if it stands still. */
  const sendAtPace = (): void => {
    if (post.time() - times[0]! >= 900 / settings.hz || ++unsent > UNSENT_MAX) sendAll();
  };

  /** A turn before the match. */
  const meet = (): void => {
    const agreement = roster.tick();
    const { invitation } = roster;
    if (agreement) {
      start(agreement);
      hold = Math.round(Math.min((post.time() - agreement.since) / 2, HOLD_MAX_MS) * (settings.hz / 1000));
    } else if (!ended()) {
      state = roster.met || invitation ? 'syncing' : 'connecting';
      if (!invitation) return;
      sit(invitation, players ? roster.own.ticketNode >>> 0 : NaN);
      table.outside = true;
      watch.begin();
    }
  };

  /** A turn of one without a seat. */
  const turnOutside = (): boolean => {
    roster.greet();
    watch.tick();
    if (ended() || !watch.loaded) return false;
    if (!players && state !== 'running') announce();
    course.confirm();
    if (table.over >= 0) end('finished');
    return !ended();
  };

  /** Runs what may call the caller's game; from inside it no call of the match is allowed. */
  const refuseReentry = (): void => {
    if (busy) throw Error('re-entrant');
  };
  const guarded = <T>(run: () => T): T => {
    refuseReentry();
    busy = true;
    try {
      return run();
    } finally {
      busy = false;
    }
  };

  const takeTurn = (): boolean => {
    post.wind();
    if (ended()) {
      if (post.time() - times[1]! < FAREWELL_MS) sendAtPace();
      return false;
    }
    const wasOutside = table.outside;
    read();
    if (!table.seats.length && !ended()) meet();
    if (!table.seats.length) return false;
    if (table.outside) return turnOutside();
    if (wasOutside && !ended()) {
      table.drops.enter();
      roster.own.node = table.self.node;
      announce();
    }
    // One that has been dropped decides nothing any more; what it has read it still takes in.
    if (!ended()) table.drops.tick();
    const before = session.stats.fastForwardFrames;
    session.resync();
    lastRollbackDepth = session.stats.fastForwardFrames - before;
    course.confirm();
    if (course.isFinished()) end('finished');
    // What was read in the turn in which the match ends is resynced like any other: the last state is the true one.
    if (ended()) return false;
    visitors.tick();
    table.desync.tick();
    if (ended()) return false;
    const paused = course.isPaused();
    if (paused !== table.paused) trace?.(PAUSE, session.frame(), -1, +paused);
    table.paused = paused;
    state = paused ? 'paused' : 'running';
    return true;
  };

  /** Network, clock and resync: what advance and poll have in common. True while the match runs. */
  const turn = (): boolean => {
    try {
      return guarded(takeTurn);
    } finally {
      if (!busy) post.flush();
    }
  };

  /** Told at once: a page that is being hidden may not get another turn. */
  const setPausing = (pausing: number): void => {
    if (ended()) return;
    table.pausing = pausing;
    if (table.seats.length && !table.outside) sendAll();
  };

  const match: Match<F> = Object.freeze({
    session,
    get state() {
      return state;
    },
    get localHandles() {
      return localHandles;
    },
    counters: Object.freeze({
      get ticks() {
        return table.ticks;
      },
      get stalls() {
        return stalls;
      },
      get lastRollbackDepth() {
        return lastRollbackDepth;
      },
      get droppedPackets() {
        return foreign + inbox.dropped;
      },
    }),
    advance(input?: LocalInput): Advance {
      refuseReentry();
      sampler.check(input);
      // @lesson advance.read
      const running = turn();
      if (ended()) return 'ended';
      if (!running) return 'waiting';
      table.ticks++;
      if (table.outside) {
        const stepped = guarded(watch.step);
        return players ? 'waiting' : stepped ? 'advanced' : 'stalled';
      }
      table.time.tick();
      if (table.paused) {
        sendAtPace();
        return 'paused';
      }
      if (hold > 0) {
        hold--;
        sendAtPace();
        return 'waiting';
      }
      // The very tick that starts a match may come without its input, as those before it did: then frame 0 waits for
      // the next.
      if (input === undefined && players) return 'waiting';
      // @lesson advance.sample
      sampler.sample();
      // Past the final frame nothing is simulated: while others have yet to confirm it, it would leave the ring, and
      // the screen.
      // @lesson advance.check
      const stalled = table.over >= 0 || session.frame() - inputs.confirmed() - 1 >= maxPrediction;
      if (stalled) {
        sendAtPace();
        // @lesson advance.stall
        stalls++;
        if (trace) {
          const confirmed = inputs.confirmed();
          let player = 0;
          while (inputs.confirmedOf(player) > confirmed) player++;
          trace(STALL, session.frame(), player, session.frame() - 1 - confirmed);
        }
        return 'stalled';
      }
      // @lesson advance.send
      sendAll();
      // @lesson advance.step
      guarded(session.step);
      return 'advanced';
    },
    poll() {
      if (turn() && !table.outside) sendAtPace();
    },
    pacing: () => (state === 'running' ? table.time.pacing() : 1),
    setInputDelay(frames: number) {
      sessionParts.setDelay(integer('frames', frames, 0, 15));
    },
    pause: (reason: 'hidden' | 'user' = 'user') =>
      setPausing(oneOf('reason', ['user', 'hidden'], reason) ? PAUSED | HIDDEN : PAUSED),
    unpause: () => setPausing(0),
    stats(peer: PeerId) {
      const seat = table.seats.find((other) => other.peer === peer && other !== table.self);
      return seat && table.time.stats(seat);
    },
    on: post.on,
    close() {
      end('closed');
      if (!busy) post.flush();
    },
  });
  tables.set(match, table);
  return match;
}

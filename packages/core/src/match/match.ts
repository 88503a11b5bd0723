import { integer } from '../base/errors.js';
import { createSessionParts } from '../session/session.js';
import type { FieldSpecs } from '../state/fields.js';
import type { MatchContext } from './context.js';
import { createEventQueue } from './events.js';
import { createLinkRegistry } from './link/link-registry.js';
import type { PeerStats } from './link/link-stats.js';
import type { LocalInput } from './local-input.js';
import { createMatchClock } from './match-clock.js';
import type { Advance, Match } from './match-types.js';
import { checkOptions, DELAY_MAX, oneOf, type MatchOptions, type Settings } from './options.js';
import { createOutbox } from './outbox.js';
import { recordingSources } from './recording-source.js';
import { Tick } from './tick.js';
import type { PeerId } from './transport.js';

/** The fewest snapshots that a match keeps: the longest delay may come later than the start. */
const CAPACITY_MIN = 16;

/** The frames that can be guessed, and one more for the state before them. */
const capacityFor = (maxPrediction: number, inputDelay: number): number =>
  Math.max(CAPACITY_MIN, 1 << (32 - Math.clz32(maxPrediction + inputDelay + 1)));

function createContext<F extends FieldSpecs>(settings: Settings<F>): MatchContext<F> {
  const { game, transport, inputDelay, maxPrediction, trace, now, inputSlots } = settings;
  const capacity = capacityFor(maxPrediction, inputDelay);
  const clock = createMatchClock(now);
  return {
    settings,
    parts: createSessionParts({ capacity, ...game, ...(trace && { trace }), inputDelay }, inputSlots),
    clock,
    outbox: createOutbox(transport),
    events: createEventQueue(),
    links: createLinkRegistry(clock),
  };
}

/** Runs what may call the caller's game; from inside it no call of the match is allowed. */
function createGuard(): {
  refuse(call: string): void;
  run<A, T>(run: (argument: A) => T, argument: A): T;
  readonly isBusy: boolean;
} {
  let isBusy = false;
  const refuse = (call: string): void => {
    if (isBusy)
      throw new Error(`${call} was called from inside simulate (or init, predict, isOver): call it between two ticks`);
  };
  return {
    refuse,
    run(run, argument) {
      isBusy = true;
      try {
        return run(argument);
      } finally {
        isBusy = false;
      }
    },
    get isBusy() {
      return isBusy;
    },
  };
}

/** @throws TypeError or RangeError for each option outside what MatchOptions says. */
export function createMatch<const F extends FieldSpecs>(options: MatchOptions<F>): Match<F> {
  const settings = checkOptions(options);
  const context = createContext(settings);
  const { parts, events, links } = context;
  const tick = new Tick(context);
  const guard = createGuard();
  const unsubscribe = subscribe(context, tick);

  const leaveTransport = (): void => {
    if (tick.hasEnded()) for (let off = unsubscribe.pop(); off; off = unsubscribe.pop()) off();
  };
  const takeTurn = (): void => {
    tick.turn();
    leaveTransport();
  };

  const takeStep = (input: LocalInput): Advance => tick.advance(input);
  const takePoll = (): void => {
    takeTurn();
    tick.sendAtPace();
  };

  /** Runs a call of the caller's, and tells what came of it even if the game threw. */
  const call = <A, T>(name: string, run: (argument: A) => T, argument: A): T => {
    guard.refuse(name);
    try {
      return guard.run(run, argument);
    } finally {
      events.flush();
    }
  };

  const match: Match<F> = Object.freeze({
    session: parts.session,
    get state() {
      return tick.state;
    },
    get localHandles() {
      return tick.localHandles;
    },
    get present() {
      return tick.phase.kind === 'meeting' ? tick.phase.meeting.present : [];
    },
    get loading() {
      return tick.phase.kind === 'following' && !tick.phase.following.isLoaded
        ? tick.phase.following.loading
        : undefined;
    },
    counters: createCounters(tick, links),
    advance(input?: LocalInput): Advance {
      guard.refuse('advance()');
      tick.checkInput(input);
      // What has happened is told before the next frame: at 'start' the session still stands at its first one.
      call('advance()', takeTurn, undefined);
      return call('advance()', takeStep, input);
    },
    poll: () => call('poll()', takePoll, undefined),
    pacing: () => (tick.phase.kind === 'playing' && !tick.phase.pauses.isPaused ? tick.phase.pacing : 1),
    setInputDelay: (frames: number) => parts.setDelay(integer('setInputDelay(): frames', frames, 0, DELAY_MAX)),
    pause: (reason: 'hidden' | 'user' = 'user') =>
      tick.setPause(oneOf('pause(): reason', ['user', 'hidden'] as const, reason)),
    unpause: () => tick.setPause(undefined),
    stats: (peer: PeerId) => statsOf(tick, peer),
    on: events.on,
    close() {
      tick.end('closed');
      leaveTransport();
      if (!guard.isBusy) events.flush();
    },
  });
  recordingSources.set(match, {
    context,
    observers: tick.observers,
    seed: () => tick.terms.seed,
    delays: () => tick.terms.delays,
    over: () => tick.over,
  });
  return match;
}

function createCounters<F extends FieldSpecs>(tick: Tick<F>, links: MatchContext<F>['links']): Match<F>['counters'] {
  return Object.freeze({
    get ticks() {
      return tick.ticks;
    },
    get stalls() {
      return tick.stalls;
    },
    get lastRollbackDepth() {
      return tick.lastRollbackDepth;
    },
    get droppedPackets() {
      return links.dropped;
    },
  });
}

/** Returns the unsubscribes. A transport that returns none is left as it is. */
function subscribe<F extends FieldSpecs>({ settings, links }: MatchContext<F>, tick: Tick<F>): (() => void)[] {
  const { transport } = settings;
  const offs = [
    transport?.onMessage((payload, peer) => links.receive(payload, peer)),
    transport?.onPeer?.((peer, change) => {
      if (change === 'leave') tick.noteClosed(peer);
    }),
  ];
  return offs.filter((off) => typeof off === 'function');
}

function statsOf<F extends FieldSpecs>({ phase }: Tick<F>, peer: PeerId): PeerStats | undefined {
  const playing = phase.kind === 'ended' ? phase.before : phase;
  if (playing.kind !== 'playing') return undefined;
  const seat = playing.seats.find((each) => each !== playing.self && playing.seatLinks.address(each) === peer);
  if (!seat) return undefined;
  return playing.seatLinks.of(seat)?.stats.show(playing.ackedBy(seat), playing.isRelayed(seat));
}

// Two machines that play on and on, tick by tick: what each of them shows, and every press on its way to the other.
import { TRACE } from '@lite-rollback/core';
import { type Line, startMachines } from '../machines.js';
import type { Cells } from '../run.js';
import type { Press } from '../settings.js';
import { STARTS } from '../sim/track.js';
import {
  BEFORE_ALL,
  createOneMachine,
  FRIEND,
  type Hand,
  type Shown,
  type Tick,
  type Who,
  YOU,
} from './one-machine.js';

/** A press on its way, or one that has just come. */
export interface Flight {
  readonly from: Who;
  readonly press: Press;
  /** Ticks of the duo. */
  readonly sentAt: number;
  readonly arrivesAt: number;
}

export interface Counts {
  /** Presses of the friend that have come and had been guessed, and those of them that had been guessed wrong. */
  readonly guessed: number;
  readonly wrong: number;
  /** Ticks of your machine in which it played a new frame, and in which it waited. */
  readonly played: number;
  readonly waited: number;
}

export interface Duo {
  readonly ticks: number;
  /** By machine. */
  readonly now: readonly [Shown, Shown];
  readonly before: readonly [Shown, Shown];
  /** The newest state of your machine that rests on no guess, now and a tick ago. */
  readonly known: Cells;
  readonly knownBefore: Cells;
  readonly flights: readonly Flight[];
  readonly counts: Counts;
  tick(): void;
}

/** Ticks played at once, so that the first picture has keys on their way. */
export const HEAD_START = 9;
/** Ticks for which a press that has come is still shown. */
const SHOWN_AFTER = 1;

/** @param headStart ticks that are played before it is handed over */
export function createDuo(line: Line, hands: readonly [Hand, Hand], headStart = 0): Duo {
  const counts = { guessed: 0, wrong: 0, played: 0, waited: 0 };
  /** Frames that ran on a guess of the friend's press. */
  const guesses = new Set<number>();
  const { matches, tick } = startMachines(line, [
    (kind, frame, player) => {
      if (kind === TRACE.PREDICT && player === FRIEND) guesses.add(frame);
      if (kind === TRACE.CONFIRM && player === FRIEND && guesses.delete(frame)) counts.guessed += 1;
      if (kind === TRACE.MISPREDICT) counts.wrong += 1;
    },
    () => {},
  ]);
  const reach = line.window + line.lag + 1;
  const yours = createOneMachine(matches[YOU], YOU, hands[YOU], reach);
  const friends = createOneMachine(matches[FRIEND], FRIEND, hands[FRIEND], reach);
  const duo: { -readonly [name in Exclude<keyof Duo, 'tick'>]: Duo[name] } = {
    ticks: 0,
    now: [BEFORE_ALL, BEFORE_ALL],
    before: [BEFORE_ALL, BEFORE_ALL],
    known: STARTS,
    knownBefore: STARTS,
    flights: [],
    counts,
  };

  /** Your machine is the host, the first to know that the match stands: it holds frame 0 until the friend’s knows. */
  function playYours(): Tick {
    let done = yours.tick();
    for (; duo.ticks === 0 && done.did === 'waiting'; done = yours.tick()) {
      matches[FRIEND].poll();
      tick();
    }
    return done;
  }
  const flightOf = (from: Who, { press, sends }: Tick): Flight[] =>
    sends ? [{ from, press, sentAt: duo.ticks, arrivesAt: duo.ticks + line.lag }] : [];

  const whole = Object.assign(duo, {
    tick() {
      tick();
      const done = [playYours(), friends.tick()] as const;
      duo.before = duo.now;
      duo.now = [done[YOU].shown, done[FRIEND].shown];
      duo.knownBefore = duo.known;
      duo.known = yours.known() ?? duo.known;
      counts[done[YOU].shown.waited ? 'waited' : 'played'] += 1;
      const all = [...duo.flights, ...flightOf(YOU, done[YOU]), ...flightOf(FRIEND, done[FRIEND])];
      duo.ticks += 1;
      duo.flights = all.filter(({ arrivesAt }) => arrivesAt + SHOWN_AFTER >= duo.ticks);
    },
  });
  for (let i = 0; i < headStart; i++) whole.tick();
  return whole;
}

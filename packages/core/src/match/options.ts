import { fail, integer, typed } from '../base/errors.js';
import type { Trace } from '../base/trace.js';
import type { FieldSpecs } from '../state/fields.js';
import { layoutDigest } from '../state/layout-digest.js';
import { PACKET_MAX } from '../wire/limits.js';
import { rowBytesMax } from '../wire/input-rows.js';
import { defaultNow, defaultRandom } from './defaults.js';
import { defineGame, type Game } from './game.js';
import { assertTransport, type Transport } from './transport.js';

/** What a match is made of. Unless said otherwise a time is in ms, a whole number from 0 on. */
export interface MatchOptions<F extends FieldSpecs> {
  game: Game<F>;
  /**
   * None: every player is at this machine (hotseat); nothing is waited for, inputDelay is 0 and localPlayers
   * numPlayers.
   */
  transport?: Transport;
  /** Coordinates the roster; without one, the lowest random node id does. */
  host?: boolean;
  /** Players at this machine, default 1. At most 4 machines play. */
  localPlayers?: number;
  role?: 'player' | 'spectator';
  /** Frames, 0 … 15, default 2; may differ from machine to machine. */
  inputDelay?: number;
  /** Frames, 0 … 30, default 8; 0 is lockstep. The session's capacity follows from this and inputDelay. */
  maxPrediction?: number;
  /** Frames between checksum exchanges, default 30; 0 is off. */
  desyncInterval?: number;
  /** Default 'report'. */
  onDesync?: 'report' | 'end';
  /** After a machine is gone, wait paused this long for its ticket before onDrop applies; default 0. */
  rejoinGraceMs?: number;
  /** What a dropped player's handles do, default 'end'. */
  onDrop?: 'end' | 'neutral' | 'repeat';
  /** Silence before `interrupt`, default 750. */
  notifyAfterMs?: number;
  /** Silence before a machine is dropped, default 5000. */
  dropAfterMs?: number;
  /** The longest pause, default 60000. */
  pauseTimeoutMs?: number;
  /** From the first other machine to 'start', default 20000. An empty room waits as long as you like. */
  syncTimeoutMs?: number;
  /** From an earlier start event: take the same handles again. */
  ticket?: string;
  /** Milliseconds, monotonic. Default performance.now. */
  now?: () => number;
  /** A uint32. Default crypto.getRandomValues. */
  random?: () => number;
  /** Is told what the match does; TRACE says what, and in which order. */
  trace?: Trace;
}

const ON_DROP = ['end', 'neutral', 'repeat'] as const;

/**
 * The options that are checked by themselves. A list of numbers: a whole number from 0 on, its default, and its maximum
 * where there is one. A list of words: one of them, the first being the default, kept as its index. Anything else: the
 * default, of whose type it must be.
 */
const OPTIONS = {
  inputDelay: [2, 15],
  maxPrediction: [8, 30],
  desyncInterval: [30],
  rejoinGraceMs: [0],
  notifyAfterMs: [750],
  dropAfterMs: [5000],
  pauseTimeoutMs: [60000],
  syncTimeoutMs: [20000],
  onDrop: ON_DROP,
  onDesync: ['report', 'end'],
  role: ['player', 'spectator'],
  host: false,
  ticket: '',
  now: defaultNow,
  random: defaultRandom,
} as const;

type Checked = {
  -readonly [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends readonly unknown[]
    ? number
    : NonNullable<MatchOptions<FieldSpecs>[Name]>;
};

/** What every machine of a match must have alike; the names say where they differ. */
export const TERM_NAMES = [
  'layout',
  'numPlayers',
  'inputWords',
  'hz',
  'desyncInterval',
  'onDrop',
  'dropAfterMs',
  'maxPrediction',
] as const;

/** A term as its option was written. */
export const showTerm = (value: number, index: number): unknown =>
  index === 3 ? value / 1000 : index === 5 ? ON_DROP[value] : value;

/** MatchOptions with every default filled in and everything checked. */
export interface Settings<F extends FieldSpecs> extends Readonly<Checked> {
  readonly game: Game<F>;
  readonly transport: Transport | undefined;
  /** Players at this machine: 0 at a spectator's. */
  readonly players: number;
  readonly inputWords: number;
  readonly hz: number;
  readonly trace: Trace | undefined;
  /** Largest packet this match sends. */
  readonly limit: number;
  /** One value for each of TERM_NAMES. */
  readonly terms: readonly number[];
}

/** The index of `value` among `values`. @throws TypeError if it is none of them. */
export function oneOf(name: string, values: readonly unknown[], value: unknown): number {
  return values.includes(value) ? values.indexOf(value) : fail(name, values.join(' or '), value);
}

/** @throws TypeError or RangeError for each option outside what MatchOptions says. */
export function checkOptions<F extends FieldSpecs>(options: MatchOptions<F>): Settings<F> {
  /** Above every frame and every time that can come up. */
  const NEVER = 0x7fff_ffff;
  /** What a packet needs beside its inputs: header, acks of four seats, time stamps, checksum, section. */
  const PLAY_OVERHEAD = 64;
  const game = defineGame(options.game);
  const { numPlayers, inputWords = 1, hz = 60 } = game;
  const { transport, localPlayers = transport ? 1 : numPlayers, trace } = options;
  if (transport !== undefined) assertTransport(transport);
  const found: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries<unknown>(OPTIONS)) {
    const list = [rule].flat();
    // Whatever the caller has put there.
    const { [name]: value = list[0] } = options as unknown as Readonly<Record<string, unknown>>;
    found[name] =
      typeof list[0] === 'number'
        ? integer(name, value, 0, Number(list[1] ?? NEVER))
        : list[1]
          ? oneOf(name, list, value)
          : typed(name, value, typeof rule);
  }
  // By now each name of OPTIONS has what Checked says.
  const checked = found as Checked;
  const players = checked.role ? 0 : integer('localPlayers', localPlayers, 1, numPlayers);
  const limit = Math.min(PACKET_MAX, transport?.maxPayload ?? PACKET_MAX);
  if (!transport) {
    checked.inputDelay = 0;
    if (players < numPlayers) fail('localPlayers', `${numPlayers} without a transport`, players, RangeError);
    // The others' players are unknown yet; they check their own.
  } else if (rowBytesMax(players * inputWords) + PLAY_OVERHEAD > limit) {
    fail('localPlayers × inputWords', `few enough for one packet of ${limit} bytes`, players * inputWords, RangeError);
  }
  const { desyncInterval, onDrop, dropAfterMs, maxPrediction } = checked;
  const terms = [
    layoutDigest(game.fields),
    numPlayers,
    inputWords,
    Math.round(hz * 1000),
    desyncInterval,
    onDrop,
    dropAfterMs,
    maxPrediction,
  ];
  return { ...checked, game, transport, players, inputWords, hz, trace, limit, terms };
}

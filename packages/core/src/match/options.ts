import { fail, integer } from '../base/errors.js';
import type { Trace } from '../base/trace.js';
import type { FieldSpecs } from '../state/fields.js';
import { layoutDigest } from '../state/layout-digest.js';
import { PACKET_MAX } from '../wire/limits.js';
import { rowBytesMax } from '../wire/input-rows.js';
import { defaultNow, defaultRandom } from './defaults.js';
import { defineGame, typed, type Game } from './game.js';
import { assertTransport, type Transport } from './transport.js';

/** What a match is made of. Unless said otherwise a time is in ms, a whole number from 0 on. */
export interface MatchOptions<F extends FieldSpecs> {
  game: Game<F>;
  /** None: every player is at this machine (hotseat); nothing is waited for, inputDelay is 0 and localPlayers numPlayers. */
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

/** What every machine of a match must have alike; the names say where they differ. */
export const TERM_NAMES = ['layout', 'numPlayers', 'inputWords', 'hz', 'desyncInterval', 'onDrop', 'dropAfterMs', 'maxPrediction'] as const;

const ON_DROP = ['end', 'neutral', 'repeat'];

/** A term as its option was written. */
export const showTerm = (value: number, index: number): unknown => (TERM_NAMES[index] === 'hz' ? value / 1000 : TERM_NAMES[index] === 'onDrop' ? ON_DROP[value] : value);

/** The options that are whole numbers from 0 on: default, and maximum where there is one. */
const WHOLE = {
  inputDelay: [2, 15],
  maxPrediction: [8, 30],
  desyncInterval: [30],
  rejoinGraceMs: [0],
  notifyAfterMs: [750],
  dropAfterMs: [5000],
  pauseTimeoutMs: [60000],
  syncTimeoutMs: [20000],
} satisfies Record<string, readonly [number, number?]>;

/** MatchOptions with every default filled in and everything checked. */
export interface Settings<F extends FieldSpecs> extends Readonly<Record<keyof typeof WHOLE, number>> {
  readonly game: Game<F>;
  readonly transport: Transport | undefined;
  readonly host: boolean;
  readonly spectator: boolean;
  readonly players: number;
  readonly inputWords: number;
  readonly hz: number;
  readonly endOnDesync: boolean;
  /** 0 end, 1 neutral, 2 repeat. */
  readonly onDrop: number;
  readonly ticket: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly trace: Trace | undefined;
  /** Largest packet this match sends. */
  readonly limit: number;
  /** One value for each of TERM_NAMES. */
  readonly terms: readonly number[];
}

/** The index of `value` among `values`. @throws TypeError if it is none of them. */
export function oneOf(name: string, values: readonly string[], value: string): number {
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
  const { transport, localPlayers = transport ? 1 : numPlayers, host = false, ticket = '', now = defaultNow, random = defaultRandom, trace } = options;
  if (transport !== undefined) assertTransport(transport);
  typed('host', host, 'boolean');
  typed('ticket', ticket, 'string');
  typed('now', now, 'function');
  typed('random', random, 'function');
  // Each name of WHOLE is filled in just below.
  const whole = {} as Record<keyof typeof WHOLE, number>;
  let name: keyof typeof WHOLE;
  for (name in WHOLE) {
    const [fallback, max = NEVER]: readonly [number, number?] = WHOLE[name];
    const { [name]: value = fallback } = options;
    whole[name] = integer(name, value, 0, max);
  }
  const { role = 'player', onDesync = 'report', onDrop = ON_DROP[0]! } = options;
  const drop = oneOf('onDrop', ON_DROP, onDrop);
  const endOnDesync = oneOf('onDesync', ['report', 'end'], onDesync) > 0;
  const spectator = oneOf('role', ['player', 'spectator'], role) > 0;
  const players = spectator ? 0 : integer('localPlayers', localPlayers, 1, numPlayers);
  const limit = Math.min(PACKET_MAX, transport?.maxPayload ?? PACKET_MAX);
  if (!transport) {
    whole.inputDelay = 0;
    if (players < numPlayers) fail('localPlayers', `${numPlayers} without a transport`, players, RangeError);
    // The others' players are unknown yet; they check their own.
  } else if (rowBytesMax(players * inputWords) + PLAY_OVERHEAD > limit) {
    fail('localPlayers × inputWords', `few enough for one packet of ${limit} bytes`, players * inputWords, RangeError);
  }
  const terms = [layoutDigest(game.fields), numPlayers, inputWords, Math.round(hz * 1000), whole.desyncInterval, drop, whole.dropAfterMs, whole.maxPrediction];
  return { ...whole, game, transport, host, spectator, players, inputWords, hz, endOnDesync, onDrop: drop, ticket, now, random, trace, limit, terms };
}

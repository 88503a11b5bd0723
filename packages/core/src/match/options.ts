import { callable, fail, integer } from '../base/errors.js';
import type { FieldSpecs } from '../state/fields.js';
import { layoutDigest } from '../state/layout-digest.js';
import { PACKET_MAX } from '../wire/packet.js';
import { rowBytesMax } from '../wire/input-rows.js';
import { defaultNow, defaultRandom } from './defaults.js';
import { defineGame, type Game } from './game.js';
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
}

/** What every machine of a match must have alike; the names say where they differ. */
export const TERM_NAMES = ['layout', 'numPlayers', 'inputWords', 'hz', 'desyncInterval', 'onDrop', 'dropAfterMs', 'maxPrediction'] as const;

const ON_DROP = ['end', 'neutral', 'repeat'];

/** A term as its option was written. */
export const showTerm = (index: number, value: number | undefined): unknown =>
  TERM_NAMES[index] === 'hz' ? value! / 1000 : TERM_NAMES[index] === 'onDrop' ? ON_DROP[value!] : value;
const NEVER = 0x7fff_ffff;
/** What a packet needs beside its inputs: header, acks of four seats, time stamps, checksum, section. */
const PLAY_OVERHEAD = 64;

/** MatchOptions with every default filled in and everything checked. */
export interface Settings<F extends FieldSpecs> {
  readonly game: Game<F>;
  readonly transport: Transport | undefined;
  readonly host: boolean;
  readonly spectator: boolean;
  readonly players: number;
  readonly inputWords: number;
  readonly hz: number;
  readonly delay: number;
  readonly maxPrediction: number;
  readonly desyncInterval: number;
  readonly endOnDesync: boolean;
  /** 0 end, 1 neutral, 2 repeat. */
  readonly onDrop: number;
  readonly rejoinGraceMs: number;
  readonly notifyAfterMs: number;
  readonly dropAfterMs: number;
  readonly pauseTimeoutMs: number;
  readonly syncTimeoutMs: number;
  readonly ticket: string;
  readonly now: () => number;
  readonly random: () => number;
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
  const game = defineGame(options.game);
  const { numPlayers, inputWords = 1, hz = 60, fields } = game;
  const { transport, localPlayers = transport ? 1 : numPlayers, host = false, role = 'player', onDesync = 'report', onDrop = 'end', ticket = '', now = defaultNow, random = defaultRandom } = options;
  if (transport !== undefined) assertTransport(transport);
  if (typeof host !== 'boolean') fail('host', 'true or false', host);
  if (typeof ticket !== 'string') fail('ticket', 'a string', ticket);
  const whole = (
    name: 'inputDelay' | 'maxPrediction' | 'desyncInterval' | 'rejoinGraceMs' | 'notifyAfterMs' | 'dropAfterMs' | 'pauseTimeoutMs' | 'syncTimeoutMs',
    fallback: number,
    max = NEVER,
  ): number => integer(name, options[name] === undefined ? fallback : options[name], 0, max);
  const spectator = !!oneOf('role', ['player', 'spectator'], role);
  const drop = oneOf('onDrop', ON_DROP, onDrop);
  const endOnDesync = !!oneOf('onDesync', ['report', 'end'], onDesync);
  callable('now', now);
  callable('random', random);
  const desyncInterval = whole('desyncInterval', 30);
  const dropAfterMs = whole('dropAfterMs', 5000);
  const maxPrediction = whole('maxPrediction', 8, 30);
  const delay = whole('inputDelay', 2, 15);
  const players = spectator ? 0 : integer('localPlayers', localPlayers, 1, numPlayers);
  if (!transport && players < numPlayers) fail('localPlayers', `${numPlayers} without a transport`, players, RangeError);
  const limit = Math.min(PACKET_MAX, transport?.maxPayload ?? PACKET_MAX);
  // The others' players are unknown yet; they check their own.
  if (transport && rowBytesMax(players * inputWords) + PLAY_OVERHEAD > limit) {
    fail('localPlayers × inputWords', `few enough for one packet of ${limit} bytes`, players * inputWords, RangeError);
  }
  return {
    game,
    transport,
    host,
    spectator,
    players,
    inputWords,
    hz,
    delay: transport ? delay : 0,
    maxPrediction,
    desyncInterval,
    endOnDesync,
    onDrop: drop,
    rejoinGraceMs: whole('rejoinGraceMs', 0),
    notifyAfterMs: whole('notifyAfterMs', 750),
    dropAfterMs,
    pauseTimeoutMs: whole('pauseTimeoutMs', 60000),
    syncTimeoutMs: whole('syncTimeoutMs', 20000),
    ticket,
    now,
    random,
    limit,
    terms: [
      layoutDigest(fields),
      numPlayers,
      inputWords,
      Math.round(hz * 1000),
      desyncInterval,
      drop,
      dropAfterMs,
      maxPrediction,
    ],
  };
}

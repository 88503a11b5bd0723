import { fail, integer, typed } from '../base/errors.js';
import type { Trace } from '../base/trace.js';
import type { FieldSpecs } from '../state/fields.js';
import { layoutDigest } from '../state/layout-digest.js';
import { PACKET_MAX, RELAY_OVERHEAD } from '../wire/limits.js';
import { rowBytesMax } from '../wire/input-rows.js';
import { defaultNow, defaultRandom } from './defaults.js';
import { defineGame, type Game } from './game.js';
import { assertTransport, type Transport } from './transport.js';

const ON_DROP = ['end', 'neutral', 'repeat'] as const;
const ON_DESYNC = ['report', 'end'] as const;
const ROLES = ['player', 'spectator'] as const;

export type OnDrop = (typeof ON_DROP)[number];

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
  /** After a machine is gone, wait paused this long for it to come back before onDrop applies; default 0. */
  rejoinGraceMs?: number;
  /** What a dropped player's handles do, default 'end'. */
  onDrop?: OnDrop;
  /** Silence before `interrupt`, default 750. From then on another machine relays. */
  notifyAfterMs?: number;
  /** Silence before a machine is dropped, default 5000. */
  dropAfterMs?: number;
  /** The longest pause, default 60000. */
  pauseTimeoutMs?: number;
  /** From the moment at which enough players are there until 'start', default 20000. */
  syncTimeoutMs?: number;
  /** From the first other machine until enough players are there, default 600000. An empty room waits without end. */
  roomTimeoutMs?: number;
  /** The span over which the budgets below are counted, default 600000. */
  budgetSpanMs?: number;
  /** How long one machine may pause the match within the span, waits for its return among it; default 120000. */
  pauseBudgetMs?: number;
  /** How long one machine may hold the others up within the span without a pause; default 60000. */
  stallBudgetMs?: number;
  /** How often one machine may come back within the span, default 8. */
  rejoinBudget?: number;
  /** How long the final frame waits for every machine's word that it has all inputs, default 5000. */
  finishTimeoutMs?: number;
  /** From an earlier start event: take the same handles again. */
  ticket?: string;
  /** Milliseconds, monotonic. Default performance.now. */
  now?: () => number;
  /** A uint32. Default crypto.getRandomValues. */
  random?: () => number;
  /** Is told what the match does; TRACE says what, and in which order. */
  trace?: Trace;
}

/** The longest input delay, in frames. */
export const DELAY_MAX = 15;

/** The options that are times or counts: default, and maximum where there is one. */
const NUMBERS = {
  inputDelay: [2, DELAY_MAX],
  maxPrediction: [8, 30],
  desyncInterval: [30],
  rejoinGraceMs: [0],
  notifyAfterMs: [750],
  dropAfterMs: [5000],
  pauseTimeoutMs: [60_000],
  syncTimeoutMs: [20_000],
  roomTimeoutMs: [600_000],
  budgetSpanMs: [600_000],
  pauseBudgetMs: [120_000],
  stallBudgetMs: [60_000],
  rejoinBudget: [8],
  finishTimeoutMs: [5000],
} as const;

type NumberName = keyof typeof NUMBERS;

/** Above every frame and every time that can come up. */
const NEVER = 0x7fff_ffff;
/** What a PLAY needs beside its inputs: header, report, acks of four seats, times, checksum, section. */
const PLAY_OVERHEAD = 72;

/** Every option that MatchOptions has. A word that is none of them is misspelt. */
const names = (): string[] => [
  ...Object.keys(NUMBERS),
  ...['game', 'transport', 'host', 'localPlayers', 'role', 'onDesync', 'onDrop', 'ticket', 'now', 'random', 'trace'],
];

/** What every machine of a match must have alike, as it goes over the wire and as a person wrote it. */
export interface Term {
  readonly name: string;
  readonly value: number;
  readonly shown: string | number;
}

/** MatchOptions with every default filled in and everything checked. */
export interface Settings<F extends FieldSpecs> extends Readonly<Record<NumberName, number>> {
  readonly game: Game<F>;
  readonly transport: Transport | undefined;
  readonly host: boolean;
  readonly role: 'player' | 'spectator';
  readonly onDrop: OnDrop;
  readonly onDesync: 'report' | 'end';
  readonly ticket: string;
  readonly now: () => number;
  readonly random: () => number;
  readonly trace: Trace | undefined;
  /** Players at this machine: 0 at a spectator's. */
  readonly players: number;
  readonly inputWords: number;
  readonly hz: number;
  /** Largest packet that this match sends and its transport carries. */
  readonly limit: number;
  readonly terms: readonly Term[];
  /** Inputs kept of each player, in frames: what one that follows the match can be behind. */
  readonly inputSlots: number;
}

/** Names of the terms in the order of the wire. */
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

/** A term of another machine, as a person wrote it there. */
export function showTerm(name: string, value: number): string | number {
  if (name === 'hz') return value / 1000;
  return name === 'onDrop' ? (ON_DROP[value] ?? value) : value;
}

/** `value`. @throws TypeError if it is none of `values`, which names them. */
export function oneOf<T>(name: string, values: readonly T[], value: unknown): T {
  const found = values.find((each) => each === value);
  return found ?? fail(name, values.map((each) => `'${String(each)}'`).join(' or '), value);
}

/** As many frames of inputs as 2 MiB hold, within bounds. Two machines that play never owe each other more than 92. */
function inputSlotsFor(numPlayers: number, inputWords: number): number {
  const bytesAFrame = numPlayers * (2 * inputWords + 1) * 4;
  let slots = 1024;
  while (slots < 4096 && 2 * slots * bytesAFrame <= 2 ** 21) slots *= 2;
  return slots;
}

/** Bytes of a PLAY that carries the inputs of `players` players for one frame. */
export const playBytes = (players: number, inputWords: number): number =>
  rowBytesMax(players * inputWords) + PLAY_OVERHEAD;

/** `null` is no way to leave an option out: it is refused like any other wrong value. */
const given = <T>(value: T | undefined, standard: T): T => (value === undefined ? standard : value);

const nearest = (name: string): string | undefined =>
  names().find((known) => known.toLowerCase() === name.toLowerCase()) ??
  names().find((known) => known.length > 4 && (known.startsWith(name) || name.startsWith(known.slice(0, -2))));

function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    if (names().includes(name)) continue;
    const meant = nearest(name);
    throw new TypeError(`createMatch(): there is no option ${name}${meant ? `; did you mean ${meant}?` : ''}`);
  }
}

function checkNumbers<F extends FieldSpecs>(options: MatchOptions<F>): Record<NumberName, number> {
  const entries = Object.entries(NUMBERS) as [NumberName, readonly [number, number?]][]; // Its own keys.
  const checked = entries.map(([name, [standard, most = NEVER]]) => {
    return [name, integer(`createMatch(): ${name}`, given(options[name], standard), 0, most)] as const;
  });
  return Object.fromEntries(checked) as Record<NumberName, number>; // One for each name of NUMBERS.
}

/** @throws TypeError or RangeError for each option outside what MatchOptions says. */
export function checkOptions<F extends FieldSpecs>(options: MatchOptions<F>): Settings<F> {
  if (typeof options !== 'object' || options === null) fail('createMatch(): options', 'an object with a game', options);
  checkNames(options);
  const game = defineGame(options.game);
  const { numPlayers, inputWords = 1, hz = 60 } = game;
  const { transport, trace } = options;
  if (transport !== undefined) assertTransport(transport);
  const numbers = checkNumbers(options);
  const role = oneOf('createMatch(): role', ROLES, given(options.role, 'player'));
  const onDrop = oneOf('createMatch(): onDrop', ON_DROP, given(options.onDrop, 'end'));
  const onDesync = oneOf('createMatch(): onDesync', ON_DESYNC, given(options.onDesync, 'report'));
  const { host = false, ticket = '', now = defaultNow, random = defaultRandom } = options;
  typed('createMatch(): host', host, 'boolean');
  typed('createMatch(): ticket', ticket, 'string');
  typed('createMatch(): now', now, 'function');
  typed('createMatch(): random', random, 'function');
  const asked = given(options.localPlayers, transport ? 1 : numPlayers);
  const players = role === 'spectator' ? 0 : integer('createMatch(): localPlayers', asked, 1, numPlayers);
  // What goes through another machine has to fit into a packet of its own.
  const payload = Math.min(PACKET_MAX, transport?.maxPayload ?? PACKET_MAX);
  const limit = payload - RELAY_OVERHEAD;
  if (!transport && players < numPlayers) {
    fail('createMatch(): localPlayers', `${numPlayers} without a transport: all players are here`, players, RangeError);
  }
  if (transport && playBytes(players, inputWords) > limit) {
    const fits = `few enough that localPlayers × inputWords fits into one packet: ${limit} of the ${payload} bytes that the transport carries`;
    fail('createMatch(): localPlayers', fits, `${players} × ${inputWords}`, RangeError);
  }
  const { desyncInterval, dropAfterMs, maxPrediction } = numbers;
  const values: readonly [number, (string | number)?][] = [
    [layoutDigest(game.fields)],
    [numPlayers],
    [inputWords],
    [Math.round(hz * 1000), hz],
    [desyncInterval],
    [ON_DROP.indexOf(onDrop), onDrop],
    [dropAfterMs],
    [maxPrediction],
  ];
  const terms = TERM_NAMES.map((name, i) => ({ name, value: values[i]![0], shown: values[i]![1] ?? values[i]![0] }));
  const inputDelay = transport ? numbers.inputDelay : 0;
  const words = { role, onDrop, onDesync, host, ticket, now, random, trace };
  const inputSlots = inputSlotsFor(numPlayers, inputWords);
  return { ...numbers, ...words, inputSlots, inputDelay, game, transport, players, inputWords, hz, limit, terms };
}

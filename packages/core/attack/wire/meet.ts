import { ByteWriter } from './byte-writer.js';
import { checksumOfWords } from './checksum.js';
import type { Key } from './half-sip-hash.js';
import { bodyOf } from './seals.js';

export const GONE = 1;
export const INVITES = 2;

export interface Entry {
  readonly node: number;
  readonly nonce: number;
  readonly players: number;
  readonly delay: number;
}

export interface Meet {
  readonly flags: number;
  readonly host: number;
  readonly nonce: number;
  readonly players: number;
  readonly delay: number;
  readonly limit: number;
  readonly digest: number;
  readonly verifier: Key;
  readonly met: readonly number[];
  readonly token: number;
  readonly entries: readonly Entry[];
  /** Seat of the sender in a running match, or -1. */
  readonly seat: number;
  readonly out: number;
}

const wordsOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap(({ node, nonce, players, delay }) => [node, nonce, players, delay]);

/** The agreement's token, a uint32, and the seed for game.init. */
export const tokenOf = (entries: readonly Entry[], terms: readonly number[]): number =>
  checksumOfWords([...wordsOf(entries), ...terms], 1) >>> 0;
export const seedOf = (entries: readonly Entry[], terms: readonly number[]): number =>
  checksumOfWords([...wordsOf(entries), ...terms], 2) >>> 0;

/** Of what a machine plays, a uint32. */
export const digestOf = ({ id, terms }: { readonly id: string; readonly terms: readonly number[] }): number =>
  checksumOfWords([...terms, ...Array.from(id.split(''), (unit) => unit.charCodeAt(0))], 3) >>> 0;

export function writeMeet(meet: Meet): number[] {
  const { flags, host, nonce, players, delay, limit, digest, verifier, met, token, entries, seat, out } = meet;
  const body = new ByteWriter().numbers([flags, host, nonce, players, delay, limit, digest]).key(verifier);
  body.numbers([met.length, ...met, token, entries.length, ...wordsOf(entries), seat + 1, out]);
  return body.bytes;
}

export function readMeet(packet: Uint8Array): Meet | undefined {
  const body = bodyOf(packet);
  const [flags = 0, host = 0, nonce = 0, players = 0, delay = 0, limit = 0, digest = 0] = body.numbers(7);
  const verifier = body.key();
  const met = body.numbers(Math.min(body.number(), 64));
  const token = body.number();
  const entries = Array.from({ length: Math.min(body.number(), 8) }, () => {
    return { node: body.number(), nonce: body.number(), players: body.number(), delay: body.number() };
  });
  const seat = body.number() - 1;
  const own = { flags, host, nonce, players, delay, limit, digest, verifier };
  const meet = { ...own, met, token, entries, seat, out: body.number() };
  return body.isSound && body.left === 0 ? meet : undefined;
}

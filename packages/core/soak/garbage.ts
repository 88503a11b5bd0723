// Packets that nobody should have sent.
import { checksumWords } from '../src/base/checksum.js';
import type { Bytes } from '../src/index.js';
import { HELLO, PLAY } from '../src/wire/messages.js';
import { mutate } from '../test/match/mutate.js';
import { between, word, type Random } from '../test/match/random.js';
import type { Garbage } from './scenario.js';

/**
 * Seals it as docs/wire-format.md has it: a u32 over all that follows, seeded with the token, as of the packet's
 * length.
 */
export function seal(packet: Bytes, token: number): Bytes {
  const pairs = (packet.length + 3) >> 3;
  const words = new Uint32Array(pairs * 2 + 2);
  new Uint8Array(words.buffer).set(packet);
  words[0] = checksumWords(words, 1, pairs * 2, token, packet.length);
  return new Uint8Array(words.buffer).slice(0, packet.length);
}

export const typeOf = (packet: Bytes): number => packet[4]! & 15;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** One packet of that kind, made from those on the tape, or undefined where there is nothing to make it from. */
export function makeGarbage(
  kind: Garbage,
  random: Random,
  packets: readonly Bytes[],
  token: number,
): Bytes | undefined {
  if (kind === 'noise' || packets.length === 0)
    return Uint8Array.from({ length: between(random, 0, 300) }, () => between(random, 0, 255));
  if (kind === 'replayed') return pick(random, packets);
  if (kind === 'mutated') return mutate(random, packets);
  if (kind === 'sealed') {
    const bytes = mutate(random, packets);
    return bytes.length < 5 ? undefined : seal(bytes, typeOf(bytes) < PLAY ? 0 : token);
  }
  const hello = packets.find((packet) => typeOf(packet) === HELLO);
  if (!hello) return undefined;
  const bytes = new Uint8Array(hello);
  // Another machine's number each time, and now and then other terms.
  for (let at = 6; at < 10; at++) bytes[at] = word(random);
  if (random() < 0.3) bytes[between(random, 5, bytes.length - 1)] = word(random);
  return seal(bytes, 0);
}

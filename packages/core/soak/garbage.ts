// Packets that nobody should have sent.
import { readHello, writeHello } from '../attack/wire/hello.js';
import { seal, typeOf, TYPES } from '../attack/wire/seals.js';
import type { Bytes } from '../src/index.js';
import { mutate } from '../test/match/mutate.js';
import { between, word, type Random } from '../test/match/random.js';
import type { Garbage } from './scenario.js';

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/**
 * One packet of that kind, made from those on the tape, or undefined where there is nothing to make it from. `sealAgain`
 * seals it as its sender could.
 */
export function makeGarbage(
  kind: Garbage,
  random: Random,
  packets: readonly Bytes[],
  sealAgain: (bytes: Bytes) => Bytes | undefined,
): Bytes | undefined {
  if (kind === 'noise' || packets.length === 0)
    return Uint8Array.from({ length: between(random, 0, 300) }, () => between(random, 0, 255));
  if (kind === 'replayed') return pick(random, packets);
  if (kind === 'mutated') return mutate(random, packets);
  if (kind === 'sealed') {
    const bytes = mutate(random, packets);
    return bytes.length < 5 ? undefined : sealAgain(bytes);
  }
  const heard = packets.find((packet) => typeOf(packet) === TYPES.HELLO);
  const hello = heard && readHello(heard);
  if (!hello) return undefined;
  // Another machine each time, and now and then with other terms.
  const bytes = writeHello({ ...hello, node: word(random) || 1, nonce: word(random) });
  if (random() < 0.3) bytes[between(random, 5, bytes.length - 1)] = word(random);
  return seal(bytes, { low: 0, high: 0 });
}

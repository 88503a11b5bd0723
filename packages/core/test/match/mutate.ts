import type { Bytes } from '../../src/index.js';
import { between, type Random } from './random.js';

/** Packets that went over a link, kept as they were sent. */
export interface Tape {
  readonly packets: Bytes[];
  readonly tap: (bytes: Bytes) => Bytes;
}

/** Keeps at most `limit` packets, the first ones. */
export function createTape(limit = Infinity): Tape {
  const packets: Bytes[] = [];
  return {
    packets,
    tap(bytes) {
      if (packets.length < limit) packets.push(bytes);
      return bytes;
    },
  };
}

const MUTATIONS = ['flip', 'flips', 'byte', 'truncate', 'extend', 'splice', 'swap', 'noise', 'zeros'] as const;
export type Mutation = (typeof MUTATIONS)[number];

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** One of the packets, damaged: never equal to what it was. */
export function mutate(random: Random, packets: readonly Bytes[], seen: Partial<Record<Mutation, number>> = {}): Bytes {
  for (;;) {
    const original = pick(random, packets);
    const mutation = pick(random, MUTATIONS);
    let bytes: Bytes = new Uint8Array(original);
    const at = between(random, 0, Math.max(0, bytes.length - 1));
    const flip = (): void => void (bytes[Math.floor(random() * bytes.length)]! ^= 1 << between(random, 0, 7));
    if (mutation === 'flip') flip();
    else if (mutation === 'flips') for (let i = between(random, 2, 12); i > 0; i--) flip();
    else if (mutation === 'byte') bytes[at] = between(random, 0, 255);
    else if (mutation === 'truncate') bytes = bytes.slice(0, at);
    else if (mutation === 'extend') {
      bytes = new Uint8Array(original.length + between(random, 1, pick(random, [1, 8, 300, 3000])));
      bytes.set(original);
      if (random() < 0.5) for (let i = original.length; i < bytes.length; i++) bytes[i] = between(random, 0, 255);
    } else if (mutation === 'splice') {
      const other = pick(random, packets);
      bytes = Uint8Array.from([...original.slice(0, at), ...other.slice(Math.min(at, other.length))]);
    } else if (mutation === 'swap') {
      const to = between(random, 0, bytes.length - 1);
      [bytes[at], bytes[to]] = [bytes[to]!, bytes[at]!];
    } else if (mutation === 'noise') {
      bytes = Uint8Array.from({ length: between(random, 0, 1400) }, () => between(random, 0, 255));
    } else bytes.fill(0, at);
    const same = packets.some(
      (packet) => packet.length === bytes.length && packet.every((value, i) => value === bytes[i]),
    );
    if (same) continue;
    seen[mutation] = (seen[mutation] ?? 0) + 1;
    return bytes;
  }
}

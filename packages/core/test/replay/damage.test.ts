// A replay that somebody sends: whatever was done to its bytes, opening it throws a ReplayError, or verify tells the
// frame, or it is the same play.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  checksum,
  openReplay,
  recordMatch,
  ReplayError,
  stateChecksum,
  type ReplayErrorCode,
} from '../../src/index.js';
import { createParty, inputsIn, sums } from './recorded-play.js';

// Simulate has to be ready for any input, as any other machine may send one: this one is.
const game = sums(3);
/** From the seed, with a cut; and from a snapshot in mid-match. */
const replays: { name: string; bytes: Uint8Array; play: string }[] = [];

beforeAll(() => {
  const party = createParty(game, 7, { latencyMs: 20, loss: 0.1 });
  const [a, b, c] = ['a', 'b', 'c'].map((name) => party.add(name, { onDrop: 'repeat', dropAfterMs: 500 }));
  party.run(120);
  c!.off = true;
  party.run(120);
  const late = recordMatch(b!.match);
  party.run(150);
  for (const [name, recorder] of [
    ['seed', a!.recorder],
    ['snapshot', late],
  ] as const) {
    const bytes = recorder.bytes();
    replays.push({ name, bytes, play: playOf(bytes) });
  }
  expect(openReplay(game, replays[0]!.bytes)).toMatchObject({ startFrame: 0, cuts: [{}] });
  expect(openReplay(game, replays[1]!.bytes).startFrame).toBeGreaterThan(100);
});

/**
 * What a replay plays: every frame's inputs, and the state that they lead to. Not the number of its first frame: this
 * game does not ask for it.
 */
function playOf(bytes: Uint8Array): string {
  const player = openReplay(game, bytes);
  player.seek(player.startFrame + player.frames);
  return JSON.stringify([inputsIn(game, bytes).frames, stateChecksum(player)]);
}

/** Puts length and checksum right again, so that they tell nothing. */
function reseal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 9) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint32(5, bytes.length, true);
  view.setUint32(bytes.length - 4, checksum(bytes.subarray(0, -4)), true);
  return bytes;
}

const CODES: readonly ReplayErrorCode[] = ['not-a-replay', 'version', 'game', 'layout', 'truncated', 'corrupt'];

/** What becomes of the bytes. Throws for everything that must not. */
function fate(bytes: Uint8Array, play: string): ReplayErrorCode | 'found' | 'same' {
  let player;
  try {
    player = openReplay(game, bytes);
  } catch (error) {
    if (!(error instanceof ReplayError) || !CODES.includes(error.code)) throw error;
    return error.code;
  }
  const { startFrame, frames } = player;
  // Frames cost bytes: nobody is made to simulate for ever.
  expect(frames).toBeLessThanOrEqual(bytes.length * 10);
  const bad = player.verify();
  if (bad === -1) {
    // One that plays nothing verifies, whatever it is.
    if (frames) expect(playOf(bytes)).toBe(play);
    return 'same';
  }
  expect(bad).toBeGreaterThanOrEqual(startFrame);
  expect(bad).toBeLessThan(startFrame + frames);
  let steps = 0;
  while (player.step()) steps++;
  expect(steps).toBe(frames);
  return 'found';
}

describe.each([0, 1])('replay %i', (which) => {
  it('cut anywhere is truncated', () => {
    const { bytes } = replays[which]!;
    expect(bytes.length).toBeGreaterThan(100);
    for (let length = 1; length < bytes.length; length++) expect(fate(bytes.slice(0, length), '')).toBe('truncated');
    expect(fate(bytes.slice(0, 0), '')).toBe('not-a-replay');
  });

  it('with any bit flipped is refused', () => {
    const { bytes } = replays[which]!;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const expected: ReplayErrorCode[] =
        bit < 32 ? ['not-a-replay'] : bit < 40 ? ['version'] : bit < 72 ? ['truncated', 'corrupt'] : ['corrupt'];
      expect(expected, `bit ${bit}`).toContain(fate(flipped, ''));
    }
  });

  it('with any bit flipped, and the checksum made to fit, is refused, found out, or the same play', () => {
    const { bytes, play } = replays[which]!;
    const counts: Record<string, number> = {};
    for (let bit = 72; bit < (bytes.length - 4) * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const result = fate(reseal(flipped), play);
      counts[result] = (counts[result] ?? 0) + 1;
    }
    for (const result of ['game', 'layout', 'corrupt', 'found', 'same'])
      expect(counts[result], `${result} in ${JSON.stringify(counts)}`).toBeGreaterThan(5);
    // Delays and cuts; a seed that a snapshot has no use for, and those parts of a snapshot that the play soon
    // overwrites.
    expect(counts['same']).toBeLessThan(counts['found']!);
  });

  it('mutated in many places, checksum made to fit or not', () => {
    const { bytes, play } = replays[which]!;
    const counts: Record<string, number> = {};
    const place = fc.integer({ min: 9, max: bytes.length - 1 });
    const edit = fc.oneof(
      fc.record({
        kind: fc.constant('set'),
        at: place,
        value: fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.integer({ min: 0, max: 255 })),
      }),
      fc.record({ kind: fc.constant('remove'), at: place, value: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('repeat'), at: place, value: fc.integer({ min: 1, max: 60 }) }),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 9 }), (edits, seal) => {
        let list = [...bytes];
        for (const { kind, at, value } of edits) {
          if (kind === 'set') list[at] = value;
          else if (kind === 'remove') list.splice(at, value);
          else list = [...list.slice(0, at), ...list.slice(at, at + value), ...list.slice(at)];
        }
        const mutated = Uint8Array.from(list);
        const result = fate(seal ? reseal(mutated) : mutated, play);
        counts[result] = (counts[result] ?? 0) + 1;
      }),
      { numRuns: 4000 },
    );
    expect(counts['found']).toBeGreaterThan(50);
    expect(counts['corrupt']).toBeGreaterThan(500);
  });

  it('bytes of anything after a head that fits', () => {
    const { bytes } = replays[which]!;
    const counts: Record<string, number> = {};
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 255 })), { maxLength: 100 }),
        (keep, rest) => {
          const result = fate(reseal(Uint8Array.from([...bytes.subarray(0, keep), ...rest, 0, 0, 0, 0])), '');
          counts[result] = (counts[result] ?? 0) + 1;
        },
      ),
      { numRuns: 4000 },
    );
    expect(counts['corrupt']).toBeGreaterThan(100);
  });
});

it('a small file cannot ask for much memory or time', () => {
  // The most frames that bytes can claim: idle blocks of a game of one player, 6 bytes for 60 frames.
  const one = sums(1);
  const head = [...openHead(one)];
  const blocks = 200_000;
  const frames = blocks * 60;
  const bytes = new Uint8Array(head.length + 64 + blocks * 6);
  bytes.set(head);
  let at = head.length;
  for (const value of [0, 0, 0, 0, 0]) bytes[at++] = value; // seed, startFrame
  for (let left = frames; ; left >>>= 7) {
    bytes[at++] = left > 127 ? left | 128 : left;
    if (left < 128) break;
  }
  at += 2; // no delay, no cuts
  for (let block = 0; block < blocks; block++, at += 6) bytes.set([31, 29], at);
  const player = openReplay(one, reseal(bytes.slice(0, at + 4)));
  expect(player.frames).toBe(frames);
  expect(player.verify()).toBe(59);
});

/** A replay's bytes up to its seed. */
function openHead(of: ReturnType<typeof sums>): Uint8Array {
  const { recorder } = createParty(of, 1, {}).add('a', { localPlayers: 1 });
  // Without frames: seed, startFrame, frames, one delay, no cuts, checksum.
  return recorder.bytes().slice(0, -(4 + 1 + 1 + 1 + 1 + 4));
}

import { describe, expect, it } from 'vitest';
import { checksum } from '../base/checksum.js';
import type { Game } from '../match/game.js';
import type { FieldSpecs } from '../state/fields.js';
import { createByteStore } from './byte-store.js';
import { termsOf } from './format.js';
import { openReplay } from './player.js';
import { ReplayError } from './replay-error.js';
import { FROM_SEED, FROM_SNAPSHOT, HEAD, LAYOUT, seal, toy, word } from './toy-replay.js';
import { writeReplay } from './write-replay.js';

/** The code that opening ends with, or 'opened'. Fails for any other error. */
function codeOf<F extends FieldSpecs>(game: Game<F>, bytes: Uint8Array): string {
  try {
    openReplay(game, bytes);
    return 'opened';
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    expect(error.name).toBe('ReplayError');
    return error.code;
  }
}

describe('the golden replays', () => {
  it('from a seed', () => {
    const player = openReplay(toy(), seal(FROM_SEED));
    expect(player).toMatchObject({
      seed: 0x01020304,
      startFrame: 0,
      frames: 3,
      delays: [2, 0],
      cuts: [{ player: 1, lastFrame: 1 }],
    });
    const inputs = new Uint32Array(1);
    const all = [0, 1].map((handle) => [0, 1, 2].map((frame) => (player.inputAt(handle, frame, inputs), inputs[0])));
    expect(all).toEqual([
      [0, 0, 5],
      [1, 1, 0],
    ]);
    expect(player.verify()).toBe(-1);
  });

  it('from a snapshot', () => {
    const player = openReplay(toy(), seal(FROM_SNAPSHOT));
    expect(player).toMatchObject({ startFrame: 300, frames: 61, cuts: [{ player: 0, lastFrame: 298 }] });
    expect([...player.fields.x, ...player.fields.y]).toEqual([7, 1, 2, 3]);
    expect(player.verify()).toBe(-1);
  });

  it('are what is written', () => {
    const { length } = HEAD;
    const header = { seed: 0x01020304, startFrame: 0, frames: 3, delays: [2, 0], cuts: [{ player: 1, lastFrame: 1 }] };
    const tail = Uint8Array.from(FROM_SEED.slice(length + 4 + 2 + 2 + 3));
    expect([...writeReplay(termsOf(toy()), header, undefined, createByteStore(), tail, tail.length)]).toEqual([
      ...seal(FROM_SEED),
    ]);

    const later = { seed: 0, startFrame: 300, frames: 61, delays: [0, 0], cuts: [{ player: 0, lastFrame: 298 }] };
    const snapshotAt = length + 4 + 3 + 2 + 3 + 1;
    const store = createByteStore();
    store.append(Uint8Array.from(FROM_SNAPSHOT.slice(snapshotAt + 8)), 11); // the first block: 5 + 2 + 4 bytes
    const rest = Uint8Array.from([...FROM_SNAPSHOT.slice(snapshotAt + 8 + 11), 77]);
    const snapshot = Uint8Array.from(FROM_SNAPSHOT.slice(snapshotAt, snapshotAt + 8));
    expect([...writeReplay(termsOf(toy()), later, snapshot, store, rest, rest.length - 1)]).toEqual([
      ...seal(FROM_SNAPSHOT),
    ]);
  });

  it('open from the middle of a larger buffer, and from a Node Buffer, and are copied', () => {
    const bytes = seal(FROM_SEED);
    const larger = new Uint8Array(bytes.length + 20).fill(255);
    larger.set(bytes, 7);
    for (const view of [larger.subarray(7, 7 + bytes.length), Buffer.from(larger.buffer, 7, bytes.length)]) {
      larger.set(bytes, 7);
      const player = openReplay(toy(), view);
      view.fill(0);
      expect(player.verify()).toBe(-1);
      player.seek(3);
      expect(player.fields.x[0]).toBe(56);
    }
  });

  it('the longest id and the largest numbers have room', () => {
    const game = toy({ id: '\uffff'.repeat(64), hz: 1000, numPlayers: 32, inputWords: 16 });
    const cuts = Array.from({ length: 1024 }, (_, i) => ({ player: i % 32, lastFrame: -1 }));
    const header = {
      seed: 0xffff_ffff,
      startFrame: 0x7fff_fff0,
      frames: 1,
      delays: new Array<number>(32).fill(15),
      cuts,
    };
    const tail = Uint8Array.from([...new Array<number>(512).fill(1), ...word(0)]);
    const player = openReplay(
      game,
      writeReplay(termsOf(game), header, new Uint8Array(8), createByteStore(), tail, tail.length),
    );
    expect({ ...player }).toMatchObject(header);
    const alone = toy({ id: '\uffff'.repeat(64), hz: 1000, numPlayers: 1 });
    const least = { seed: 0xffff_ffff, startFrame: 0x7fff_fff0, frames: 0, delays: [15], cuts: [] };
    const bytes = writeReplay(termsOf(alone), least, new Uint8Array(8), createByteStore(), new Uint8Array(0), 0);
    expect({ ...openReplay(alone, bytes) }).toMatchObject(least);
  });
});

describe('what is refused', () => {
  const whole = seal(FROM_SEED);

  it.each<[string, number[]]>([
    ['nothing', []],
    ['text', [...'hello, world'].map((letter) => letter.charCodeAt(0))],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
    ['zeros', new Array<number>(100).fill(0)],
    ['another letter', [0x4c, 0x52, 0x42, 0x53, ...whole.subarray(4)]],
  ])('%s is no replay', (_, bytes) => expect(codeOf(toy(), Uint8Array.from(bytes))).toBe('not-a-replay'));

  it('another version, whatever follows', () => {
    expect(codeOf(toy(), Uint8Array.from([0x4c, 0x52, 0x42, 0x52, 2]))).toBe('version');
    expect(codeOf(toy(), seal([...FROM_SEED.slice(0, 4), 0, ...FROM_SEED.slice(5)]))).toBe('version');
  });

  it('every truncation', () => {
    for (let length = 1; length < whole.length; length++)
      expect(codeOf(toy(), whole.subarray(0, length)), `${length} bytes`).toBe('truncated');
  });

  it('every flipped bit', () => {
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const bytes = whole.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const byte = bit >> 3;
      const grown = new DataView(bytes.buffer).getUint32(5, true) > bytes.length;
      const code = byte < 4 ? 'not-a-replay' : byte === 4 ? 'version' : grown ? 'truncated' : 'corrupt';
      expect(codeOf(toy(), bytes), `bit ${bit}`).toBe(code);
    }
  });

  it('more than its length', () => {
    expect(codeOf(toy(), Uint8Array.from([...whole, 0]))).toBe('corrupt');
  });

  it.each<[string, 'game' | 'layout', Parameters<typeof toy>[0]]>([
    ['another id', 'game', { id: 'toy/2' }],
    ['another rate', 'game', { hz: 50 }],
    ['more players', 'layout', { numPlayers: 3 }],
    ['more words', 'layout', { inputWords: 2 }],
  ])('a game of %s', (_, code, change) => expect(codeOf(toy(change), whole)).toBe(code));

  it.each<[string, FieldSpecs]>([
    ['another name', { x: { type: Int32Array, length: 1 }, z: { type: Uint8Array, length: 3 } }],
    ['another type', { x: { type: Uint32Array, length: 1 }, y: { type: Uint8Array, length: 3 } }],
    ['another length', { x: { type: Int32Array, length: 1 }, y: { type: Uint8Array, length: 4 } }],
    ['another order', { y: { type: Uint8Array, length: 3 }, x: { type: Int32Array, length: 1 } }],
    [
      'one more',
      { x: { type: Int32Array, length: 1 }, y: { type: Uint8Array, length: 3 }, z: { type: Uint8Array, length: 1 } },
    ],
  ])('a game whose fields have %s', (_, fields) => {
    const game: Game<FieldSpecs> = { id: 'toy/1', numPlayers: 2, fields, simulate: () => {} };
    expect(codeOf(game, whole)).toBe('layout');
  });

  it('and the message has both values', () => {
    expect(() => openReplay(toy({ id: 'toy/2' }), whole)).toThrow("the replay's id is toy/1, the game's toy/2");
    expect(() => openReplay(toy(), whole.subarray(0, 20))).toThrow(`after 20 of ${whole.length} bytes`);
  });

  // Sealed, so that the checksum at the end says nothing.
  const from = (...parts: (number | readonly number[])[]) => seal([...HEAD, ...parts.flat()]);
  const BLOCK = [31, 29, 31, 29, ...word(0)];
  it.each<[string, Uint8Array]>([
    ['more frames than blocks', from(word(0), 0, 61, 0, 0, 0, BLOCK)],
    ['2^31 frames', from(word(0), 0, [0xff, 0xff, 0xff, 0xff, 0x07], 0, 0, 0, BLOCK)],
    ['frames past 2^31', from(word(0), [0xff, 0xff, 0xff, 0xff, 0x07], 2, 0, 0, 0, 8, word(0), word(0), 2, 2, word(0))],
    ['more blocks than frames', from(word(0), 0, 60, 0, 0, 0, BLOCK, BLOCK)],
    ['a number past 32 bits', from(word(0), 0, [255, 255, 255, 255, 255, 255], 0, 0, 0)],
    ['2^32 - 1 cuts', from(word(0), 0, 0, 0, 0, [255, 255, 255, 255, 15])],
    ['1025 cuts', from(word(0), 0, 0, 0, 0, [0x81, 0x08], new Array<number>(2050).fill(0))],
    ['a cut of a player who is not there', from(word(0), 0, 0, 0, 0, 1, 2, 0)],
    ['a cut before the match', from(word(0), 0, 0, 0, 0, 1, 1, 3)],
    ['a snapshot of another size', from(word(0), 1, 0, 0, 0, 0, 7, word(0), word(0))],
    ['half a snapshot', from(word(0), 1, 0, 0, 0, 0, 8, [0, 0, 0])],
    ['a long id', seal([...HEAD.slice(0, 9), 65, ...new Array<number>(65).fill(65), ...LAYOUT])],
    ['an endless id', seal([...HEAD.slice(0, 9), 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['no body', seal(HEAD.slice(0, 9))],
    ['a head alone', seal(HEAD)],
  ])('%s', (_, bytes) => expect(codeOf(toy(), bytes)).toBe('corrupt'));

  it('but the last frame that there is opens', () => {
    // The row above it is refused for its one frame too many alone.
    const bytes = from(word(0), [0xff, 0xff, 0xff, 0xff, 0x07], 1, 0, 0, 0, 8, word(0), word(0), 1, 1, word(0));
    expect(codeOf(toy(), bytes)).toBe('opened');
  });

  it('a number alone makes nobody allocate', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(codeOf(toy(), from(word(0), 0, [0xff, 0xff, 0xff, 0xff, 0x07], 0, 0, 0, BLOCK))).toBe('corrupt');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it('more than its length, even where the checksum fits', () => {
    const bytes = seal(FROM_SEED);
    bytes.set(word(bytes.length - 1), 5);
    bytes.set(word(checksum(bytes.subarray(0, -4))), bytes.length - 4);
    expect(codeOf(toy(), bytes)).toBe('corrupt');
  });

  it('a body shorter than its own length field', () => {
    expect(codeOf(toy(), Uint8Array.of(0x4c, 0x52, 0x42, 0x52, 1, 10, 0, 0, 0, 0))).toBe('corrupt');
  });

  it('is a wrong argument where no file could be at fault', () => {
    // Callers in JavaScript pass what they like.
    expect(() => openReplay(toy(), [...whole] as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => openReplay({ ...toy(), simulate: 1 } as never, whole)).toThrow(TypeError);
  });
});

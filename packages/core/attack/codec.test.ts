// The hostile client's codec against the bytes of honest machines: what it reads it writes again byte for byte, so both
// follow docs/wire-format.md.
import { describe, expect, it } from 'vitest';
import { checksum } from '../src/index.js';
import { createRandom, word } from '../test/match/random.js';
import { FIELDS } from '../test/match/sensitive-game.js';
import { Arena } from './arena.js';
import { recordTapes } from './mutation-campaign.js';
import { ByteReader } from './wire/byte-reader.js';
import { ByteWriter } from './wire/byte-writer.js';
import { checksumOf } from './wire/checksum.js';
import { readChunk, writeChunk } from './wire/chunk.js';
import { readHello, writeHello } from './wire/hello.js';
import { readKeyHalf, writeKeyHalf } from './wire/key-half.js';
import { readMeet, writeMeet } from './wire/meet.js';
import { readPull, writePull } from './wire/pull.js';
import { readRelay, writeRelay } from './wire/relay.js';
import { TYPES, type Packet } from './wire/seals.js';

const BODY = 8;
const bodyBytes = (packet: Packet): number[] => [...packet.subarray(BODY)];

describe('packets of honest machines', () => {
  const tapes = recordTapes(3);
  const CODECS: [keyof typeof TYPES, (packet: Packet) => [number[], number[]]][] = [
    ['HELLO', (packet) => [[...writeHello(readHello(packet)!)], [...packet]]],
    ['KEY', (packet) => [[...writeKeyHalf(readKeyHalf(packet)!)], [...packet]]],
    ['MEET', (packet) => [writeMeet(readMeet(packet)!), bodyBytes(packet)]],
    ['PULL', (packet) => [writePull(readPull(packet)!), bodyBytes(packet)]],
    ['CHUNK', (packet) => [writeChunk(readChunk(packet)), bodyBytes(packet)]],
    ['RELAY', (packet) => [writeRelay(readRelay(packet)), bodyBytes(packet)]],
  ];
  it.each(CODECS)('%s', (name, again) => {
    const tape = tapes.get(TYPES[name])!;
    expect(tape.length).toBeGreaterThan(1);
    for (const packet of tape) {
      const [written, sent] = again(packet);
      expect(written).toEqual(sent);
    }
  });
});

describe('numbers', () => {
  it('come back as they were written', () => {
    const random = createRandom(1);
    for (let i = 0; i < 2000; i++) {
      const value = word(random) >>> Math.floor(random() * 32);
      const writer = new ByteWriter()
        .number(value)
        .signed(value | 0)
        .short(value & 0xffff);
      const reader = new ByteReader(Uint8Array.from(writer.bytes), 0);
      expect([reader.number(), reader.signed(), reader.short()]).toEqual([value, value | 0, value & 0xffff]);
      expect([reader.isSound, reader.left]).toEqual([true, 0]);
    }
  });

  it('the checksum is that of core', () => {
    const random = createRandom(2);
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, () => word(random));
      expect(checksumOf(bytes, length) >>> 0).toBe(checksum(bytes, length));
    }
  });

  it('the layout digest is that of the page', () => {
    const arena = new Arena();
    const text = Object.entries(FIELDS)
      .map(([name, { type, length }]) => `${name} ${type.name} ${length};`)
      .join('');
    const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
    expect(arena.introduction.terms[0]).toBe(checksumOf(new Uint8Array(units.buffer), 0) >>> 0);
  });
});

it('the hostile client plays a whole match by the rules: what its scenarios bend is the whole difference', () => {
  for (const names of [
    ['a', 'evil'],
    ['evil', 'b', 'c'],
    ['a', 'b', 'evil', 'd'],
  ]) {
    const arena = new Arena({ seed: 7, game: { numPlayers: names.length, inputWords: 2 } });
    arena.play(names, { evil: {} }, 300);
    for (const machine of arena.machines) {
      expect(machine.happenings.map(({ name }) => name)).toEqual(['start']);
      expect(machine.results.stalled).toBeLessThan(30);
    }
  }
});

// A match talks to bytes that were written by hand from docs/wire-format.md, and what it answers is compared byte by
// byte.
import { describe, expect, it } from 'vitest';
import { checksum, checksumWords } from '../base/checksum.js';
import { createMatch, type Match } from './match.js';
import type { Bytes, PeerId, Transport } from './transport.js';

/** Seed 7, type 1. */
const GOLDEN = '05 dd 89 b3 01 01 02 03 04 05 06 07 08 09 0a';

const FIELDS = { x: { type: Int32Array, length: 2 } } as const;

const hex = (bytes: ArrayLike<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
const parse = (text: string): number[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => parseInt(pair, 16));

/** LEB128, as the page says it. */
const number = (value: number): string => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return hex(bytes);
  }
};

/** The packet of this type and body, sealed. */
function packet(type: number, body: string, token = 0): Bytes {
  const bytes = [0, 0, 0, 0, type, ...parse(body)];
  const padded = new Uint8Array(4 + Math.ceil((bytes.length - 4) / 8) * 8);
  padded.set(bytes);
  const words = new Uint32Array(padded.buffer);
  words[0] = checksumWords(words, 1, words.length - 1, token, bytes.length);
  return padded.slice(0, bytes.length);
}

const NODE = 0x2222_2222;
const NONCE = 0x3333_3333;
/** The other one: its node id is lower, so it coordinates. */
const THEIR_NODE = 0x1111_1110;
const THEIR_NONCE = 0x0102_0304;

const LAYOUT = checksum(Uint16Array.from('x Int32Array 2;', (letter) => letter.charCodeAt(0)));
/** 2 players, 1 word, 60 Hz, interval 30, onDrop end, dropAfterMs 5000, maxPrediction 8. */
const TERMS = `${number(LAYOUT)}  02 01 e0 d4 03 1e 00 88 27 08`;
const ID = '03 67 2f 31'; // 'g/1'
/** `to`: whom it refuses; `more`: the token of a roster, the number of its seats, and they. */
const hello = (node: number, nonce: number, delay: string, id = ID, to = 0, more = '00 00'): string =>
  `01 ${number(node)} ${number(to)} 00 00 ${number(nonce)} 01 ${delay} 00 00 ${TERMS} ${id} ${more}`;
const OUR_HELLO = hello(NODE, NONCE, '02');
const THEIR_HELLO = hello(THEIR_NODE, THEIR_NONCE, '00');

const AGREED = Uint32Array.of(THEIR_NODE, THEIR_NONCE, 1, 0, NODE, NONCE, 1, 2, LAYOUT, 2, 1, 60_000, 30, 0, 5000, 8);
const TOKEN = checksum(AGREED, 1);
const SEATS = `02  ${number(THEIR_NODE)} ${number(THEIR_NONCE)} 01 00  ${number(NODE)} ${number(NONCE)} 01 02`;
const PROPOSAL = hello(THEIR_NODE, THEIR_NONCE, '00', ID, 0, `${number(TOKEN)} ${SEATS}`);

interface Script {
  readonly match: Match<typeof FIELDS>;
  /** Sent since the last call: address and bytes. */
  sent(): string[];
  hear(bytes: Bytes, from?: PeerId): void;
}

function script(): Script {
  const sent: string[] = [];
  const randoms = [NODE, NONCE];
  let handler: (payload: Bytes, peer: PeerId) => void = () => undefined;
  const transport: Transport = {
    send: (payload, peer) => void sent.push(`${peer ?? 'all'}: ${hex(payload)}`),
    onMessage(given) {
      handler = given;
      return () => undefined;
    },
    close() {},
  };
  const match = createMatch({
    game: {
      id: 'g/1',
      fields: FIELDS,
      numPlayers: 2,
      init: ({ x }, seed) => void (x[1] = seed),
      simulate: ({ x }, inputs) => void (x[0] = x[0]! * 10 + inputs[0]! + inputs[1]! * 100),
    },
    transport,
    now: () => 1000,
    random: () => randoms.shift()!,
  });
  return { match, sent: () => sent.splice(0), hear: (bytes, from = 'them') => handler(bytes, from) };
}

/** Up to the first frame. */
function started(): Script {
  const all = script();
  all.match.advance(0);
  all.hear(packet(1, THEIR_HELLO));
  all.match.advance(0);
  all.hear(packet(1, PROPOSAL));
  all.match.advance(0);
  // From seat 0 to seat 1; packet 0; frame 0; it holds our frames to 1; 0 frames ahead, clock at 0, no stamp; of seat 0
  // from frame 0 on, 2 frames: no repeat, 5, then one repeat.
  all.hear(packet(2, '04 00  00 00  01  00 00 00 00 00  00 00 02  00 05 01', TOKEN));
  return all;
}

describe('packets written by hand', () => {
  it('HELLO', () => {
    const { match, sent } = script();
    match.advance(0);
    expect(sent()).toEqual([`all: ${hex(packet(1, OUR_HELLO))}`]);
    // Whoever changes the checksum changes the protocol, too.
    expect(hex(packet(1, '01 02 03 04 05 06 07 08 09 0a', 7))).toBe(GOLDEN);
  });

  it('HELLO that refuses', () => {
    const { match, sent, hear } = script();
    match.advance(0);
    sent();
    hear(packet(1, hello(0x4444_4444, 1, '00', '03 68 2f 31')), 'stranger');
    match.advance(0);
    expect(sent()).toEqual([`stranger: ${hex(packet(1, hello(NODE, NONCE, '02', ID, 0x4444_4444)))}`]);
    expect(match.state).toBe('connecting');
  });

  it('of a protocol to come: refused by its version, whatever else is in it', () => {
    const { match, hear } = script();
    const rejects: unknown[] = [];
    match.on('reject', (reject) => rejects.push(reject));
    hear(packet(1, '02 44 00 00 00 63 63 63'), 'future');
    match.advance(0);
    expect(rejects).toMatchObject([{ peer: 'future', reason: 'protocol' }]);
    expect(JSON.stringify(rejects)).toMatch(/1 .*2/);
  });

  it('HELLO that proposes a roster, and one that backs it', () => {
    const { match, sent, hear } = script();
    match.advance(0);
    hear(packet(1, THEIR_HELLO));
    match.advance(0);
    sent();
    hear(packet(1, PROPOSAL));
    match.advance(0);
    expect(sent()).toEqual([`them: ${hex(packet(1, hello(NODE, NONCE, '02', ID, 0, `${number(TOKEN)} 00`)))}`]);
  });

  it('PLAY', () => {
    const { match, sent, hear } = started();
    const starts: unknown[] = [];
    match.on('start', (start) => starts.push(start));
    sent();
    expect(match.advance(9)).toBe('advanced');
    const ticket = `${TOKEN.toString(36)}.${NODE.toString(36)}`;
    expect(starts).toEqual([{ localHandles: [1], peers: ['them'], seed: checksum(AGREED, 2), ticket }]);
    expect(match.session.stateAt(-1).x[1]).toBe(checksum(AGREED, 2) | 0);
    // Keeps time, as every eighth packet does: 0 frames ahead, our clock shows 0 ms since it was made, no stamp of
    // theirs yet. From seat 1 to seat 0; packet 0; frame 0; we hold theirs to 1. Of seat 1 from frame 2 on, 1 frame: no
    // repeat, 9, no repeat.
    expect(sent()).toEqual([`them: ${hex(packet(2, '01 00  00 00  01  00 00 00 00 00  01 03 01  00 09 00', TOKEN))}`]);
    expect(match.session.stateAt(0).x[0]).toBe(5);
    // Packet 1; frame 1; it holds ours to 2; from frame 2 on, 1 frame: 5 XOR 4 = 1.
    hear(packet(2, '04 01  01 00  01  00 01 01  00 01 00', TOKEN));
    expect(match.advance(8)).toBe('advanced');
    // No time; packet 1; frame 1; we hold theirs to 2: 1 − 2 = −1. Frame 2 is acknowledged, so from frame 3 on: 9 XOR 8
    // = 1.
    expect(sent()).toEqual([`them: ${hex(packet(2, '01 01  01 00  01  01 03 01  00 01 00', TOKEN))}`]);
    expect(match.session.inputAt(0, 1, new Uint32Array(1))).toBe(true);
  });

  it('PLAY with a pause, and BYE', () => {
    const { match, sent } = started();
    match.advance(9);
    sent();
    match.pause('hidden');
    expect(sent()[0]).toBe(`them: ${hex(packet(2 | 16 | 32, '01 01  01 00  00  01 01 01  00 09 00', TOKEN))}`);
    match.close();
    expect(sent()[0]).toBe(`them: ${hex(packet(3, '01 02  01 00  00  01 01 01  00 09 00', TOKEN))}`);
  });

  it('a PLAY that is cut, grown, of another token or for another seat changes nothing', () => {
    const { match, hear } = started();
    match.advance(9);
    const before = match.counters.droppedPackets;
    const body = '04 01  01 00  01  00 01 01  00 01 00';
    hear(packet(2, body, TOKEN).slice(0, -1));
    hear(Uint8Array.from([...packet(2, body, TOKEN), 0]));
    hear(packet(2, body, TOKEN ^ 1));
    hear(packet(2, '0c 01  01 00  01  00 01 01  00 01 00', TOKEN)); // to seat 3
    hear(packet(2, '06 01  01 00  01  00 01 01  00 01 00', TOKEN)); // from seat 2
    match.poll();
    expect(match.counters.droppedPackets - before).toBe(5);
    expect(match.session.confirmedFrameOf(0)).toBe(1);
    hear(packet(2, body, TOKEN));
    match.poll();
    expect(match.session.confirmedFrameOf(0)).toBe(2);
  });
});

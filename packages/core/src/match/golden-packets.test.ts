// A match talks to machines whose packets are written by hand here, from docs/wire-format.md alone, and what it answers
// is compared byte by byte. Numbers, seals and keys have a second implementation below: nothing of src/wire is used.
import { describe, expect, it } from 'vitest';
import { checksum, checksumWords } from '../base/checksum.js';
import { createMatch } from './match.js';
import type { Match } from './match-types.js';
import type { MatchOptions } from './options.js';
import type { Bytes, PeerId, Transport } from './transport.js';

const FIELDS = { x: { type: Int32Array, length: 2 } } as const;
type Fields = typeof FIELDS;

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
  for (let rest = value >>> 0; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return hex(bytes);
  }
};
const signed = (value: number): string => number(value < 0 ? -2 * value - 1 : 2 * value);
const short = (value: number): string => hex([value & 255, (value >> 8) & 255]);
const bytesOf = (words: Uint32Array): string => hex(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));

interface Key {
  readonly low: number;
  readonly high: number;
}
const keyBytes = ({ low, high }: Key): string => `${number(low)} ${number(high)}`;
const xor = (a: Key, b: Key): Key => ({ low: a.low ^ b.low, high: a.high ^ b.high });

/** HalfSipHash-2-4 over these words: the tag of 32 bits, or with `wide` 64 bits of output. `last` ends the message. */
function halfSipHash({ low, high }: Key, words: readonly number[], last: number, wide: boolean): Key {
  const turn = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
  let [a, b, c, d] = [low, high ^ (wide ? 0xee : 0), low ^ 0x6c796765, high ^ 0x74656462];
  const round = (): void => {
    a = (a + b) | 0;
    b = turn(b, 5) ^ a;
    a = turn(a, 16);
    c = (c + d) | 0;
    d = turn(d, 8) ^ c;
    a = (a + d) | 0;
    d = turn(d, 7) ^ a;
    c = (c + b) | 0;
    b = turn(b, 13) ^ c;
    c = turn(c, 16);
  };
  for (const word of [...words, last]) {
    d ^= word;
    round();
    round();
    a ^= word;
  }
  c ^= wide ? 0xee : 0xff;
  for (let i = 0; i < 4; i++) round();
  const first = b ^ d;
  b ^= 0xdd;
  for (let i = 0; i < 4; i++) round();
  return { low: first, high: b ^ d };
}
const derive = (key: Key, ...parts: readonly number[]): Key => halfSipHash(key, parts, parts.length << 26, true);

const wordsOf = (bytes: readonly number[], step: number): Uint32Array => {
  const padded = new Uint8Array(Math.ceil(bytes.length / step) * step);
  padded.set(bytes);
  return new Uint32Array(padded.buffer);
};
const withSeal = (seal: number, rest: readonly number[]): Bytes =>
  Uint8Array.of(seal, seal >> 8, seal >> 16, seal >> 24, ...rest);

function plain(type: number, body: string): Bytes {
  const rest = [type, ...parse(body)];
  const words = wordsOf(rest, 8);
  return withSeal(checksumWords(words, 0, words.length, 0, rest.length + 4), rest);
}
function sealed(key: Key, typeAndFlags: number, sequence: number, body: string): Bytes {
  const rest = [typeAndFlags, sequence & 255, (sequence >> 8) & 255, sequence >> 16, ...parse(body)];
  const words = wordsOf(rest, 4);
  const whole = rest.length >> 2;
  const last = (rest.length << 24) | (rest.length & 3 ? words[whole]! : 0);
  return withSeal(halfSipHash(key, [...words.subarray(0, whole)], last, false).low, rest);
}

const [HELLO, KEY, MEET, PLAY, BYE, RELAY, PULL, CHUNK, WATCH, CLAIM, ENTER] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const [PAUSED, HIDDEN, SUMMED, REPORTS] = [16, 32, 64, 128];

const NODE = 0x2222_2222;
const NONCE = 0x3333_3333;
/** What the match draws: node, nonce, a secret for halves of keys, and the secret of its ticket. */
const OWNER: Key = { low: 0x0bad_cafe, high: 0x1234_5678 };
const RANDOMS = [NODE, NONCE, 0x5555_5555, 0x6666_6666, OWNER.low, OWNER.high];
const TICK = 0x7469636b;

const LAYOUT = checksum(Uint16Array.from('x Int32Array 2;', (letter) => letter.charCodeAt(0)));
const ID = '03 67 2f 31'; // 'g/1'
/** 'i4*2 x' */
const SHAPE = '06 69 34 2a 32 20 78';

interface Entry {
  readonly node: number;
  readonly nonce: number;
  readonly delay: number;
}
const US: Entry = { node: NODE, nonce: NONCE, delay: 2 };

/** Another machine, with one player. Its node id is lower than ours where it should coordinate. */
class Peer {
  readonly name: PeerId;
  readonly entry: Entry;
  readonly half: Key;
  #key: Key | undefined;
  #sequence = 0;
  /** Sequence numbers of what it was sent. */
  heard = 0;

  constructor(name: PeerId, entry: Entry) {
    this.name = name;
    this.entry = entry;
    this.half = { low: entry.node ^ 0x0f0f_0f0f, high: entry.nonce };
  }

  join(half: Key): void {
    this.#key = xor(this.half, half);
  }

  get key(): Key {
    return this.#key!; // Asked for after join() alone.
  }

  seal(typeAndFlags: number, body: string): Bytes {
    return sealed(derive(this.key, this.entry.node), typeAndFlags, this.#sequence++, body);
  }

  /** What it expects of us next. */
  expected(typeAndFlags: number, body: string): string {
    return `${this.name}: ${hex(sealed(derive(this.key, NODE), typeAndFlags, this.heard++, body))}`;
  }

  carried(to: Key, typeAndFlags: number, sequence: number, body: string): Bytes {
    return sealed(derive(to, this.entry.node, 1), typeAndFlags, sequence, body);
  }
}

/** Of the script that was begun last. */
let termsNow: readonly number[] = [];

interface Script {
  readonly match: Match<Fields>;
  readonly players: number;
  readonly terms: readonly number[];
  sent(): string[];
  hear(bytes: Bytes, from?: PeerId): void;
  wait(ms: number): void;
}

function script(players = 2, options: Partial<MatchOptions<Fields>> = {}): Script {
  const sent: string[] = [];
  const randoms = [...RANDOMS];
  let now = 1000;
  let handler: (payload: Bytes, peer: PeerId) => void = () => undefined;
  const transport: Transport = {
    send: (payload, peer) => void sent.push(`${peer ?? 'all'}: ${hex(payload)}`),
    onMessage(given) {
      handler = given;
      return () => undefined;
    },
    close: () => undefined,
  };
  const match = createMatch({
    game: {
      id: 'g/1',
      fields: FIELDS,
      numPlayers: players,
      init: ({ x }, seed) => void (x[1] = seed),
      simulate: ({ x }, inputs) => void (x[0] = x[0]! * 10 + inputs.reduce((sum, input) => sum * 3 + input, 0)),
    },
    transport,
    now: () => now,
    random: () => randoms.shift()!,
    ...options,
  });
  const { desyncInterval = 30 } = options;
  const terms = [LAYOUT, players, 1, 60_000, desyncInterval, 0, 5000, 8];
  termsNow = terms;
  return {
    match,
    players,
    terms,
    sent: () => sent.splice(0),
    hear: (bytes, from = 'them') => handler(bytes, from),
    wait: (ms) => void (now += ms),
  };
}

interface HelloChange {
  readonly refuses?: number;
  readonly echo?: number;
  readonly flags?: number;
  readonly players?: number;
  readonly ticket?: readonly [number, number];
  readonly id?: string;
  readonly token?: number;
}
/** The limit of a transport that names none: 1,200 bytes less 9. */
function hello({ node, nonce }: Entry, terms: readonly number[], change: HelloChange = {}): string {
  const { refuses = 0, echo = 0, flags = 0, players = 1, ticket = [0, 0], id = ID, token = 0 } = change;
  const first = [2, node, refuses, flags, 0];
  const rest = [echo, nonce, players, 1191, ...ticket, token, ...terms];
  return `${[...first, ...rest].map(number).join(' ')} ${id} ${SHAPE}`;
}
const keyBody = (to: Entry, from: Entry, half: Key): string =>
  `02 ${number(to.node)} ${number(to.nonce)} ${number(from.node)} ${number(from.nonce)} ${keyBytes(half)}`;

interface MeetChange {
  readonly flags?: number;
  readonly players?: number;
  readonly verifier?: Key;
  readonly met?: readonly number[];
  readonly token?: number;
  readonly entries?: readonly Entry[];
  readonly seat?: number;
  readonly out?: number;
}
const entryBytes = ({ node, nonce, delay }: Entry): string => [node, nonce, 1, delay].map(number).join(' ');
function meet({ nonce, delay }: Entry, change: MeetChange = {}): string {
  const { flags = 0, players = 1, verifier = { low: 7, high: 8 }, met = [], token = 0, entries = [] } = change;
  const { seat = -1, out = 0 } = change;
  const digest = checksum(Uint32Array.from([...termsNow, 0x67, 0x2f, 0x31]), 3); // 'g/1'
  const head = `${number(flags)} 00 ${number(nonce)} ${number(players)} ${number(delay)} ${number(1191)} ${number(digest)} ${keyBytes(verifier)}`;
  const list = [number(met.length), ...met.map(number), number(token), number(entries.length)];
  return `${head} ${[...list, ...entries.map(entryBytes), number(seat + 1), number(out)].join(' ')}`;
}
const agreedWords = (entries: readonly Entry[], terms: readonly number[]): Uint32Array =>
  Uint32Array.from([...entries.flatMap(({ node, nonce, delay }) => [node, nonce, 1, delay]), ...terms]);

const ourVerifier = (other: number): Key => derive(OWNER, other, TICK);

/** Reads our half out of the KEY that was sent last, by the page. */
function halfIn(packet: string): Key {
  const bytes = parse(packet.split(': ')[1]!);
  let at = 5;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (let i = 0; i < 5; i++) next();
  return { low: next(), high: next() };
}

/** Both say hello and exchange halves. Returns what the match sent for their KEY. */
function exchange(all: Script, peer: Peer, change: HelloChange = {}): string[] {
  const { match, hear, sent, terms } = all;
  hear(plain(HELLO!, hello(peer.entry, terms, change)), peer.name);
  match.poll();
  const answer = sent().find((each) => each.startsWith(`${peer.name}: `) && each.includes(' 02 02 '))!;
  peer.join(halfIn(answer));
  hear(plain(KEY!, keyBody(US, peer.entry, peer.half)), peer.name);
  match.poll();
  return sent();
}

const THEM: Entry = { node: 0x1111_1110, nonce: 0x0102_0304, delay: 0 };

interface Started extends Script {
  readonly them: Peer;
  readonly token: number;
  readonly entries: readonly Entry[];
}

/** Up to the first frame: they coordinate and sit in seat 0, and their first packet holds frames 0 and 1. */
function started(options: Partial<MatchOptions<Fields>> = {}): Started {
  const all = script(2, options);
  const them = new Peer('them', THEM);
  const entries = [THEM, US];
  const words = agreedWords(entries, all.terms);
  const token = checksum(words, 1);
  all.match.advance();
  exchange(all, them);
  all.hear(them.seal(MEET!, meet(THEM, { met: [NODE], token, entries })));
  all.match.advance();
  all.sent();
  them.heard = 2;
  all.hear(them.seal(PLAY!, `${short(0)} ${signed(-1)}  00 00 02 00 05 01`));
  return { ...all, them, token, entries };
}

describe('meeting', () => {
  it('HELLO, to everyone', () => {
    const { match, sent, terms } = script();
    match.advance();
    expect(sent()).toEqual([`all: ${hex(plain(HELLO!, hello(US, terms)))}`]);
  });

  it('HELLO that refuses', () => {
    const { match, sent, hear, terms } = script();
    match.advance();
    sent();
    const other = { node: 0x4444_4444, nonce: 9, delay: 0 };
    hear(plain(HELLO!, hello(other, terms, { id: '03 68 2f 31' })), 'stranger');
    match.advance();
    const refusal = hello(US, terms, { refuses: other.node, echo: other.nonce });
    // And half a key: what is not said under the seal of a link ends nobody's joining.
    const [told, key] = sent();
    expect(told).toBe(`stranger: ${hex(plain(HELLO!, refusal))}`);
    const half = keyBody({ node: other.node, nonce: other.nonce, delay: 0 }, US, halfIn(key!));
    expect(key).toBe(`stranger: ${hex(plain(KEY!, half))}`);
  });

  it('a HELLO of another version is refused by its first five fields, whatever else is in it', () => {
    const { match, hear } = script();
    const rejects: unknown[] = [];
    match.on('reject', (reject) => rejects.push(reject));
    hear(plain(HELLO!, '03 44 00 00 00 63 63 63'), 'future');
    match.advance();
    expect(rejects).toMatchObject([
      { peer: 'future', reason: 'protocol', detail: 'protocol version: 2 here, 3 there' },
    ]);
  });

  it('KEY: a half for a hello, and the same half again for the half that comes', () => {
    const all = script();
    const them = new Peer('them', THEM);
    all.match.advance();
    all.sent();
    all.hear(plain(HELLO!, hello(THEM, all.terms)));
    all.match.advance();
    const [key, ...more] = all.sent();
    expect(more).toEqual([]);
    const half = halfIn(key!);
    expect(key).toBe(`them: ${hex(plain(KEY!, keyBody(THEM, US, half)))}`);
    them.join(half);
    all.hear(plain(KEY!, keyBody(US, THEM, them.half)));
    all.match.advance();
    const first = them.expected(MEET!, meet(US, { verifier: ourVerifier(THEM.node) }));
    expect(all.sent()).toEqual([key, first]);
  });

  it('MEET that proposes a roster, and one that backs it', () => {
    const all = script();
    const them = new Peer('them', THEM);
    all.match.advance();
    exchange(all, them);
    const entries = [THEM, US];
    const token = checksum(agreedWords(entries, all.terms), 1);
    all.hear(them.seal(MEET!, meet(THEM, { met: [NODE], token, entries })));
    all.match.advance();
    them.heard = 1;
    const backing = meet(US, { verifier: ourVerifier(THEM.node), met: [THEM.node], token });
    expect(all.sent()).toEqual([them.expected(MEET!, backing)]);
    expect(all.match.present).toEqual([{ peer: 'them', players: 1 }]);
  });

  it('CLAIM: the proof for a ticket, after each MEET', () => {
    const secret: Key = { low: 0x0101_0101, high: 0x7070_7070 };
    const token = 0x1357_9bdf;
    const node = 0x0246_8ace;
    const ticket = [token, node, secret.low, secret.high].map((part) => part.toString(36)).join('.');
    const all = script(2, { ticket });
    const them = new Peer('them', THEM);
    all.match.advance();
    expect(all.sent()).toEqual([`all: ${hex(plain(HELLO!, hello(US, all.terms, { ticket: [token, node] })))}`]);
    const answers = exchange(all, them);
    const verifier = derive(secret, THEM.node, TICK);
    const proof = derive(verifier, them.key.low, them.key.high);
    const first = them.expected(MEET!, meet(US, { verifier }));
    expect(answers.slice(1)).toEqual([first, them.expected(CLAIM!, `${number(node)} ${keyBytes(proof)}`)]);
  });
});

describe('playing', () => {
  it('PLAY', () => {
    const { match, sent, hear, them, token, terms, entries } = started();
    const starts: unknown[] = [];
    match.on('start', (start) => starts.push(start));
    expect(match.advance(9)).toBe('advanced');
    const seed = checksum(agreedWords(entries, terms), 2);
    const ticket = [token, NODE, OWNER.low, OWNER.high].map((part) => (part >>> 0).toString(36)).join('.');
    expect(starts).toEqual([{ localHandles: [1], peers: ['them'], seed, ticket }]);
    expect(match.session.stateAt(-1).x[1]).toBe(seed | 0);
    // Frame 0; we hold theirs to 1; of seat 1 from frame 2 on, 1 frame: no repeat, 9, no repeat.
    expect(sent()).toEqual([them.expected(PLAY!, `${short(0)} ${signed(-1)}  01 ${signed(-2)} 01 00 09 00`)]);
    // Frame 1; it holds ours to 2; of seat 0 from frame 2 on, 1 frame: 5 XOR 4 = 1.
    hear(them.seal(PLAY!, `${short(1)} ${signed(-1)}  00 ${signed(-1)} 01 00 01 00`));
    expect(match.advance(8)).toBe('advanced');
    // We hold theirs to 2. Frame 2 is acknowledged, so from frame 3 on: 9 XOR 8 = 1.
    expect(sent()).toEqual([them.expected(PLAY!, `${short(1)} ${signed(-1)}  01 ${signed(-2)} 01 00 01 00`)]);
    const input = new Uint32Array(1);
    expect([match.session.inputAt(0, 1, input), input[0]]).toEqual([true, 5]);
    expect(match.advance(8)).toBe('advanced');
    expect([match.session.inputAt(0, 2, input), input[0]]).toEqual([true, 4]);
  });

  it('PLAY that keeps time: every eighth sequence number', () => {
    const { match, sent, hear, them, wait } = started();
    // Their packets 2 … 7 say nothing new. Packet 8 keeps time: half a frame ahead, its clock at 500, our stamp 0.
    for (let i = 2; i < 8; i++) hear(them.seal(PLAY!, `${short(0)} ${signed(-1)}`));
    wait(100);
    match.advance(9);
    hear(them.seal(PLAY!, `${short(0)} ${signed(-1)}  ${signed(4)} ${short(500)} ${short(0)}`));
    wait(40);
    for (let frame = 1; frame <= 5; frame++) match.advance(9);
    sent();
    them.heard = 8;
    match.advance(9);
    const [packet] = sent();
    // Packet 8, frame 6. Our lead, as we measure it, is not for this page to say: its bytes are taken over.
    const bytes = parse(packet!.split(': ')[1]!);
    const lead = bytes[11]!;
    expect(lead).toBeLessThan(128);
    const times = `${hex([lead])} ${short(140)} ${short(540)}`;
    const body = `${short(6)} ${signed(6 - 1)}  ${times}  01 ${signed(6 - 2)} 07 00 09 06`;
    expect(packet).toBe(them.expected(PLAY!, body));
  });

  it('PLAY with a checksum: of the state after a frame, seeded with the token', () => {
    const { match, sent, hear, them, token } = started({ desyncInterval: 1 });
    match.advance(9);
    match.advance(9);
    match.advance(9);
    them.heard = 4;
    const sum = checksum(Int32Array.from(match.session.stateAt(1).x), token);
    const section = `01 ${signed(2 - 2)} 03 00 09 02`;
    const told = `${signed(2 - 1)} ${signed(sum | 0)}`;
    expect(sent().pop()).toBe(them.expected(PLAY! | SUMMED!, `${short(2)} ${signed(2 - 1)}  ${told}  ${section}`));
    const desyncs: unknown[] = [];
    match.on('desync', (desync) => desyncs.push(desync));
    hear(them.seal(PLAY! | SUMMED!, `${short(2)} ${signed(2 - 4)}  ${signed(1)} ${signed((sum + 1) | 0)}`));
    match.advance(9);
    // Packet 5 is that frame's, and packet 6 asks for the state: evidence, frame 1, from piece 0 on, 16 pieces.
    const question = `01 ${signed(1)} 00  00 00 00 00  10  ${number(sum)}`;
    them.heard = 5;
    expect(sent()[0]).toBe(them.expected(PULL!, question));
    const theirs = Uint32Array.of(match.session.stateAt(1).x[0]! + 5, match.session.stateAt(1).x[1]! >>> 0);
    hear(them.seal(CHUNK!, `01 ${signed(1)} ${number(1024)} 00  ${bytesOf(theirs)}`));
    match.advance(9);
    const local = match.session.stateAt(1).x[0]!;
    expect(desyncs).toMatchObject([
      { frame: 1, odd: 'unknown', diff: { field: 'x', index: 0, local, remote: local + 5 } },
    ]);
  });

  it('a question for evidence is answered with the state', () => {
    const { match, sent, hear, them } = started({ desyncInterval: 1 });
    for (let i = 0; i < 3; i++) match.advance(9);
    sent();
    const state = Uint32Array.from(match.session.stateAt(1).x);
    hear(them.seal(PULL!, `01 ${signed(1)} 00  00 00 00 00  10  ${number(1)}`));
    match.advance(9);
    them.heard = 5;
    expect(sent()[0]).toBe(them.expected(CHUNK!, `01 ${signed(1)} ${number(1024)} 00  ${bytesOf(state)}`));
  });

  it('PLAY with a pause, and BYE', () => {
    const { match, sent, them } = started();
    match.advance(9);
    sent();
    them.heard = 3;
    const body = `${short(1)} ${signed(0)}  01 ${signed(-1)} 01 00 09 00`;
    match.pause('hidden');
    expect(sent()).toEqual([them.expected(PLAY! | PAUSED! | HIDDEN!, body)]);
    match.close();
    expect(sent()[0]).toBe(them.expected(BYE!, body));
  });

  it('PLAY with the membership, and ENTER for one that comes back', () => {
    const { match, sent, hear, them, wait, token, entries, terms } = started({ rejoinGraceMs: 60_000 });
    match.advance(9);
    sent();
    them.heard = 3;
    wait(400);
    match.advance(9);
    // No change yet; nobody out, nobody accused; seat 0 is not heard, nobody closed.
    const section = `01 ${signed(1 - 2)} 02 00 09 01`;
    expect(sent()).toEqual([them.expected(PLAY! | REPORTS!, `00 00 01  ${short(1)} ${signed(0)}  ${section}`)]);
    hear(them.seal(BYE!, `${short(0)} ${signed(-1)}`));
    match.advance(9);
    match.advance(9);
    const back = new Peer('them', { node: 0x0700_0007, nonce: 77, delay: 0 });
    sent();
    exchange({ ...{ match, sent, hear, wait, terms }, players: 2 }, back, { ticket: [token, THEM.node] });
    hear(back.seal(MEET!, meet(back.entry)), 'them');
    // The verifier that they gave us before was 7, 8.
    const proof = derive({ low: 7, high: 8 }, back.key.low, back.key.high);
    hear(back.seal(CLAIM!, `${number(THEM.node)} ${keyBytes(proof)}`), 'them');
    match.poll();
    const verifier = ourVerifier(THEM.node);
    const invitation = meet(US, { flags: 2, verifier, token, entries, seat: 1, out: 1 });
    expect(sent()).toContain(back.expected(MEET!, invitation));
    hear(back.seal(PULL!, `03 ${signed(match.session.frame())} 00  00 00 00 00  00 00`), 'them');
    const joins: { frame: number }[] = [];
    match.on('join', (join) => joins.push(join));
    match.poll();
    wait(100);
    match.advance(9);
    expect(joins).toMatchObject([{ peer: 'them', handles: [0], role: 'player', rejoined: true }]);
    // From that frame on; two changes of the membership; nobody is out.
    const packets = sent();
    const enters = packets.filter((packet) => parse(packet.split(': ')[1]!)[4] === ENTER);
    back.heard = parse(enters[0]!.split(': ')[1]!)[5]!;
    expect(enters[0]).toBe(back.expected(ENTER!, `${number(joins[0]!.frame)} 02 00`));
  });

  it('a PLAY that is cut, grown, under another key or sent twice changes nothing', () => {
    const { match, hear, them } = started();
    match.advance(9);
    const before = match.counters.droppedPackets;
    const body = `${short(1)} ${signed(-1)}  00 ${signed(-1)} 01 00 01 00`;
    const good = them.seal(PLAY!, body);
    hear(good.slice(0, -1));
    hear(Uint8Array.from([...good, 0]));
    hear(sealed(derive(them.key, NODE), PLAY!, 3, body)); // The key of our own direction.
    hear(sealed(them.key, PLAY!, 4, body));
    hear(good);
    hear(good);
    match.poll();
    expect(match.counters.droppedPackets - before).toBe(5);
    expect(match.session.confirmedFrameOf(0)).toBe(2);
  });
});

describe('RELAY', () => {
  const SECOND: Entry = { node: 0x7777_0001, nonce: 0x0505, delay: 0 };

  /** Three machines: they in seat 0, we in seat 1, the third in seat 2. */
  function three() {
    const all = script(3);
    const them = new Peer('them', THEM);
    const third = new Peer('third', SECOND);
    const entries = [THEM, US, SECOND];
    const token = checksum(agreedWords(entries, all.terms), 1);
    all.match.advance();
    exchange(all, them);
    exchange(all, third);
    all.hear(third.seal(MEET!, meet(SECOND, { met: [NODE, THEM.node], token })), 'third');
    // A roster is backed only when everyone in it is known.
    all.match.advance();
    all.hear(them.seal(MEET!, meet(THEM, { met: [NODE, SECOND.node], token, entries })));
    all.match.advance();
    all.hear(third.seal(PLAY!, `${short(0)} ${signed(1)} ${signed(-1)}`), 'third');
    all.hear(them.seal(PLAY!, `${short(0)} ${signed(-1)} ${signed(1)}`));
    expect(all.match.advance(9)).toBe('advanced');
    all.sent();
    return { ...all, them, third };
  }
  const last = (packets: readonly string[], to: PeerId): string => packets.filter((each) => each.startsWith(to)).pop()!;

  it('for us: the packet inside counts as its origin’s', () => {
    const { match, hear, them, third } = three();
    const inner = third.carried(third.key, PLAY!, 9, `${short(0)} ${signed(1)} ${signed(-1)}  02 00 01 00 06 00`);
    hear(them.seal(RELAY!, `${hex([2 | (1 << 2)])} ${hex(inner)}`));
    match.poll();
    expect(match.session.confirmedFrameOf(2)).toBe(0);
    // The same packet under the key of packets that come by themselves is not taken.
    const direct = sealed(
      derive(third.key, SECOND.node),
      PLAY!,
      10,
      `${short(0)} ${signed(1)} ${signed(-1)}  02 01 01 01`,
    );
    hear(them.seal(RELAY!, `${hex([2 | (1 << 2)])} ${hex(direct)}`));
    const before = match.counters.droppedPackets;
    match.poll();
    expect([match.counters.droppedPackets - before, match.session.confirmedFrameOf(2)]).toEqual([1, 0]);
  });

  it('for another seat: it goes on under the key of our link to that seat', () => {
    const { match, hear, sent, them, third } = three();
    hear(them.seal(RELAY!, '08  01 02 03 04 05 06 07 08 09'));
    match.poll();
    const forwarded = last(sent(), 'third');
    third.heard = parse(forwarded.split(': ')[1]!)[5]!;
    expect(forwarded).toBe(third.expected(RELAY!, '08  01 02 03 04 05 06 07 08 09'));
  });

  it('of our own: what the third cannot be heard with goes through them as well', () => {
    const { match, hear, sent, wait, them, third } = three();
    wait(400);
    hear(them.seal(PLAY!, `${short(0)} ${signed(-1)} ${signed(1)}`));
    match.advance(9);
    const packets = sent();
    const direct = parse(last(packets, 'third').split(': ')[1]!);
    const body = hex(direct.slice(8));
    const inner = sealed(derive(third.key, NODE, 1), direct[4]!, direct[5]!, body);
    const relays = packets.filter((each) => parse(each.split(': ')[1]!)[4] === RELAY);
    them.heard = parse(relays[0]!.split(': ')[1]!)[5]!;
    expect(relays).toEqual([them.expected(RELAY!, `${hex([1 | (2 << 2)])} ${hex(inner)}`)]);
  });
});

describe('watching', () => {
  const VISITOR: Entry = { node: 0x0900_0009, nonce: 0x99, delay: 2 };

  it('PULL, CHUNK and WATCH of one that is watched', () => {
    const all = started();
    const { match, sent, hear, them, token, entries } = all;
    match.advance(9);
    hear(them.seal(PLAY!, `${short(1)} ${signed(1 - 2)}  00 ${signed(1 - 2)} 02 00 01 01`));
    match.advance(9);
    hear(them.seal(PLAY!, `${short(2)} ${signed(2 - 3)}  00 ${signed(2 - 4)} 01 01`));
    match.advance(9);
    const visitor = new Peer('visitor', VISITOR);
    exchange(all, visitor, { players: 0 });
    hear(visitor.seal(MEET!, meet(VISITOR, { players: 0 })), 'visitor');
    match.poll();
    const invitation = meet(US, { flags: 2, verifier: ourVerifier(VISITOR.node), token, entries, seat: 1 });
    expect(sent()).toContain(visitor.expected(MEET!, invitation));
    hear(visitor.seal(PULL!, `00 ${signed(-1)} 00  00 00 00 00  10 00`), 'visitor');
    match.poll();
    match.poll();
    // Both hold all to frame 2: view 0, nobody out, the inputs of frame 2, the state after it.
    const snapshot = Uint32Array.of(0, 0, 4, 9, ...match.session.stateAt(2).x);
    const chunk = `00 ${signed(2)} ${number(1024)} 00  ${bytesOf(snapshot)}`;
    expect(sent()).toContain(visitor.expected(CHUNK!, chunk));
    hear(visitor.seal(PULL!, `02 ${signed(1)} 00  00 00 00 00  00 00`), 'visitor');
    match.poll();
    // View 0; nobody out, pausing, hidden, awaited; certain to 2; nobody ever came back; no frame checked; then of each
    // seat from frame 2 on, 1 frame: 5 XOR 4 = 1, and 0 XOR 9.
    const header = `00 00 00 ${number(3)}  00 00  00`;
    const sections = '00 00 01 00 01 00  01 00 01 00 09 00';
    expect(sent().find((each) => each.startsWith('visitor'))).toBe(visitor.expected(WATCH!, `${header}  ${sections}`));
  });

  it('PULL of one that watches, which reads CHUNK and WATCH', () => {
    const all = script(2, { role: 'spectator' });
    const { match, sent, hear, wait, terms } = all;
    const other: Entry = { node: 0x0800_0008, nonce: 0x88, delay: 1 };
    const [them, they] = [new Peer('them', THEM), new Peer('they', other)];
    const entries = [THEM, other];
    const token = checksum(agreedWords(entries, terms), 1);
    match.advance();
    for (const [seat, peer] of [them, they].entries()) {
      exchange(all, peer);
      const report = meet(peer.entry, { flags: 2, token, entries, seat });
      hear(peer.seal(MEET!, report), peer.name);
    }
    match.poll();
    expect(match.state).toBe('syncing');
    wait(200);
    sent();
    match.poll();
    const ask = sent().find((each) => each.startsWith('them') && parse(each.split(': ')[1]!)[4] === PULL)!;
    them.heard = parse(ask.split(': ')[1]!)[5]!;
    expect(ask).toBe(them.expected(PULL!, `00 ${signed(-1)} 00  00 00 00 00  10 00`));
    hear(them.seal(CHUNK!, `00 ${signed(9)} ${number(1024)} 00  ${bytesOf(Uint32Array.of(0, 0, 4, 9, 700, 800))}`));
    match.poll();
    // The other machine has not said yet how far the match is; it has 300 ms.
    expect(match.state).toBe('syncing');
    wait(301);
    match.poll();
    expect([match.session.frame(), ...match.session.fields.x]).toEqual([10, 700, 800]);
    // Certain to 10; of each seat from frame 10 on, 1 frame: 4 XOR 5, 9 XOR 8. Seat 0 pauses.
    const sections = '00 00 01 00 01 00  01 00 01 00 01 00';
    hear(them.seal(WATCH!, `00 10 00 ${number(11)}  00 00  00  ${sections}`));
    const pauses: unknown[] = [];
    match.on('pause', (pause) => pauses.push(pause));
    expect(match.advance()).toBe('advanced');
    expect(pauses).toEqual([{ by: 'them', reason: 'user' }]);
    expect(match.session.stateAt(10).x[0]).toBe(700 * 10 + 5 * 3 + 8);
  });
});

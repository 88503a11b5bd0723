import { describe, expect, it } from 'vitest';
import { CHUNK, PULL, SNAPSHOT } from '../wire/messages.js';
import { nextPacket } from './link/next-packet.js';
import { getQuestion, StateDownload, StateGiver, type Question } from './state-transfer.js';
import { createToyContext, createToyLink, type ToyLink } from './toy-match.js';
import { createPacketReader } from '../wire/packet.js';

const SIZE = 100_000;
const state = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8)) & 255);

interface Piece {
  readonly frame: number;
  readonly pieceBytes: number;
  readonly index: number;
  readonly bytes: Uint8Array;
}

function bodyOf(packet: Uint8Array) {
  const reader = createPacketReader(packet);
  reader.at = 8;
  reader.end = packet.length;
  return reader;
}

/** A giver of `bytes`, asked by hand. Returns the pieces of one turn. */
function giver() {
  const toy = createToyContext();
  const made = new StateGiver(toy.context);
  const { link } = createToyLink(toy, 5);
  return {
    ask: (question: Question, frame: number, bytes = state) => made.give(link, question, frame, bytes),
    forget: () => made.forget(link),
    turn(): Piece[] {
      made.serve();
      return toy.sent.splice(0).map(({ bytes: packet }) => {
        const reader = bodyOf(packet);
        expect([packet[4], reader.get()]).toEqual([CHUNK, SNAPSHOT]);
        const frame = reader.getSigned();
        const [pieceBytes, index] = [reader.get(), reader.get()];
        return { frame, pieceBytes, index, bytes: packet.slice(reader.at) };
      });
    },
  };
}

/** A download from one that is played by hand. */
function download(wanted?: number) {
  const toy = createToyContext();
  const server = createToyLink(toy, 5);
  const made = new StateDownload(toy.context, SNAPSHOT, SIZE, wanted);
  const hear = (piece: Piece): boolean => {
    hand(server, piece);
    return nextPacket(server.link) && (server.link.queue.reader.get(), made.take(server.link));
  };
  const asked = (): Question | undefined => {
    made.ask(server.link);
    const packet = toy.sent.splice(0).pop()?.bytes;
    expect(packet?.[4] ?? PULL).toBe(PULL);
    return packet && getQuestion(bodyOf(packet));
  };
  return { ...toy, made, hear, asked };
}
const hand = (server: ToyLink, { frame, pieceBytes, index, bytes }: Piece): void =>
  void server.say(CHUNK, (out) => {
    out.put(SNAPSHOT);
    out.putSigned(frame);
    out.put(pieceBytes);
    out.put(index);
    out.putBytes(bytes);
  });

/** Asks and answers until the state is whole. `fate` says for each piece: it comes, is lost, or comes last of its turn. */
function transfer(fate: (n: number) => 'comes' | 'lost' | 'late'): { turns: number; bytes: Uint8Array } {
  const { made, hear, asked, wait } = download();
  const from = giver();
  let sent = 0;
  for (let turns = 1; turns < 3000; turns++) {
    const question = asked();
    if (question) from.ask(question, 70);
    const pieces = from.turn().map((piece) => ({ piece, fate: fate(sent++) }));
    const coming = pieces.filter((each) => each.fate === 'comes');
    const late = pieces.filter((each) => each.fate === 'late').reverse();
    for (const { piece } of [...coming, ...late]) if (hear(piece)) return { turns, bytes: made.bytes };
    wait(20);
  }
  throw new Error('never whole');
}

describe('a state', () => {
  it('arrives in order', () => expect(transfer(() => 'comes').bytes).toEqual(state));

  it('arrives in any order', () => expect(transfer((n) => (n % 3 ? 'late' : 'comes')).bytes).toEqual(state));

  it('arrives over a line that loses a tenth, or a half', () => {
    const tenth = transfer((n) => ((n * 7) % 10 ? 'comes' : 'lost'));
    const half = transfer((n) => ((n * 7919) % 16 < 8 ? 'comes' : 'lost'));
    expect([tenth.bytes, half.bytes]).toEqual([state, state]);
  });

  it('is not sent again but for what was lost', () => {
    let pieces = 0;
    transfer((n) => {
      pieces++;
      return n === 3 ? 'lost' : 'comes';
    });
    expect(pieces).toBe(Math.ceil(SIZE / 1024) + 1);
  });
});

describe('a giver', () => {
  const everything: Question = { kind: SNAPSHOT, frame: -1, first: 0, there: [0, 0, 0, 0], wanted: 4000, checksum: 0 };

  it('sends twelve pieces a turn and 128 a question, however many are wanted', () => {
    const from = giver();
    from.ask(everything, 70, new Uint8Array(300_000));
    const turns = Array.from({ length: 14 }, () => from.turn().length);
    expect(turns).toEqual([...new Array<number>(10).fill(12), 8, 0, 0, 0]);
  });

  it('leaves out what is there, unless it is of another frame', () => {
    const from = giver();
    from.ask({ ...everything, frame: 70, first: 2, there: [0b101, 0, 0, 0], wanted: 4 }, 70);
    expect(from.turn().map(({ index }) => index)).toEqual([2, 4, 6, 7]);
    from.ask({ ...everything, frame: 69, first: 2, there: [0b101, 0, 0, 0], wanted: 4 }, 70);
    expect(from.turn().map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  it('sends nothing more to one that is forgotten', () => {
    const from = giver();
    from.ask(everything, 70);
    from.forget();
    expect(from.turn()).toEqual([]);
  });
});

describe('a download', () => {
  const piece = (change: Partial<Piece> = {}): Piece => ({
    ...{ frame: 70, pieceBytes: 1024, index: 0, bytes: state.slice(0, 1024) },
    ...change,
  });

  it('takes no piece of a length, a place or a frame that cannot be', () => {
    const { made, hear } = download();
    for (const bad of [
      piece({ pieceBytes: 63, bytes: state.slice(0, 63) }),
      piece({ pieceBytes: 1025, bytes: state.slice(0, 1025) }),
      piece({ frame: -1 }),
    ]) {
      hear(bad);
      expect([made.frame, made.received]).toEqual([-1, 0]);
    }
    for (const bad of [
      piece({ index: 98 }),
      piece({ index: 0x7fff_ffff }),
      piece({ bytes: state.slice(0, 1000) }),
      piece({ pieceBytes: 512, bytes: state.slice(0, 512) }),
    ]) {
      hear(bad);
      expect(made.received).toBe(0);
    }
    hear(piece());
    hear(piece());
    expect(made.received).toBe(1024);
  });

  it('takes none of another frame than the one that it wants', () => {
    const { made, hear } = download(71);
    hear(piece());
    expect(made.received).toBe(0);
    hear(piece({ frame: 71 }));
    expect(made.received).toBe(1024);
  });

  it('begins anew for a newer state, four times', () => {
    const { made, hear } = download();
    for (let frame = 70; frame < 75; frame++) {
      hear(piece({ frame }));
      hear(piece({ frame: frame - 1 }));
      expect([made.frame, made.received, made.isHopeless]).toEqual([frame, 1024, false]);
    }
    hear(piece({ frame: 75 }));
    hear(piece({ frame: 76 }));
    expect([made.frame, made.isHopeless]).toEqual([75, true]);
  });

  it('asks for more while all comes, and for less after a loss', () => {
    const { hear, asked, wait } = download();
    expect(asked()).toMatchObject({ frame: -1, first: 0, wanted: 16 });
    expect(asked()).toBeUndefined();
    hear(piece());
    for (let index = 1; index < 16; index++) hear(piece({ index, bytes: state.slice(0, 1024) }));
    expect(asked()).toMatchObject({ frame: 70, first: 16, wanted: 32 });
    for (const index of [17, 19]) hear(piece({ index, bytes: state.slice(0, 1024) }));
    expect(asked()).toBeUndefined();
    wait(100);
    expect(asked()).toMatchObject({ first: 16, there: [0b101, 0, 0, 0], wanted: 16 });
  });
});

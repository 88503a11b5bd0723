import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { CHUNK, PULL } from '../wire/messages.js';
import type { PacketReader } from '../wire/packet.js';
import type { MatchContext } from './context.js';
import type { Link } from './link/link.js';

/** Bytes of a state in one CHUNK: with the headers of SCTP and DTLS it stays in one datagram. */
const CHUNK_BYTES = 1024;
/** Bytes of a CHUNK before its piece of the state, at the most. */
const CHUNK_HEADER = 28;
/** No transport is so narrow that pieces must be smaller. It bounds how many pieces a giver can make of a state. */
const CHUNK_BYTES_MIN = 64;
/** Pieces asked for at a time: at first, and at the most. They grow while most of them arrive, and shrink otherwise. */
const BURST_MIN = 16;
const BURST_MAX = 128;
/** The next question goes out once all pieces have come, or once none has come for this long, or for two round trips. */
const ASK_MS = 100;
/** How often a state may begin anew because the giver has a newer one. */
const RESTARTS_MAX = 4;
/** Pieces that one asker is sent in a turn: 720 KB a second at 60 Hz. */
const PIECES_A_TURN = 12;

/** Which pieces after the first one missing are there: a bit for each of BURST_MAX, in words of 32. */
const NOTHING_THERE: readonly number[] = [0, 0, 0, 0];

/** What a question says that is not about pieces. */
export const NO_PIECES = { there: NOTHING_THERE, wanted: 0, checksum: 0 };

/** What a PULL says. */
export interface Question {
  readonly kind: number;
  /** The state asked for, or the last frame held. */
  readonly frame: Frame;
  /** The first piece missing, which of the next ones are there, and how many are wanted. */
  readonly first: number;
  readonly there: readonly number[];
  readonly wanted: number;
  /** Of evidence: the asker's checksum. */
  readonly checksum: number;
}

export function putQuestion<F extends FieldSpecs>({ outbox }: MatchContext<F>, link: Link, question: Question): void {
  const { out } = outbox;
  const { kind, frame, first, there, wanted, checksum } = question;
  outbox.startSealed(link, PULL);
  out.put(kind);
  out.putSigned(frame);
  for (const value of [first, ...there, wanted, checksum]) out.put(value);
  outbox.sendSealed(link);
}

/** Undefined for one that is malformed. */
export function getQuestion(reader: PacketReader): Question | undefined {
  const { get } = reader;
  const question = {
    kind: get(),
    frame: reader.getSigned(),
    first: get(),
    there: NOTHING_THERE.map(get),
    wanted: get(),
    checksum: get() | 0,
  };
  return reader.isRead() ? question : undefined;
}

/** A state that another machine gives us, piece by piece, in any order. */
export class StateDownload<F extends FieldSpecs> {
  frame: Frame = NULL_FRAME;
  readonly #wanted: Frame | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  #pieces: Uint8Array = new Uint8Array();
  #pieceBytes = 0;
  #missing = 0;
  #restarts = 0;
  #burst = BURST_MIN;
  /** When the last question was asked, or a piece came after it. */
  #movedAt = -Infinity;
  /** Pieces of the last question that have not come. */
  #outstanding = 0;

  readonly #context: MatchContext<F>;
  readonly #kind: number;

  /**
   * `size`: what the whole must have, in bytes: a giver cannot make us allocate more. `wanted`: the frame that it must
   * be of; without one, whichever is newest.
   */
  constructor(context: MatchContext<F>, kind: number, size: number, wanted?: Frame) {
    this.#wanted = wanted;
    this.#context = context;
    this.#kind = kind;

    this.bytes = new Uint8Array(size);
  }

  /** Bytes that are there. */
  get received(): number {
    return Math.min(this.bytes.length, (this.#pieces.length - this.#missing) * this.#pieceBytes);
  }

  /** True if the giver began anew too often: it is to be asked no more. */
  get isHopeless(): boolean {
    return this.#restarts > RESTARTS_MAX;
  }

  /** Asks for what is missing, unless the answer to the last question can still come. */
  ask(link: Link, checksum = 0): void {
    const now = this.#context.clock.time();
    const isAnswered = this.#outstanding === 0 && this.frame !== NULL_FRAME;
    if (!isAnswered && now - this.#movedAt < Math.max(ASK_MS, 2 * link.stats.rttMs())) return;
    // A link that loses a tenth of its packets is no slower than another: only one that loses half is asked for less.
    const isKeepingUp = this.frame !== NULL_FRAME && this.#outstanding < this.#burst / 2;
    this.#burst = isKeepingUp ? Math.min(2 * this.#burst, BURST_MAX) : Math.max(this.#burst / 2, BURST_MIN);
    this.#movedAt = now;
    this.#outstanding = Math.min(this.#burst, this.#missing || 1);
    const first = Math.max(this.#pieces.indexOf(0), 0);
    const there = NOTHING_THERE.map((_, word) => this.#mask(first + 1 + word * 32));
    putQuestion(this.#context, link, {
      kind: this.#kind,
      frame: this.#wanted ?? this.frame,
      first,
      there,
      wanted: this.#burst,
      checksum,
    });
  }

  /** Reads a CHUNK after its kind. True if the state is whole now. */
  take({ queue }: Link): boolean {
    const { reader, bytes } = queue;
    const frame = reader.getSigned();
    const pieceBytes = reader.get();
    const index = reader.get();
    const length = reader.end - reader.at;
    if (!reader.sound || frame < 0 || (this.#wanted ?? frame) !== frame) return false;
    if (frame !== this.frame && !this.#begin(frame, pieceBytes)) return false;
    const at = index * pieceBytes;
    const expected = Math.min(pieceBytes, this.bytes.length - at);
    if (pieceBytes !== this.#pieceBytes || index >= this.#pieces.length || length !== expected) return false;
    if (this.#pieces[index]) return false;
    this.bytes.set(bytes.subarray(reader.at, reader.end), at);
    this.#pieces[index] = 1;
    this.#missing--;
    this.#movedAt = this.#context.clock.time();
    this.#outstanding = Math.max(0, this.#outstanding - 1);
    return this.#missing === 0;
  }

  /** Which of 32 pieces from `index` on are there. */
  #mask(index: number): number {
    let mask = 0;
    for (let i = 0; i < 32; i++) if (this.#pieces[index + i]) mask |= 1 << i;
    return mask;
  }

  #begin(frame: Frame, pieceBytes: number): boolean {
    const isOld = frame < this.frame || pieceBytes < CHUNK_BYTES_MIN || pieceBytes > CHUNK_BYTES;
    if (isOld || this.isHopeless) return false;
    if (this.frame !== NULL_FRAME) this.#restarts++;
    this.frame = frame;
    this.#pieceBytes = pieceBytes;
    this.#pieces = new Uint8Array(Math.ceil(this.bytes.length / pieceBytes));
    this.#missing = this.#pieces.length;
    return true;
  }
}

/** What an asker is still to be sent. */
interface Errand {
  readonly question: Question;
  readonly frame: Frame;
  readonly bytes: Uint8Array;
  /** The next piece to look at, and how many are still wanted. */
  next: number;
  left: number;
}

/** Gives states to those who ask: a few pieces to each in a turn, so that no question costs more than another packet. */
export class StateGiver<F extends FieldSpecs> {
  readonly #context: MatchContext<F>;
  readonly #pieceBytes: number;
  readonly #errands = new Map<Link, Errand>();

  constructor(context: MatchContext<F>) {
    this.#context = context;
    this.#pieceBytes = Math.max(CHUNK_BYTES_MIN, Math.min(CHUNK_BYTES, context.settings.limit - CHUNK_HEADER));
  }

  /** Answers a question with pieces of the state after `frame`. A new question takes the place of the one before. */
  give(link: Link, question: Question, frame: Frame, bytes: Uint8Array): void {
    const isKnown = question.frame === frame;
    const asked = isKnown ? question : { ...question, first: 0, there: NOTHING_THERE };
    const left = Math.min(question.wanted, BURST_MAX);
    this.#errands.set(link, { question: asked, frame, bytes, next: asked.first, left });
  }

  forget(link: Link): void {
    this.#errands.delete(link);
  }

  /** Sends the pieces of a turn. */
  serve(): void {
    if (this.#errands.size === 0) return;
    for (const [link, errand] of this.#errands) {
      const pieces = Math.ceil(errand.bytes.length / this.#pieceBytes);
      for (let sent = 0; sent < PIECES_A_TURN && errand.left > 0 && errand.next < pieces; errand.next++) {
        if (this.#isThere(errand)) continue;
        this.#send(link, errand);
        errand.left--;
        sent++;
      }
      if (errand.left === 0 || errand.next >= pieces) this.#errands.delete(link);
    }
  }

  #isThere({ next, question: { first, there } }: Errand): boolean {
    const told = next - first - 1;
    return told >= 0 && ((there[told >> 5] ?? 0) & (1 << (told & 31))) !== 0;
  }

  #send(link: Link, { question: { kind }, frame, next, bytes }: Errand): void {
    const { outbox } = this.#context;
    const at = next * this.#pieceBytes;
    outbox.startSealed(link, CHUNK);
    outbox.out.put(kind);
    outbox.out.putSigned(frame);
    outbox.out.put(this.#pieceBytes);
    outbox.out.put(next);
    outbox.out.putBytes(bytes.subarray(at, Math.min(bytes.length, at + this.#pieceBytes)));
    outbox.sendSealed(link);
  }
}

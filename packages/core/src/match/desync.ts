import { checksumWords } from '../base/checksum.js';
import { NULL_FRAME, type Frame } from '../base/frame.js';
import { DESYNC } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { EVIDENCE } from '../wire/messages.js';
import type { MatchEvents } from './events.js';
import { EVIDENCE_FRAMES, LINGER_MS, SHOW_MS, SUMMED_EVERY, SUMS_KEPT } from './figures.js';
import { SEATS_MAX } from './gauges.js';
import type { Seat } from './seat.js';
import { isLive, type Table } from './table.js';

/** Checks at every desyncInterval frames that all machines are in the same state. */
export interface Desync {
  /** Takes the checksums of frames that are confirmed and simulated by now. After resync only. */
  confirm(through: Frame): void;
  /** True if the packet of this sequence number carries a checksum. */
  due(sequence: number): boolean;
  put(): void;
  get(from: Seat, frame: Frame): void;
  /**
   * The state kept of a frame that was checked, for a peer that found a difference there. Both look into the earliest
   * frame that either found: a later one is not answered.
   */
  evidence(frame: Frame, asker: Seat): Uint8Array | undefined;
  /** Reads a CHUNK of a peer's state. */
  read(): void;
  /** Asks for the rest of it. Ends the match, where onDesync says so, when nobody asks for ours any more. */
  tick(): void;
  /** Checksums that a machine sent before it was cut may be of inputs that nobody else has. */
  forget(seat: Seat): void;
  /** True once a difference was told that ends the match. */
  readonly fatal: boolean;
}

/** A difference that is being looked into. */
interface Case {
  readonly other: Seat;
  readonly since: number;
  readonly found: MatchEvents['desync'];
  /** Our own state. */
  readonly ours: Uint8Array<ArrayBuffer>;
}

export function createDesync<F extends FieldSpecs>(table: Table<F>): Desync {
  const { settings, post, out, inbox, reader, session, sessionParts } = table;
  const { ring } = sessionParts;
  const interval = settings.desyncInterval;
  // A row for each seat, ours among them; a slot for each frame checked.
  const frames = new Int32Array(SEATS_MAX * SUMS_KEPT).fill(NULL_FRAME);
  const sums = new Int32Array(SEATS_MAX * SUMS_KEPT);
  const states = interval && settings.transport ? Math.min(SUMS_KEPT, Math.ceil(EVIDENCE_FRAMES / interval) + 1) : 0;
  const kept = new Uint32Array(states * ring.live.length);
  let open: Case | undefined;
  let fatal = false;
  /** When a difference was last told, or our state last asked for. */
  let shownAt = 0;
  let due = interval || Infinity;
  let latest = NULL_FRAME;

  const slot = (seat: Seat, frame: Frame): number => seat.index * SUMS_KEPT + ((frame / interval) % SUMS_KEPT);
  const stateOf = (frame: Frame): number => ((frame / interval) % states) * ring.live.length;

  const stateAt = (frame: Frame): Uint8Array<ArrayBuffer> | undefined =>
    // A frame below 0 is one that only a peer can ask for: its slot reads as empty, and its offset would throw.
    frame >= 0 && frame > latest - states * interval && frames[slot(table.self, frame)] === frame
      ? new Uint8Array(kept.buffer, stateOf(frame) * 4, ring.handle.stride).slice()
      : undefined;

  const tell = (found: MatchEvents['desync']): void => {
    open = undefined;
    post.emit('desync', found);
    shownAt = post.time();
    // Not at once: who is gone shows nothing, and the other side could not name the field, or would never learn of the
    // difference.
    fatal = settings.onDesync > 0;
  };

  /** Looks into a difference, once for each machine. */
  const inquire = (other: Seat, frame: Frame): void => {
    if (open ? open.other !== other || open.found.frame <= frame : other.told) return;
    other.told = true;
    // Asked for our state, we may be the last to learn of the difference: theirs has not come yet.
    const theirs = frames[slot(other, frame)] === frame ? sums[slot(other, frame)]! : 0;
    settings.trace?.(DESYNC, frame, other.first, theirs);
    const found = { frame, peer: other.peer, local: sums[slot(table.self, frame)]! >>> 0, remote: theirs >>> 0 };
    const ours = stateAt(frame);
    if (ours) {
      open = { other, since: post.time(), found, ours };
      table.transfer.frame = NULL_FRAME;
    } else if (!open) tell(found);
  };

  const compare = (other: Seat, frame: Frame): void => {
    const ours = slot(table.self, frame);
    const theirs = slot(other, frame);
    // @lesson compare.equal
    if (frames[ours] === frame && frames[theirs] === frame && sums[ours] !== sums[theirs]) inquire(other, frame);
  };

  /** The first field and index at which two states differ, in the order of declaration. */
  const difference = (
    mine: Uint8Array<ArrayBuffer>,
    theirs: Uint8Array<ArrayBuffer>,
  ): MatchEvents['desync']['diff'] => {
    const here = ring.views(mine.buffer, 0);
    const there = ring.views(theirs.buffer, 0);
    for (const field in here) {
      const [a, b] = [here[field]!, there[field]!];
      for (let index = 0; index < a.length; index++) {
        if (!Object.is(a[index], b[index])) return { field, index, local: a[index]!, remote: b[index]! };
      }
    }
    return undefined;
  };

  return {
    forget: (seat) => void frames.fill(NULL_FRAME, slot(seat, 0), slot(seat, 0) + SUMS_KEPT),
    get fatal() {
      return fatal;
    },
    confirm(through) {
      for (; due <= through; due += interval) {
        if (due < session.frame() - session.depth()) continue;
        const at = slot(table.self, due);
        frames[at] = latest = due;
        const from = ring.wordsAt(session.frame() - 1 - due);
        sums[at] = checksumWords(ring.words, from, ring.live.length, table.token);
        if (states) for (let i = 0, to = stateOf(due); i < ring.live.length; i++) kept[to + i] = ring.words[from + i]!;
        // By index: code that runs so seldom is not compiled, and there a for-of costs an iterator each time.
        for (let i = 0; i < table.seats.length; i++) {
          const seat = table.seats[i]!;
          if (isLive(table, seat)) compare(seat, due);
        }
      }
    },
    due: (sequence) => latest >= 0 && (interval < SUMMED_EVERY || sequence % SUMMED_EVERY === 0),
    put() {
      out.putSigned(session.frame() - latest);
      out.putSigned(sums[slot(table.self, latest)]!);
    },
    get(from, frame) {
      const at = frame - reader.getSigned();
      const sum = reader.getSigned();
      if (at < 0 || at % interval !== 0) return;
      frames[slot(from, at)] = at;
      sums[slot(from, at)] = sum;
      compare(from, at);
    },
    evidence(frame, asker) {
      const ours = stateAt(frame);
      shownAt = post.time();
      if (ours) inquire(asker, frame);
      return open?.found.frame === frame ? open.ours : open?.other === asker ? undefined : ours;
    },
    read() {
      if (
        !open ||
        inbox.peer !== open.other.peer ||
        !table.transfer.take(EVIDENCE, ring.handle.stride, open.found.frame)
      )
        return;
      const { bytes } = table.transfer;
      const diff = difference(open.ours, bytes);
      const remote = checksumWords(new Uint32Array(bytes.buffer), 0, ring.live.length, table.token) >>> 0;
      tell({ ...open.found, remote, ...(diff && { diff }) });
    },
    tick() {
      if (!open) {
        if (fatal && post.time() - shownAt > LINGER_MS) post.end('desync');
        return;
      }
      const { other, found, since } = open;
      if (post.time() - since > SHOW_MS || !isLive(table, other)) tell(found);
      else table.transfer.ask(EVIDENCE, other.index, found.frame, other.peer);
    },
  };
}

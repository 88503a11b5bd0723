import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { SEATS_MAX, type Seat } from './seat.js';
import type { Table } from './table.js';

/** Checksums kept on each side, so that one that is a round trip late still finds its partner: 0.5 s at interval 1. */
const KEPT = 32;
/** A checksum rides in every fourth packet until the next one is due: three in four may be lost. */
const REPEAT = 4;

/** Checks at every desyncInterval frames that all machines are in the same state. */
export interface Desync {
  /** Takes the checksums of frames that are confirmed and simulated by now. After resync only. */
  confirm(through: Frame): void;
  /** True if the packet of this sequence number carries a checksum. */
  due(sequence: number): boolean;
  put(): void;
  get(from: Seat, frame: Frame): void;
  start(frame: Frame): void;
}

export function createDesync<F extends FieldSpecs>(table: Table<F>): Desync {
  const { engine, post, settings } = table;
  const { out, inbox } = post;
  const { session } = engine;
  const interval = settings.desyncInterval;
  // A row for each seat, ours among them; a slot for each frame checked.
  const frames = new Int32Array(SEATS_MAX * KEPT).fill(-1);
  const sums = new Uint32Array(SEATS_MAX * KEPT);
  const told = new Uint8Array(SEATS_MAX);
  let due = interval;
  let latest = -1;

  const slot = (seat: Seat, frame: Frame): number => seat.index * KEPT + ((frame / interval) % KEPT);
  const compare = (other: Seat, frame: Frame): void => {
    const ours = slot(table.self, frame);
    const theirs = slot(other, frame);
    if (frames[ours] !== frame || frames[theirs] !== frame || sums[ours] === sums[theirs] || told[other.index]) return;
    told[other.index] = 1;
    post.emit('desync', { frame, peer: other.peer, local: sums[ours]!, remote: sums[theirs]! });
    if (settings.endOnDesync) post.end('desync');
  };

  return {
    start(frame) {
      due = Math.ceil((frame + 1) / (interval || 1)) * interval;
      latest = -1;
    },
    confirm(through) {
      if (!interval) return;
      for (; due <= through; due += interval) {
        if (due < session.frame() - session.depth()) continue;
        const at = slot(table.self, due);
        frames[at] = latest = due;
        sums[at] = session.checksumAt(due, table.token);
        for (let i = 0; i < table.seats.length; i++) {
          const seat = table.seats[i]!;
          if (seat !== table.self) compare(seat, due);
        }
      }
    },
    due: (sequence) => latest >= 0 && (interval < REPEAT || sequence % REPEAT === 0),
    put() {
      out.putSigned(session.frame() - latest);
      out.putWord(sums[slot(table.self, latest)]!);
    },
    get(from, frame) {
      const at = frame - inbox.reader.getSigned();
      const sum = inbox.reader.getWord();
      if (!interval || at < 0 || at % interval) return;
      frames[slot(from, at)] = at;
      sums[slot(from, at)] = sum;
      compare(from, at);
    },
  };
}

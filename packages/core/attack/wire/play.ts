import type { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { readRows, writeRows, type Row } from './rows.js';
import { bodyOf, sequenceOf, typeOf } from './seals.js';

export const PAUSED = 16;
export const FINISHED = 16;
export const HIDDEN = 32;
const CHECKED = 64;
const REPORTS = 128;
const RETURNS = 8;

export interface Report {
  readonly view: number;
  readonly out: number;
  readonly accuses: number;
  readonly deaf: number;
  readonly closing: number;
}

export const WHOLE: Report = { view: 0, out: 0, accuses: 0, deaf: 0, closing: 0 };

/** Inputs of a seat, or the frame at which it comes back. */
export type Section =
  | { readonly seat: number; readonly start: number; readonly before: Row; readonly rows: readonly Row[] }
  | { readonly seat: number; readonly returnsAt: number };

export interface Play {
  readonly type: number;
  /** PAUSED, HIDDEN, and in a BYE FINISHED. */
  readonly flags: number;
  readonly report: Report | undefined;
  readonly frame: number;
  /** By seat: the last frame held of it. The sender's own place is not written. */
  readonly held: readonly number[];
  readonly times: { readonly ahead: number; readonly stamp: number; readonly echo: number } | undefined;
  readonly checked: { readonly frame: number; readonly checksum: number } | undefined;
  readonly sections: readonly Section[];
}

/** Type and flags, and the body. `sequence` decides whether times ride along. */
export function writePlay(play: Play, from: number, sequence: number): { kind: number; body: number[] } {
  const { type, flags, report, frame, held, times, checked, sections } = play;
  const out = new ByteWriter();
  if (report) {
    const { view, accuses, deaf, closing } = report;
    out
      .byte(view)
      .byte(report.out | (accuses << 4))
      .byte(deaf | (closing << 4));
  }
  out.short(frame);
  held.forEach((last, seat) => seat !== from && out.signed(frame - last));
  if (sequence % 8 === 0)
    out
      .signed(times?.ahead ?? 0)
      .short(times?.stamp ?? 1)
      .short(times?.echo ?? 0);
  if (checked) out.signed(frame - checked.frame).signed(checked.checksum);
  for (const section of sections) {
    if ('returnsAt' in section) out.number(RETURNS + section.seat).signed(frame - section.returnsAt);
    else {
      out
        .number(section.seat)
        .signed(frame - section.start)
        .byte(section.rows.length);
      writeRows(out, section.before, section.rows);
    }
  }
  return { kind: type | flags | (checked ? CHECKED : 0) | (report ? REPORTS : 0), body: out.bytes };
}

/** What a reader of inputs must know: how wide a seat's rows are, and the row before a section. */
export interface Known {
  readonly seats: number;
  readonly from: number;
  /** The reader's own frame, for the half of a frame number that is told. */
  readonly near: number;
  rowBefore(seat: number, frame: number): Row;
}

function readSection(body: ByteReader, frame: number, known: Known): Section | undefined {
  const number = body.number();
  const seat = number % RETURNS;
  const start = frame - body.signed();
  if (number >= RETURNS) return { seat, returnsAt: start };
  const before = known.rowBefore(seat, start - 1);
  const rows = readRows(body, before, body.byte());
  return rows && { seat, start, before, rows };
}

export function readPlay(packet: Uint8Array, known: Known): Play | undefined {
  const body = bodyOf(packet);
  const kind = packet[4]!;
  let report: Report | undefined;
  if (kind & REPORTS) {
    const [view, wanted, heard] = [body.byte(), body.byte(), body.byte()];
    report = { view, out: wanted & 15, accuses: wanted >> 4, deaf: heard & 15, closing: heard >> 4 };
  }
  const frame = known.near + (((body.short() - known.near) << 16) >> 16);
  const held = Array.from({ length: known.seats }, (_, seat) => (seat === known.from ? -1 : frame - body.signed()));
  const isTimed = sequenceOf(packet) % 8 === 0;
  const times = isTimed ? { ahead: body.signed(), stamp: body.short(), echo: body.short() } : undefined;
  const checked = kind & CHECKED ? { frame: frame - body.signed(), checksum: body.signed() } : undefined;
  const sections: Section[] = [];
  while (body.left > 0) {
    const section = readSection(body, frame, known);
    if (!section) return undefined;
    sections.push(section);
  }
  if (!body.isSound) return undefined;
  const flags = kind & (PAUSED | HIDDEN);
  return { type: typeOf(packet), flags, report, frame, held, times, checked, sections };
}

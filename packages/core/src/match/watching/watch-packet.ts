import { NULL_FRAME, type Frame } from '../../base/frame.js';
import { HIDDEN } from '../../wire/messages.js';
import type { PacketReader, PacketWriter } from '../../wire/packet.js';
import type { DropReason } from '../events.js';
import type { Seat } from '../seat.js';

const REASONS: readonly DropReason[] = ['timeout', 'left', 'closed', 'split', 'budget'];

/** What a player's machine tells those who follow the match, before the inputs. */
export interface WatchHeader {
  readonly view: number;
  /** Masks of the seats that are out, that pause, that pause because their page is hidden, and that are waited for. */
  readonly out: number;
  readonly paused: number;
  readonly hidden: number;
  readonly awaited: number;
  /** The last frame that is certain: every machine that plays holds all of its inputs. */
  readonly certain: Frame;
  /** By seat, of those that are out: the last frame of their inputs, and why they are out. */
  readonly cuts: readonly Frame[];
  readonly reasons: readonly DropReason[];
  /** By seat, of those that have come back: the first frame that was their own again; else NULL_FRAME. */
  readonly entered: readonly Frame[];
  /** A frame that was checked, or NULL_FRAME, and the checksum of the state after it. */
  readonly checkedFrame: Frame;
  readonly checksum: number;
}

export const pausingFlags = (pausing: number): { paused: boolean; hidden: boolean } => ({
  paused: pausing > 0,
  hidden: (pausing & HIDDEN) > 0,
});

export function putWatchHeader(out: PacketWriter, seats: readonly Seat[], header: WatchHeader): void {
  out.putByte(header.view);
  out.putByte(header.out | (header.paused << 4));
  out.putByte(header.hidden | (header.awaited << 4));
  out.put(header.certain + 1);
  for (const { bit, index } of seats) {
    if (header.out & bit) {
      out.put(header.cuts[index]! + 1);
      out.putByte(REASONS.indexOf(header.reasons[index]!));
    } else out.put(header.entered[index]! + 1);
  }
  out.put(header.checkedFrame + 1);
  if (header.checkedFrame !== NULL_FRAME) out.put(header.checksum);
}

/** Undefined for one that is malformed. The sections of inputs follow. */
export function getWatchHeader(reader: PacketReader, seats: readonly Seat[]): WatchHeader | undefined {
  const view = reader.getByte() & 7;
  const first = reader.getByte();
  const second = reader.getByte();
  const certain = reader.get() - 1;
  const out = first & 15;
  const cuts: Frame[] = seats.map(() => NULL_FRAME);
  const entered: Frame[] = seats.map(() => NULL_FRAME);
  const reasons: DropReason[] = seats.map(() => 'timeout');
  for (const { bit, index } of seats) {
    if (out & bit) {
      cuts[index] = reader.get() - 1;
      reasons[index] = REASONS[reader.getByte()] ?? 'timeout';
    } else entered[index] = reader.get() - 1;
  }
  const checkedFrame = reader.get() - 1;
  const checksum = checkedFrame === NULL_FRAME ? 0 : reader.get() | 0;
  if (!reader.sound) return undefined;
  const masks = { paused: first >> 4, hidden: second & 15, awaited: second >> 4 };
  return { view, out, ...masks, certain, cuts, reasons, entered, checkedFrame, checksum };
}

import type { Frame } from '../base/frame.js';
import type { SessionParts } from '../session/session.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow, getRows, putRows, rowBytesMax, type InputSource } from '../wire/input-rows.js';
import type { PacketReader, PacketWriter } from '../wire/packet.js';
import type { Settings } from './options.js';
import type { Seat } from './seat.js';

/** Frames in one section: their count is one byte. */
const SECTION_FRAMES = 255;
/** Bytes of a section before its rows, at the most. */
const SECTION_HEADER = 8;

/** Gets the inputs of one frame, in `row`: inputWords for each player of the seat. The row is overwritten by the next. */
export type TakeRow = (frame: Frame, row: Uint32Array) => void;

/** The inputs of one seat for a run of frames: what PLAY and WATCH are made of. */
export class InputSections<F extends FieldSpecs> {
  readonly #inputs: InputSource;
  readonly #row: Uint32Array;
  #take: TakeRow | undefined;

  readonly #settings: Settings<F>;
  readonly #out: PacketWriter;

  constructor(settings: Settings<F>, { inputs }: SessionParts<F>, out: PacketWriter) {
    this.#settings = settings;
    this.#out = out;

    this.#inputs = inputs;
    this.#row = new Uint32Array(settings.game.numPlayers * settings.inputWords);
  }

  /** Writes frames start … end-1 of a seat, as many as fit. `base` is the frame that the packet names. Returns how many. */
  put(seat: Seat, base: Frame, start: Frame, end: Frame): number {
    const out = this.#out;
    const { inputWords, limit } = this.#settings;
    if (start >= end || out.at + rowBytesMax(seat.players * inputWords) + SECTION_HEADER > limit) return 0;
    out.put(seat.index);
    out.putSigned(base - start);
    const countAt = out.at++;
    const last = Math.min(end, start + SECTION_FRAMES);
    const count = putRows(out, this.#inputs, inputWords, seat.first, seat.players, start, last, limit);
    out.bytes[countAt] = count;
    return count;
  }

  /**
   * Reads the section of a seat after its number, and hands each row from frame `wanted` on to `take`. Rows too old to
   * follow are skipped.
   */
  get(reader: PacketReader, seat: Seat, base: Frame, wanted: Frame, take: TakeRow): void {
    const { inputWords } = this.#settings;
    const start = base - reader.getSigned();
    const count = reader.getByte();
    // Rows are differences to the row before: one that is not kept any more has only old ones after it.
    this.#take = this.#inputs.realAt(seat.first, start - 1) < 0 ? undefined : take;
    copyRow(this.#inputs, inputWords, seat.first, seat.players, start - 1, this.#row);
    getRows(reader, this.#row, seat.players * inputWords, start, count, wanted, this.#takeRow);
  }

  // One closure for all rows: one made for each section would be garbage.
  readonly #takeRow = (frame: Frame): void => this.#take?.(frame, this.#row);
}

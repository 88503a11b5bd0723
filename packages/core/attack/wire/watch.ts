import { ByteWriter } from './byte-writer.js';
import { writeRows, type Row } from './rows.js';

/** A WATCH: confirmed inputs for a machine that follows. */
export interface Watch {
  readonly view: number;
  readonly out: number;
  readonly paused: number;
  readonly hidden: number;
  readonly awaited: number;
  readonly certain: number;
  /** Of each seat: of one that is out its last frame, and why; of another the frame at which it came back, or -1. */
  readonly seats: readonly ({ readonly last: number; readonly reason: number } | { readonly cameBack: number })[];
  readonly checked: { readonly frame: number; readonly checksum: number } | undefined;
  readonly sections: readonly {
    readonly seat: number;
    readonly start: number;
    readonly before: Row;
    readonly rows: readonly Row[];
  }[];
}

export const QUIET_WATCH: Watch = {
  ...{ view: 0, out: 0, paused: 0, hidden: 0, awaited: 0, certain: -1, seats: [], checked: undefined, sections: [] },
};

export function writeWatch(watch: Watch): number[] {
  const { view, out, paused, hidden, awaited, certain, seats, checked, sections } = watch;
  const body = new ByteWriter()
    .byte(view)
    .byte(out | (paused << 4))
    .byte(hidden | (awaited << 4))
    .number(certain + 1);
  for (const seat of seats) {
    if ('last' in seat) body.number(seat.last + 1).byte(seat.reason);
    else body.number(seat.cameBack + 1);
  }
  if (checked) body.number(checked.frame + 1).number(checked.checksum);
  else body.number(0);
  for (const { seat, start, before, rows } of sections) {
    body
      .number(seat)
      .signed(certain - start)
      .byte(rows.length);
    writeRows(body, before, rows);
  }
  return body.bytes;
}

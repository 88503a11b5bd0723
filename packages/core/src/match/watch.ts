import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { CHUNK, FOLLOW, READY, SNAPSHOT } from '../wire/messages.js';
import { CATCH_UP, LATE_FRAMES } from './figures.js';
import { snapshotBytes, useSnapshot } from './snapshot.js';
import type { Table } from './table.js';

/** A match seen from outside: by one who watches, or who is on the way back to its seat. */
export interface Watch {
  /** Begins, with a seat that we have heard. */
  begin(): void;
  /** True once there is a state to show. */
  readonly loaded: boolean;
  /** Reads a CHUNK or WATCH. */
  read(type: number): void;
  /** Asks for what is missing; looks for another machine to serve us. */
  tick(): void;
  /** Simulates what is certain: up to four frames. True if there was any. */
  step(): boolean;
}

export function createWatch<F extends FieldSpecs>(table: Table<F>): Watch {
  const { settings, post, reader, session, inputs } = table;
  let loaded = false;
  let late = false;
  let server = 0;
  let certain: Frame = NULL_FRAME;
  const times = new Float64Array(2);

  const heard = (): void => {
    times[0] = times[1] = post.time();
  };

  return {
    begin() {
      server = table.seats.findIndex((seat) => seat.peer);
      heard();
    },
    get loaded() {
      return loaded;
    },
    read(type) {
      if (type === CHUNK) {
        if (loaded) return;
        const { transfer } = table;
        const { filled } = transfer;
        const there = transfer.take(SNAPSHOT, snapshotBytes(table));
        if (transfer.filled !== filled) heard();
        if (!there) return;
        useSnapshot(table, transfer.frame, transfer.bytes);
        certain = transfer.frame;
        loaded = true;
        return;
      }
      const view = reader.get();
      const dropped = reader.get();
      const frame = reader.getSigned();
      if (!reader.sound || !loaded || !table.outside) return;
      heard();
      table.view = view & 7;
      table.dropped = dropped & 15;
      certain = Math.max(certain, frame);
      table.play.sections(table.self, frame);
    },
    tick() {
      const now = post.time();
      if (now - times[0]! > settings.dropAfterMs) {
        post.end('dropped');
        return;
      }
      if (now - times[1]! > settings.notifyAfterMs) {
        // Whoever served us is gone; the next one takes over.
        times[1] = now;
        server = (server + 1) % table.seats.length;
      }
      const level = settings.players && certain - session.frame() < LATE_FRAMES;
      if (loaded) table.transfer.ask(level ? READY : FOLLOW, server, inputs.confirmed(), undefined);
      else table.transfer.ask(SNAPSHOT, server, table.transfer.frame, undefined);
    },
    step() {
      const known = inputs.confirmed() + 1 - session.frame();
      const behind = certain - session.frame();
      // Until it is level, not until it is a little less late.
      late = behind > LATE_FRAMES || (late && behind > 1);
      for (let left = Math.min(known, late ? CATCH_UP : 1); left > 0; left--) session.step();
      return known > 0;
    },
  };
}

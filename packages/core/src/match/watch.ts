import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { CHUNK, FOLLOW, READY, SNAPSHOT } from '../wire/messages.js';
import { CATCH_UP, LATE_FRAMES } from './figures.js';
import { snapshotBytes, useSnapshot } from './snapshot.js';
import type { Table } from './table.js';
import type { Download } from './transfer.js';

/** A match seen from outside: by one who watches, or who is on the way back to its seat. */
export interface Watch {
  /** Begins, with the seat that invited us. */
  begin(server: number): void;
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
  let download: Download | undefined;
  let loaded = false;
  let late = false;
  let server = 0;
  let certain: Frame = NULL_FRAME;
  const times = new Float64Array(2);

  const heard = (): void => {
    times[0] = times[1] = post.time();
  };

  return {
    begin(seat) {
      server = seat;
      heard();
    },
    get loaded() {
      return loaded;
    },
    read(type) {
      if (type === CHUNK) {
        if (loaded) return;
        const before = download?.filled;
        download = table.transfer.take(download, SNAPSHOT, snapshotBytes(table));
        if (download?.filled !== before) heard();
        if (!download || download.filled < download.bytes.length) return;
        useSnapshot(table, download.frame, download.bytes);
        certain = download.frame;
        loaded = true;
        heard();
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
      if (!loaded) table.transfer.ask(SNAPSHOT, server, download?.frame ?? NULL_FRAME, download?.filled ?? 0, undefined);
      else {
        const level = !settings.spectator && certain - session.frame() < LATE_FRAMES;
        table.transfer.ask(level ? READY : FOLLOW, server, inputs.confirmed(), 0, undefined);
      }
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

import { NULL_FRAME } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { PAUSED } from '../wire/messages.js';
import { GRACE_UNTIL } from './gauges.js';
import { heldByAll, isLive, reached, type Table } from './table.js';

/** How a running match stands. */
export interface Course {
  /** Takes in what has become certain: checksums, the final frame. Only after resync. */
  confirm(): void;
  /** True once the final frame is confirmed here and by all others. */
  isFinished(): boolean;
  /** True while anyone pauses, or is waited for. */
  isPaused(): boolean;
}

export function createCourse<F extends FieldSpecs>(table: Table<F>): Course {
  const { settings, session } = table;
  const { game } = settings;
  let asked = NULL_FRAME;
  return {
    confirm() {
      const through = reached(table);
      table.desync.confirm(through);
      while (game.isOver && asked < through && table.over < 0) {
        asked++;
        if (asked >= session.frame() - session.depth() && game.isOver(session.stateAt(asked))) table.over = asked;
      }
      // Last, so that they know whether one of these frames is the final one.
      for (const observe of table.observers) observe(through);
    },
    isFinished: () => table.over >= 0 && heldByAll(table, table.over) === table.over,
    isPaused() {
      let pausing = table.pausing;
      for (const seat of table.seats) {
        if (isLive(table, seat)) pausing |= seat.pausing;
        // Up to the cut the frames are known and are played: one that comes back has to hold them, and is told only
        // what is certain.
        if (seat.gauges[GRACE_UNTIL] && session.frame() > seat.cut) pausing |= PAUSED;
      }
      return pausing > 0;
    },
  };
}

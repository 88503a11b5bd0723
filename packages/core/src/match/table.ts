import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { InputQueue } from '../session/input-queue.js';
import type { SessionParts } from '../session/session.js';
import type { Session } from '../session/session-types.js';
import type { PacketReader, PacketWriter } from '../wire/packet.js';
import type { Desync } from './desync.js';
import type { Drops } from './drop.js';
import type { Inbox } from './inbox.js';
import type { Settings } from './options.js';
import type { Post } from './post.js';
import type { Play } from './play.js';
import type { Roster } from './roster.js';
import type { Seat } from './seat.js';
import type { TimeSync } from './time-sync.js';
import type { Transfer } from './transfer.js';

/** A running match as its parts share it. */
export interface Table<F extends FieldSpecs> {
  readonly settings: Settings<F>;
  readonly post: Post;
  readonly sessionParts: SessionParts<F>;
  // Parts of these and of the post under names of their own, as nearly every part of a match needs them.
  readonly session: Session<F>;
  readonly inputs: InputQueue;
  readonly out: PacketWriter;
  readonly inbox: Inbox;
  readonly reader: PacketReader;
  readonly time: TimeSync;
  readonly transfer: Transfer;
  readonly desync: Desync;
  readonly drops: Drops;
  readonly play: Play;
  readonly roster: Roster;
  /** By index. Empty before the start. */
  seats: readonly Seat[];
  /** Our own. */
  self: Seat;
  token: number;
  /** What game.init was given, or would have been before frame 0; 0 before the start. */
  seed: number;
  /** Final drops so far: packets of another view are ignored. */
  view: number;
  /** Masks of the seats that are out for good, and that we have stopped accepting from. */
  dropped: number;
  suspects: number;
  /** The seat that is to come back, and the first frame that is its own again; NULL_FRAME while there is none. */
  returning: Seat;
  returnsAt: Frame;
  /** No seat, or not yet again: we follow the match from outside. */
  outside: boolean;
  /** PAUSED and HIDDEN as we tell them, or 0. */
  pausing: number;
  /** Anybody pauses, or is waited for. */
  paused: boolean;
  /** The first confirmed frame after which the game is over, or NULL_FRAME. */
  over: Frame;
  /** Ticks since the start. */
  ticks: number;
  /** What a recorder does with frames that have become certain: called once a tick with the last of them. */
  readonly observers: Set<(through: Frame) => void>;
}

/** What recordMatch reaches through a match's handle. */
// Whichever game: Table<any>, because a Table is not covariant in its fields.
export const tables = /* @__PURE__ */ new WeakMap<object, Table<any>>();

/** The last frame of a seat's inputs that we hold, contiguously. */
export const heldOf = <F extends FieldSpecs>({ inputs }: Table<F>, seat: Seat): Frame => inputs.confirmedOf(seat.first);

/** The last frame that is confirmed and simulated. */
export const reached = <F extends FieldSpecs>({ inputs, session }: Table<F>): Frame =>
  Math.min(inputs.confirmed(), session.frame() - 1);

/** True for another machine that plays on, as far as we know. */
export const isLive = <F extends FieldSpecs>({ self, dropped, suspects }: Table<F>, seat: Seat): boolean =>
  seat !== self && !((dropped | suspects) & seat.bit);

/** True if no machine that plays on has a lower seat than we: it announces who comes back. */
export const isLowest = <F extends FieldSpecs>(table: Table<F>): boolean =>
  !table.seats.some((seat) => seat.index < table.self.index && isLive(table, seat));

/** The last frame, `through` at the most, of which all that play on have said that they hold every input. */
export function heldByAll<F extends FieldSpecs>(table: Table<F>, through: Frame): Frame {
  for (const other of table.seats) {
    // One that has left after the final frame holds all that anyone needs.
    if (!isLive(table, other) || other.done) continue;
    for (const seat of table.seats)
      if (seat !== other && !(table.dropped & seat.bit)) through = Math.min(through, other.held[seat.index]!);
  }
  return through;
}

/** The handles of a seat. */
export const handlesOf = ({ first, players }: Seat): readonly number[] =>
  Array.from({ length: players }, (_, i) => first + i);

import type { PacketReader } from '../../wire/packet.js';
import type { Frame } from '../../base/frame.js';
import type { MembershipStart } from '../membership/membership.js';
import type { Seat } from '../seat.js';

/** What those who play say of our return to our seat: each tells it in a packet of its own. */
export class Entries {
  readonly #told: (MembershipStart | undefined)[];

  readonly #seats: readonly Seat[];
  readonly #self: Seat;

  constructor(seats: readonly Seat[], self: Seat) {
    this.#seats = seats;
    this.#self = self;

    this.#told = seats.map(() => undefined);
  }

  /** Reads the ENTER of a seat. One that lets us in after frame `latest`, or not at all, says nothing. */
  read(from: Seat, reader: PacketReader, latest: Frame): void {
    const [enteredAt, view, out] = [reader.get(), reader.get() & 7, reader.get() & 15];
    if (!reader.isRead() || out & this.#self.bit || enteredAt > latest) return;
    this.#told[from.index] = { view, out, enteredAt };
  }

  /** When more than half of those who play say the same: from which frame on, and who plays. */
  agreed(): MembershipStart | undefined {
    const told = this.#told.filter((entry) => entry !== undefined);
    return told.find(({ out, enteredAt }) => {
      const players = this.#seats.filter((seat) => seat !== this.#self && !(out & seat.bit));
      const alike = told.filter((other) => other.out === out && other.enteredAt === enteredAt);
      return alike.length * 2 > players.length;
    });
  }
}

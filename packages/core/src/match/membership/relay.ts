import type { FieldSpecs } from '../../state/fields.js';
import { PACKET_SLOT } from '../../wire/limits.js';
import { RELAY } from '../../wire/messages.js';
import { createPacketWriter } from '../../wire/packet.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import type { SeatReports } from '../seat-reports.js';
import type { Seat, SeatLinks } from '../seat.js';
import type { Membership } from './membership.js';

/** Packets that one seat may have forwarded in a tick: one a tick is what it needs. */
const FORWARDS_A_TICK = 4;

/**
 * Carries packets between two seats that cannot hear each other, through others that hear both. What is carried stays
 * sealed with the key of the two, so who carries it can neither read out a key nor change a byte.
 */
export interface Relay {
  /** True if a packet to this seat should also go through others. */
  isNeeded(to: Seat): boolean;
  /** Sends a copy of a sealed packet through every other seat that we hear. */
  carry(to: Seat, packet: Uint8Array): void;
  /** Reads a RELAY of `from`: unwraps what is for us, forwards what is not. */
  read(from: Seat, link: Link): void;
  startTick(): void;
}

export function createRelay<F extends FieldSpecs>(
  { outbox, links }: MatchContext<F>,
  seats: readonly Seat[],
  self: Seat,
  seatLinks: SeatLinks,
  reports: SeatReports,
  membership: Membership<F>,
): Relay {
  const carrier = createPacketWriter(PACKET_SLOT);
  const carried = createPacketWriter(PACKET_SLOT);
  const forwarded = seats.map(() => 0);

  const wrap = (through: Link, origin: Seat, target: Seat, packet: Uint8Array): void => {
    carrier.startSealed(RELAY, through.nextSequence());
    carrier.putByte(origin.index | (target.index << 2));
    carrier.putBytes(packet);
    outbox.sendFrom(carrier, through);
  };

  const isDeaf = (seat: Seat, to: Seat): boolean =>
    ((seat === self ? membership.own.deaf : reports.of(seat).deaf) & to.bit) > 0;

  return {
    isNeeded: (to) => !membership.isOut(to) && (isDeaf(self, to) || isDeaf(to, self)),
    carry(to, packet) {
      const { keyCarriedOut, wrapsOut } = seatLinks.of(to)!; // A packet was just sent there.
      carried.at = 0;
      carried.putBytes(packet);
      const sealed = carried.finishSealed(keyCarriedOut, wrapsOut);
      for (const through of membership.live) {
        const link = seatLinks.of(through);
        if (link && through !== to && !isDeaf(self, through) && !isDeaf(through, to)) wrap(link, self, to, sealed);
      }
    },
    read(from, { queue }) {
      const { reader } = queue;
      const route = reader.getByte();
      const origin = seats[route & 3];
      const target = seats[(route >> 2) & 3];
      if (!reader.sound || !origin || !target || origin === target) return links.drop();
      const packet = queue.bytes.subarray(reader.at, reader.end);
      if (target === self) {
        const link = seatLinks.of(origin);
        const receipt = link && origin !== from ? link.receive(packet, undefined) : 'foreign';
        if (receipt !== 'taken') links.drop();
        return;
      }
      const link = seatLinks.of(target);
      // Nobody has another's packets forwarded, or floods through us.
      const isAllowed = origin === from && !membership.isOut(target) && forwarded[from.index]! < FORWARDS_A_TICK;
      if (!link || !isAllowed) return links.drop();
      forwarded[from.index]!++;
      wrap(link, origin, target, packet);
    },
    startTick() {
      for (let i = 0; i < forwarded.length; i++) forwarded[i] = 0;
    },
  };
}

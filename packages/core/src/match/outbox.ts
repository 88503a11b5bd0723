import { createPacketWriter, type PacketWriter } from '../wire/packet.js';
import { report } from './defaults.js';
import type { Link } from './link/link.js';
import type { PeerId, Transport } from './transport.js';

/** Packets on their way out: one at a time, written into `out` and then sent. */
export interface Outbox {
  readonly out: PacketWriter;
  startPlain(type: number): void;
  /** Without an address, to everyone. */
  sendPlain(to: PeerId | undefined): void;
  startSealed(link: Link, typeAndFlags: number): void;
  /** Seals the packet with the link's key, and sends it where the link's machine was heard last. Returns its bytes. */
  sendSealed(link: Link): Uint8Array;
  /** The same for a packet that another writer holds. */
  sendFrom(writer: PacketWriter, link: Link): Uint8Array;
}

export function createOutbox(transport: Transport | undefined): Outbox {
  const out = createPacketWriter();
  // A transport that throws must not end the match: its packets count as lost.
  const send = (packet: Uint8Array<ArrayBuffer>, to: PeerId | undefined): void => {
    try {
      transport?.send(packet, to);
    } catch (error) {
      report(error);
    }
  };
  const sendFrom = (writer: PacketWriter, link: Link): Uint8Array => {
    const packet = writer.finishSealed(link.keyOut, link.wrapsOut);
    link.stats.countOut(packet.length);
    send(packet, link.address);
    return packet;
  };
  return {
    out,
    startPlain: (type) => out.startPlain(type),
    sendPlain: (to) => send(out.finishPlain(), to),
    startSealed: (link, typeAndFlags) => out.startSealed(typeAndFlags, link.nextSequence()),
    sendSealed: (link) => sendFrom(out, link),
    sendFrom,
  };
}

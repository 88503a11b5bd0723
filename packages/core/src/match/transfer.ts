import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { CHUNK, PULL } from '../wire/messages.js';
import { ASK_MS, CHUNK_BURST, CHUNK_BYTES, CHUNK_HEADER } from './figures.js';
import type { Table } from './table.js';
import type { PeerId } from './transport.js';

/**
 * Moves kept states between machines, in chunks. Pulled: who gives keeps nothing about who takes. One at a time: a
 * machine takes in a snapshot as long as it is outside, and evidence only when it plays.
 */
export interface Transfer {
  /** The state on its way to us: after which frame (NULL_FRAME if there is none), and how much of it is there. */
  frame: Frame;
  bytes: Uint8Array<ArrayBuffer>;
  filled: number;
  /**
   * Asks `peer`, or all, for what is missing of a state; NULL_FRAME asks for the newest. Not more often than ASK_MS
   * unless bytes came.
   */
  ask(kind: number, seat: number, frame: Frame, peer: PeerId | undefined): void;
  /** Answers a question with the bytes of a state. */
  give(kind: number, frame: Frame, bytes: Uint8Array, offset: number, peer: PeerId): void;
  /**
   * Reads a CHUNK: of `frame`, or without one of whichever is newest. True if the state is there then. `size` is what
   * the whole must have, so a peer cannot make us allocate more.
   */
  take(kind: number, size: number, frame?: Frame): boolean;
}

export function createTransfer<F extends FieldSpecs>(table: Table<F>): Transfer {
  const { settings, post, out, inbox, reader } = table;
  const chunkBytes = Math.min(CHUNK_BYTES, settings.limit - CHUNK_HEADER);
  const asked = new Float64Array(1).fill(-ASK_MS);
  const transfer: Transfer = {
    frame: NULL_FRAME,
    bytes: new Uint8Array(),
    filled: 0,
    ask(kind, seat, frame, peer) {
      const now = post.time();
      if (now - asked[0]! < ASK_MS) return;
      asked[0] = now;
      out.start(PULL);
      out.put(table.roster.own.node);
      out.put(kind);
      out.put(seat);
      out.putSigned(frame);
      out.put(frame === transfer.frame ? transfer.filled : 0);
      post.send(peer, table.token);
    },
    give(kind, frame, bytes, offset, peer) {
      for (const end = Math.min(bytes.length, offset + CHUNK_BURST * chunkBytes); offset < end; offset += chunkBytes) {
        out.start(CHUNK);
        out.put(kind);
        out.putSigned(frame);
        out.put(offset);
        const chunk = bytes.subarray(offset, Math.min(end, offset + chunkBytes));
        out.bytes.set(chunk, out.at);
        out.at += chunk.length;
        post.send(peer, table.token);
      }
    },
    take(kind, size, wanted) {
      const theirs = reader.get();
      const frame = reader.getSigned();
      const offset = reader.get();
      if (!reader.sound || theirs !== kind) return false;
      if (wanted === undefined ? frame > transfer.frame : frame === wanted && frame !== transfer.frame)
        Object.assign(transfer, { frame, bytes: new Uint8Array(size), filled: 0 });
      const end = offset + reader.end - reader.at;
      if (frame !== transfer.frame || offset !== transfer.filled || end > size) return false;
      transfer.bytes.set(inbox.bytes.subarray(reader.at, reader.end), offset);
      transfer.filled = end;
      if (end % (CHUNK_BURST * chunkBytes) === 0) asked[0] = -ASK_MS;
      return end === size;
    },
  };
  return transfer;
}

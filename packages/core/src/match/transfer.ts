import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { CHUNK, PULL } from '../wire/messages.js';
import { PACKET_SLOT } from '../wire/limits.js';
import { ASK_MS, CHUNK_BURST, CHUNK_BYTES, CHUNK_HEADER } from './figures.js';
import type { Table } from './table.js';
import type { PeerId } from './transport.js';

/** A state on its way to us. Pulled: who gives keeps nothing about who takes. */
export interface Download {
  readonly kind: number;
  readonly frame: Frame;
  readonly bytes: Uint8Array;
  filled: number;
}

/** Moves kept states between machines, in chunks. */
export interface Transfer {
  /** Asks `peer`, or all, for what of a download is missing; NULL_FRAME asks for the newest. Not more often than ASK_MS unless bytes came. */
  ask(kind: number, seat: number, frame: Frame, offset: number, peer: PeerId | undefined): void;
  /** Answers a question with the bytes of a state. */
  give(kind: number, frame: Frame, bytes: Uint8Array, offset: number, peer: PeerId): void;
  /**
   * Reads a CHUNK into `download`, or into a new one if it is undefined or of an older frame. `size` is what the whole must have, so a peer cannot make us
   * allocate more.
   */
  take(download: Download | undefined, kind: number, size: number): Download | undefined;
}

export function createTransfer<F extends FieldSpecs>(table: Table<F>, node: number): Transfer {
  const { settings, post, out, inbox, reader } = table;
  const chunkBytes = Math.min(CHUNK_BYTES, settings.limit - CHUNK_HEADER);
  const asked = new Float64Array(1).fill(-ASK_MS);
  return {
    ask(kind, seat, frame, offset, peer) {
      const now = post.time();
      if (now - asked[0]! < ASK_MS) return;
      asked[0] = now;
      out.start(PULL);
      out.putWord(node);
      out.put(kind);
      out.put(seat);
      out.putSigned(frame);
      out.put(offset);
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
    take(download, kind, size) {
      const theirs = reader.get();
      const frame = reader.getSigned();
      const offset = reader.get();
      const length = reader.end - reader.at;
      if (!reader.sound || theirs !== kind || length > PACKET_SLOT) return download;
      let into = download;
      if (!into || frame > into.frame) into = { kind, frame, bytes: new Uint8Array(size), filled: 0 };
      if (frame !== into.frame || offset !== into.filled || offset + length > size) return into;
      into.bytes.set(inbox.bytes.subarray(reader.at, reader.end), offset);
      into.filled += length;
      if (into.filled % (CHUNK_BURST * chunkBytes) === 0) asked[0] = -ASK_MS;
      return into;
    },
  };
}

import { checksum } from '../../base/checksum.js';
import type { FieldSpecs } from '../../state/fields.js';
import { describeLayout, LAYOUT_TEXT_MAX } from '../../state/layout-difference.js';
import { GAME_ID_MAX } from '../../wire/limits.js';
import { HELLO, HOST, PROTOCOL, RUNNING } from '../../wire/messages.js';
import type { PacketReader, PacketWriter } from '../../wire/packet.js';
import { TERM_NAMES, type Settings } from '../options.js';

/** What a machine says to everyone: who it is, and what it would play. Nobody vouches for it. */
export interface Hello {
  readonly protocol: number;
  readonly node: number;
  /** The node id of the machine that this hello refuses, or 0, and the nonce by which that one is known to be meant. */
  readonly refuses: number;
  readonly echo: number;
  /** HOST, RUNNING, FULL and TAKEN of wire/messages. */
  readonly flags: number;
  readonly nonce: number;
  /** Tenths of a second since it was created. */
  readonly age: number;
  /** Players at this machine; 0 is a spectator. */
  readonly players: number;
  /** Largest packet that its transport carries, in bytes. */
  readonly limit: number;
  /** Token and node of the seat that its ticket is for, or 0. Both int32. */
  readonly ticketToken: number;
  readonly ticketNode: number;
  /** Token of the match that it plays, an int32, or 0. */
  readonly token: number;
  /** One for each of TERM_NAMES. */
  readonly terms: readonly number[];
  readonly id: string;
  /** The game's fields as describeLayout has them. */
  readonly layout: string;
}

/** What of a hello never changes while a machine meets others. */
export interface Introduction extends Pick<
  Hello,
  'protocol' | 'node' | 'nonce' | 'players' | 'limit' | 'ticketToken' | 'ticketNode' | 'terms' | 'id' | 'layout'
> {
  /** Digest of id and terms, an int32: what of them is told again under a link's seal. */
  readonly digest: number;
}

/** 1 and 2 make a roster's token and seed. */
const DIGEST_SEED = 3;

/** A ticket as a match reads it. */
export interface TicketNumbers {
  readonly token: number;
  readonly node: number;
}

export function introduce<F extends FieldSpecs>(
  { game, players, limit, terms }: Settings<F>,
  { node, nonce }: { node: number; nonce: number },
  ticket: TicketNumbers,
): Introduction {
  const values = terms.map(({ value }) => value);
  const units = Array.from({ length: game.id.length }, (_, i) => game.id.charCodeAt(i));
  return {
    digest: checksum(Uint32Array.from([...values, ...units]), DIGEST_SEED) | 0,
    protocol: PROTOCOL,
    node,
    nonce,
    players,
    limit,
    ticketToken: ticket.token,
    ticketNode: ticket.node,
    terms: values,
    id: game.id,
    layout: describeLayout(game.fields),
  };
}

const putText = (out: PacketWriter, text: string): void => {
  out.put(text.length);
  for (let i = 0; i < text.length; i++) out.put(text.charCodeAt(i));
};

const getText = (reader: PacketReader, most: number): string => {
  const length = reader.get();
  if (length > most) {
    reader.sound = false;
    return '';
  }
  let text = '';
  for (let i = 0; i < length; i++) text += String.fromCharCode(reader.get());
  return text;
};

/** Writes a HELLO. docs/wire-format.md has the table. */
export function putHello(out: PacketWriter, hello: Hello): void {
  out.startPlain(HELLO);
  const { protocol, node, refuses, flags, echo, nonce, age, players, limit, ticketToken, ticketNode, token } = hello;
  // The first five are the same in every version, so that versions can refuse each other.
  for (const value of [protocol, node, refuses, flags, age]) out.put(value);
  for (const value of [echo, nonce, players, limit, ticketToken, ticketNode, token, ...hello.terms]) out.put(value);
  putText(out, hello.id);
  putText(out, hello.layout);
}

/** Reads a HELLO. Undefined for one that is malformed. Of another version only the first five fields mean anything. */
export function getHello(reader: PacketReader): Hello | undefined {
  const { get } = reader;
  const hello = {
    protocol: get(),
    node: get(),
    refuses: get(),
    flags: get(),
    age: get(),
    echo: get(),
    nonce: get(),
    players: get(),
    limit: get(),
    ticketToken: get() | 0,
    ticketNode: get() | 0,
    token: get() | 0,
    terms: TERM_NAMES.map(get),
    id: getText(reader, GAME_ID_MAX),
  };
  if (hello.protocol !== PROTOCOL) {
    return { ...hello, flags: hello.flags & (HOST | RUNNING), echo: 0, token: 0, layout: '' };
  }
  const length = get();
  const { at, end } = reader;
  // The text is ASCII, a byte for each unit.
  if (!reader.sound || length > LAYOUT_TEXT_MAX || at + length !== end) return undefined;
  return {
    ...hello,
    /** Read when it is asked for, which of most hellos it is not, and while this packet is the one that is read. */
    get layout() {
      reader.at = at;
      return String.fromCharCode(...Array.from({ length }, () => reader.getByte()));
    },
  };
}

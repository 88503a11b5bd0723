// What unit tests of a match's parts are built on: a real context whose clock they move, and links whose other end they
// hold. No test of this folder needs a part that is half built.
import { createSessionParts } from '../session/session.js';
import { createPacketWriter, type PacketWriter } from '../wire/packet.js';
import type { Key } from '../wire/sip-hash.js';
import type { MatchContext } from './context.js';
import { createEventQueue, type EventName } from './events.js';
import type { Game } from './game.js';
import { createLink, type Link, type Receipt } from './link/link.js';
import { createLinkRegistry } from './link/link-registry.js';
import { createMatchClock } from './match-clock.js';
import { checkOptions, type MatchOptions } from './options.js';
import { createOutbox } from './outbox.js';
import type { Bytes, PeerId, Transport } from './transport.js';

export const FIELDS = { x: { type: Int32Array, length: 2 } } as const;
export type ToyFields = typeof FIELDS;

export const toyGame = (change: Partial<Game<ToyFields>> = {}): Game<ToyFields> => ({
  id: 'toy/1',
  fields: FIELDS,
  numPlayers: 2,
  simulate: ({ x }, inputs) => void (x[0] = x[0]! + inputs[0]!),
  ...change,
});

export interface ToyContext {
  readonly context: MatchContext<ToyFields>;
  /** Sent so far: to whom ('' is everyone), and the bytes. */
  readonly sent: { readonly to: PeerId; readonly bytes: Bytes }[];
  /** Told so far. */
  readonly told: { readonly event: EventName; readonly detail: unknown }[];
  /** Lets the caller's clock go on, by steps that the match's clock counts in full. */
  wait(ms: number): void;
}

const EVENTS: readonly EventName[] = ['reject', 'join', 'drop', 'pause', 'unpause', 'interrupt', 'resume', 'desync'];

export function createToyContext(change: Partial<MatchOptions<ToyFields>> = {}, capacity = 16): ToyContext {
  const sent: ToyContext['sent'] = [];
  const told: ToyContext['told'] = [];
  let now = 0;
  const transport: Transport = {
    send: (payload, to = '') => void sent.push({ to, bytes: payload.slice() }),
    onMessage: () => () => undefined,
    close: () => undefined,
  };
  const settings = checkOptions({ game: toyGame(), transport, now: () => now, random: () => 1, ...change });
  const clock = createMatchClock(settings.now);
  const context: MatchContext<ToyFields> = {
    settings,
    parts: createSessionParts({ capacity, ...settings.game, inputDelay: 0 }, settings.inputSlots),
    clock,
    outbox: createOutbox(settings.transport),
    events: createEventQueue(),
    links: createLinkRegistry(clock),
  };
  for (const event of EVENTS) context.events.on(event, (detail) => void told.push({ event, detail }));
  return {
    context,
    sent,
    told,
    wait(ms) {
      for (let left = ms; left > 0; left -= 100) {
        now += Math.min(left, 100);
        clock.wind();
      }
    },
  };
}

/** A link, and what its other end seals. */
export interface ToyLink {
  readonly link: Link;
  /** A packet of the other end, not handed over yet. */
  seal(type: number, write?: (out: PacketWriter) => void): Bytes;
  /** The same, handed over. */
  say(type: number, write?: (out: PacketWriter) => void, from?: PeerId): Receipt;
}

export const OWN_NODE = 1000;

export function createToyLink({ context }: ToyContext, node: number, address = `peer ${node}`): ToyLink {
  const { clock } = context;
  const key: Key = { low: node * 7, high: node * 13 };
  const link = createLink(OWN_NODE, node, key, address, clock, 0.06);
  const other = createLink(node, OWN_NODE, key, 'us', clock, 0.06);
  const out = createPacketWriter();
  const seal: ToyLink['seal'] = (type, write) => {
    out.startSealed(type, other.nextSequence());
    write?.(out);
    return out.finishSealed(other.keyOut, other.wrapsOut).slice();
  };
  return { link, seal, say: (type, write, from = link.address) => link.receive(seal(type, write), from) };
}

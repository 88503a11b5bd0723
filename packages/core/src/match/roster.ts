import { checksum } from '../base/checksum.js';
import type { FieldSpecs } from '../state/fields.js';
import { BACK, HELLO, REJECT, ROSTER } from '../wire/messages.js';
import { getHello, mismatch, PROTOCOL, putHello, type Candidate, type Mismatch, type RejectReason } from './hello.js';
import type { Settings } from './options.js';
import { SEATS_MAX, type Entry } from './seat.js';
import type { Post } from './post.js';
import type { PeerId } from './transport.js';

/** How often a machine that is not answered says hello: half the channels measured lost the first five messages. */
const HELLO_MS = 100;
/** How often a visitor does: any player may have to serve it one day. */
const GREET_MS = 500;
/** A proposal is repeated at this pace until all back it. */
const PROPOSE_MS = 50;
/** A machine that was not heard for this long has left the room; a roster not heard of for this long is not backed any more. */
const FORGET_MS = 2000;
/** Machines within this many tenths of a second came at the same time. */
const SAME_AGE = 10;
/** Strangers remembered at a time: a bound on what they can make us hold. */
const KNOWN_MAX = 16;

/** The roster that all agreed on, in seat order. */
export interface Agreement {
  readonly entries: readonly Entry[];
  /** In the seal of every packet of the match. An int32: a uint32 above 2^31 would be boxed at each use. */
  readonly token: number;
  readonly seed: number;
}

/** A running match lets us in without a seat, or to the seat of our ticket. */
export interface Invitation {
  readonly agreement: Agreement;
  /** Index of the seat that sent it. */
  readonly server: number;
}

export interface Roster {
  readonly own: Candidate;
  /** True once another machine was heard that could play. */
  readonly met: boolean;
  /** Says hello from outside, to those who play and may not have heard it yet. */
  greet(): void;
  /** Says hello, proposes, gives up. Returns the agreement when it stands. */
  tick(): Agreement | undefined;
  /** Reads a HELLO, ROSTER, BACK or REJECT. Returns a machine that would play and fits, for a running match to answer. */
  read(type: number): Candidate | undefined;
  /** The latest invitation. */
  readonly invitation: Invitation | undefined;
  /** Sends `entries` as an invitation from the seat of that index. */
  invite(peer: PeerId, entries: readonly Entry[], server: number): void;
  /** The roster we back, if a packet is sealed with its token: that implies the commit. */
  committed(): Agreement | undefined;
  refuse(other: Candidate, reason: RejectReason, detail: string): void;
  /** Says again why this match ended before the start: that we are gone, or what we were refused for. */
  farewell(): void;
}

function agree(entries: readonly Entry[], terms: readonly number[]): Agreement {
  const words = Uint32Array.from([...entries.flatMap(({ node, nonce, players, delay }) => [node, nonce, players, delay]), ...terms]);
  return { entries, token: checksum(words, 1) | 0, seed: checksum(words, 2) };
}

export function createRoster<F extends FieldSpecs>(settings: Settings<F>, post: Post): Roster {
  const { out, inbox } = post;
  const { reader } = inbox;
  const ticket = settings.ticket.split('.').map((part) => parseInt(part, 36) | 0);
  const born = post.time();
  const own: Candidate = {
    protocol: PROTOCOL,
    node: settings.random() >>> 0,
    nonce: settings.random() >>> 0,
    host: settings.host,
    spectator: settings.spectator,
    running: false,
    gone: false,
    age: 0,
    players: settings.players,
    delay: settings.delay,
    ticketToken: ticket[0] ?? 0,
    ticketNode: ticket[1] ?? 0,
    terms: settings.terms,
    id: settings.game.id,
    peer: '',
    heardAt: 0,
  };
  /** In the order heard, which is the order of seats. */
  const known = new Map<number, Candidate>();
  const refused = new Set<number>();
  /** When each member last backed our proposal. */
  const backs = new Map<number, number>();
  let proposal: Agreement | undefined;
  let backed: Agreement | undefined;
  let invitation: Invitation | undefined;
  let backedAt = 0;
  /** Whose match is not ours: it is told so for as long as we are polled. */
  let refusedBy: Candidate | undefined;
  let metAt = -1;
  let helloAt = -HELLO_MS;
  let proposedAt = 0;

  const sayHello = (): void => {
    out.start(HELLO);
    putHello(out, settings, own);
    post.send(undefined, 0);
  };

  /** True if `other` was here before us, so that we are the one who came. */
  const senior = (other: Candidate): boolean => {
    if (own.running || other.running) return other.running && !own.running;
    if (other.host !== own.host) return other.host;
    return Math.abs(other.age - own.age) < SAME_AGE ? other.node < own.node : other.age > own.age;
  };

  /** The event comes once for each machine; the packet as often as it asks. */
  const tell = (other: Candidate, { reason, detail }: Mismatch): void => {
    if (refused.has(other.node) || refused.size >= KNOWN_MAX) return;
    refused.add(other.node);
    post.emit('reject', { peer: other.peer, reason, detail });
  };

  const putReject = (other: Candidate, full: boolean): void => {
    out.start(REJECT);
    out.putWord(other.node);
    out.put(full ? 1 : 0);
    putHello(out, settings, own);
    post.send(other.peer, 0);
  };

  const refuse = (other: Candidate, reason: RejectReason, detail: string): void => {
    putReject(other, reason === 'full');
    tell(other, { reason, detail });
    if (reason === 'full' || !senior(other)) return;
    refusedBy = other;
    post.end('rejected');
  };

  const entriesWithUs = (): Entry[] | undefined => {
    const entries: Entry[] = [own];
    let players = own.players;
    for (const other of known.values()) {
      if (other.spectator) continue;
      players += other.players;
      if (players > settings.game.numPlayers || entries.length === SEATS_MAX) {
        players -= other.players;
        refuse(other, 'full', `no seats left for ${other.players} player(s)`);
      } else entries.push(other);
    }
    return players === settings.game.numPlayers ? entries : undefined;
  };

  const outranks = (one: Candidate, other: Candidate): boolean => (one.host === other.host ? one.node < other.node : one.host);

  /** True if nobody whom we know should coordinate in its place. */
  const mayCoordinate = (one: Candidate): boolean => {
    for (const other of known.values()) if (!other.spectator && outranks(other, one)) return false;
    return true;
  };

  /** `inviting` is 0 in a proposal, and in an invitation the sender's seat + 1: over a naive transport one who watches hears proposals as well. */
  const putRoster = (entries: readonly Entry[], inviting: number): void => {
    out.start(ROSTER);
    out.put(inviting);
    out.put(entries.length);
    for (const entry of entries) {
      out.putWord(entry.node);
      out.putWord(entry.nonce);
      out.put(entry.players);
      out.put(entry.delay);
    }
  };

  const propose = (): Agreement | undefined => {
    const entries = entriesWithUs();
    if (!entries) return undefined;
    const next = agree(entries, settings.terms);
    if (next.token !== proposal?.token) {
      proposal = next;
      backs.clear();
    }
    // Half as long as a member stands by it: a backing that has run out there must not count here.
    if (entries.every((entry) => entry === own || post.time() - (backs.get(entry.node) ?? -Infinity) < FORGET_MS / 2)) return next;
    if (post.time() - proposedAt < PROPOSE_MS) return undefined;
    proposedAt = post.time();
    putRoster(entries, 0);
    for (const entry of entries) if (entry !== own) post.send(entry.peer, 0);
    return undefined;
  };

  const readRoster = (): void => {
    const entries: Entry[] = [];
    const inviting = reader.get();
    const server = Math.max(0, inviting - 1);
    for (let left = Math.min(reader.get(), SEATS_MAX); left > 0; left--) {
      const node = reader.getWord() >>> 0;
      const peer = node === own.node ? own.peer : known.get(node)?.peer;
      entries.push({ node, nonce: reader.getWord() >>> 0, players: reader.get(), delay: reader.get(), peer: peer ?? '' });
    }
    const sender = entries[server];
    if (!reader.sound || reader.at !== reader.end || !sender) return;
    sender.peer = inbox.peer;
    const agreement = agree(entries, settings.terms);
    if (inviting) {
      if (own.spectator || agreement.token === own.ticketToken) invitation = { agreement, server };
      return;
    }
    const coordinator = entries[0]!.node;
    if (coordinator === own.node || !entries.some((entry) => entry.node === own.node)) return;
    for (const entry of entries) {
      const heard = entry.node === own.node ? own : known.get(entry.node);
      // A roster with a machine we have not heard is not backed: we would not know where to send. Its hello comes within a few tries.
      if (!heard || entry.nonce !== heard.nonce || entry.players !== heard.players || entry.delay !== heard.delay) return;
    }
    if (entries.reduce((sum, entry) => sum + entry.players, 0) !== settings.game.numPlayers) return;
    // One roster at a time: backing a second one while the first may still commit would seat us twice.
    if (backed && backed.entries[0]!.node !== coordinator) return;
    // Backing another's roster gives up our own.
    proposal = undefined;
    backed = agreement;
    backedAt = post.time();
    out.start(BACK);
    out.putWord(own.node);
    out.putWord(backed.token);
    post.send(inbox.peer, 0);
  };

  return {
    own,
    get met() {
      return metAt >= 0;
    },
    greet() {
      if (post.time() - helloAt < GREET_MS) return;
      helloAt = post.time();
      sayHello();
    },
    tick() {
      const now = post.time();
      own.age = Math.floor((now - born) / 100);
      for (const other of known.values()) if (now - other.heardAt > FORGET_MS) known.delete(other.node);
      if (backed && now - backedAt > FORGET_MS) backed = undefined;
      if (!known.size) metAt = -1;
      else if (metAt < 0) metAt = now;
      else if (now - metAt > settings.syncTimeoutMs) {
        post.end('timeout');
        return undefined;
      }
      if (now - helloAt >= HELLO_MS) {
        helloAt = now;
        sayHello();
      }
      return own.spectator || backed || !mayCoordinate(own) ? undefined : propose();
    },
    read(type) {
      if (type === ROSTER) readRoster();
      else if (type === BACK) {
        const node = reader.getWord() >>> 0;
        if (reader.getWord() === proposal?.token && known.has(node)) backs.set(node, post.time());
      } else {
        const forUs = type === HELLO || reader.getWord() >>> 0 === own.node;
        const full = type === REJECT && reader.get() > 0;
        const other = getHello(reader, inbox.peer, post.time());
        // What a hello of another version has after its age is not for us to judge.
        if (!reader.sound || (other.protocol === PROTOCOL && reader.at !== reader.end)) return undefined;
        if (!forUs || other.node === own.node) return undefined;
        if (other.gone) {
          known.delete(other.node);
          return undefined;
        }
        const found = mismatch(own, other);
        if (found) refuse(other, found.reason, found.detail);
        else if (full && !own.running) {
          // One who took itself for the coordinator because it has not heard the real one, or ours, cannot send us away.
          if (backed ? backed.entries[0]!.node !== other.node : !other.running && !mayCoordinate(other)) return undefined;
          tell(other, { reason: 'full', detail: 'no seats left' });
          post.end('rejected');
        } else if (own.running) return other;
        else {
          // A reloaded tab is a new machine at an old address.
          for (const old of known.values()) if (old.peer === other.peer && old.node !== other.node) known.delete(old.node);
          const before = known.get(other.node);
          if (before) Object.assign(before, { peer: other.peer, heardAt: other.heardAt });
          else if (known.size < KNOWN_MAX) known.set(other.node, other);
        }
      }
      return undefined;
    },
    get invitation() {
      return invitation;
    },
    invite(peer, entries, server) {
      putRoster(entries, server + 1);
      post.send(peer, 0);
    },
    committed: () => (backed && inbox.sealedWith(backed.token) ? backed : undefined),
    refuse,
    farewell() {
      if (refusedBy) putReject(refusedBy, false);
      else {
        own.gone = true;
        sayHello();
      }
    },
  };
}

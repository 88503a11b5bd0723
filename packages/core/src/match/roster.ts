import { checksum } from '../base/checksum.js';
import type { FieldSpecs } from '../state/fields.js';
import { BACK, GONE, HELLO, HOST, PROTOCOL, REJECT, ROSTER, RUNNING, SPECTATOR } from '../wire/messages.js';
import { FORGET_MS, GREET_MS, HELLO_MS, KNOWN_MAX, PROPOSE_MS, SAME_AGE } from './figures.js';
import { getHello, mismatch, putHello, type Candidate, type RejectReason } from './hello.js';
import { SEATS_MAX } from './gauges.js';
import type { Entry } from './seat.js';
import type { Table } from './table.js';
import type { PeerId } from './transport.js';

/** The roster that all agreed on, in seat order. */
export interface Agreement {
  readonly entries: readonly Entry[];
  /** In the seal of every packet of the match. An int32: a uint32 above 2^31 would be boxed at each use. */
  readonly token: number;
  readonly seed: number;
  /** When it was first proposed, or read. */
  readonly since: number;
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

export function createRoster<F extends FieldSpecs>(table: Table<F>): Roster {
  const { settings, post, out, inbox, reader } = table;
  const { terms, game } = settings;
  const [ticketToken = 0, ticketNode = 0] = settings.ticket.split('.').map((part) => parseInt(part, 36) | 0);
  const born = post.time();
  const own: Candidate = {
    protocol: PROTOCOL,
    node: settings.random() >>> 0,
    nonce: settings.random() >>> 0,
    flags: (settings.host ? HOST : 0) | (settings.spectator ? SPECTATOR : 0),
    age: 0,
    players: settings.players,
    delay: settings.inputDelay,
    ticketToken,
    ticketNode,
    terms,
    id: game.id,
    peer: '',
    heardAt: 0,
  };
  const { node } = own;
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

  const agree = (entries: readonly Entry[]): Agreement => {
    const words = Uint32Array.from([...entries.flatMap((entry) => [entry.node, entry.nonce, entry.players, entry.delay]), ...terms]);
    return { entries, token: checksum(words, 1) | 0, seed: checksum(words, 2), since: post.time() };
  };

  const sayHello = (): void => {
    out.start(HELLO);
    putHello(out, own);
    post.send(undefined, 0);
  };

  const helloAfter = (pause: number): void => {
    if (post.time() - helloAt < pause) return;
    helloAt = post.time();
    sayHello();
  };

  /** True if `other` was here before us, so that we are the one who came. */
  const senior = (other: Candidate): boolean => {
    const differ = other.flags ^ own.flags;
    if ((other.flags | own.flags) & RUNNING) return (differ & other.flags & RUNNING) > 0;
    if (differ & HOST) return (other.flags & HOST) > 0;
    return Math.abs(other.age - own.age) < SAME_AGE ? other.node < node : other.age > own.age;
  };

  /** The event comes once for each machine; the packet as often as it asks. */
  const tell = (other: Candidate, reason: RejectReason, detail: string): void => {
    if (refused.has(other.node) || refused.size >= KNOWN_MAX) return;
    refused.add(other.node);
    post.emit('reject', { peer: other.peer, reason, detail });
  };

  const putReject = (other: Candidate, full: boolean): void => {
    out.start(REJECT);
    out.putWord(other.node);
    out.put(+full);
    putHello(out, own);
    post.send(other.peer, 0);
  };

  const refuse = (other: Candidate, reason: RejectReason, detail: string): void => {
    const full = reason === 'full';
    putReject(other, full);
    tell(other, reason, detail);
    if (full || !senior(other)) return;
    refusedBy = other;
    post.end('rejected');
  };

  const entriesWithUs = (): Entry[] | undefined => {
    const entries: Entry[] = [own];
    let free = game.numPlayers - own.players;
    for (const other of known.values()) {
      const { players } = other;
      if (other.flags & SPECTATOR) continue;
      if (players > free || entries.length === SEATS_MAX) refuse(other, 'full', `no seats left for ${players} player(s)`);
      else {
        free -= players;
        entries.push(other);
      }
    }
    return free ? undefined : entries;
  };

  /** True if nobody whom we know should coordinate in its place. */
  const mayCoordinate = (one: Candidate): boolean => {
    for (const other of known.values()) {
      const outranks = (other.flags ^ one.flags) & HOST ? other.flags & HOST : other.node < one.node;
      if (!(other.flags & SPECTATOR) && outranks) return false;
    }
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
    const next = agree(entries);
    if (next.token !== proposal?.token) {
      proposal = next;
      backs.clear();
      // At once: its round trip counts from here.
      proposedAt = -PROPOSE_MS;
    }
    // Half as long as a member stands by it: a backing that has run out there must not count here.
    if (entries.every((entry) => entry === own || post.time() - (backs.get(entry.node) ?? -Infinity) < FORGET_MS / 2)) return { ...next, since: proposal!.since };
    if (post.time() - proposedAt >= PROPOSE_MS) {
      proposedAt = post.time();
      putRoster(entries, 0);
      for (const entry of entries) if (entry !== own) post.send(entry.peer, 0);
    }
    return undefined;
  };

  const heardOf = (other: number): Candidate | undefined => (other === node ? own : known.get(other));

  const readRoster = (): void => {
    const entries: Entry[] = [];
    const inviting = reader.get();
    const server = Math.max(0, inviting - 1);
    for (let left = Math.min(reader.get(), SEATS_MAX); left > 0; left--) {
      const entry = { node: reader.getWord() >>> 0, nonce: reader.getWord() >>> 0, players: reader.get(), delay: reader.get() };
      entries.push({ ...entry, peer: heardOf(entry.node)?.peer ?? '' });
    }
    const sender = entries[server];
    if (!reader.isRead() || !sender) return;
    sender.peer = inbox.peer;
    const agreement = agree(entries);
    if (inviting) {
      if (settings.spectator || agreement.token === ticketToken) invitation = { agreement, server };
      return;
    }
    const coordinator = entries[0]!.node;
    let free = game.numPlayers;
    for (const { node: other, nonce, players, delay } of entries) {
      const heard = heardOf(other);
      // A roster with a machine we have not heard is not backed: we would not know where to send. Its hello comes within a few tries.
      if (!heard || nonce !== heard.nonce || players !== heard.players || delay !== heard.delay) return;
      free -= players;
    }
    // One roster at a time: backing a second one while the first may still commit would seat us twice.
    const bound = backed && backed.entries[0]!.node !== coordinator;
    if (free || bound || coordinator === node || !entries.some((entry) => entry.node === node)) return;
    // Backing another's roster gives up our own.
    proposal = undefined;
    backed = agreement;
    backedAt = post.time();
    out.start(BACK);
    out.putWord(node);
    out.putWord(backed.token);
    post.send(inbox.peer, 0);
  };

  const readHello = (type: number): Candidate | undefined => {
    const forUs = type === HELLO || reader.getWord() >>> 0 === node;
    const full = type === REJECT && reader.get() > 0;
    const other = getHello(reader, inbox.peer, post.time());
    if (!other || !forUs || other.node === node) return undefined;
    const running = own.flags & RUNNING;
    if (other.flags & GONE) known.delete(other.node);
    else {
      const found = mismatch(own, other);
      if (found) refuse(other, found.reason, found.detail);
      else if (full && !running) {
        // One who took itself for the coordinator because it has not heard the real one, or ours, cannot send us away.
        if (backed ? backed.entries[0]!.node !== other.node : !(other.flags & RUNNING) && !mayCoordinate(other)) return undefined;
        tell(other, 'full', 'no seats left');
        post.end('rejected');
      } else if (running) return other;
      else {
        // A reloaded tab is a new machine at an old address.
        for (const old of known.values()) if (old.peer === other.peer && old.node !== other.node) known.delete(old.node);
        const before = known.get(other.node);
        if (before) Object.assign(before, { peer: other.peer, heardAt: other.heardAt });
        else if (known.size < KNOWN_MAX) known.set(other.node, other);
      }
    }
    return undefined;
  };

  return {
    own,
    get met() {
      return metAt >= 0;
    },
    greet: () => helloAfter(GREET_MS),
    tick() {
      const now = post.time();
      own.age = Math.floor((now - born) / 100);
      for (const other of known.values()) if (now - other.heardAt > FORGET_MS) known.delete(other.node);
      if (now - backedAt > FORGET_MS) backed = undefined;
      if (!known.size) metAt = -1;
      else if (metAt < 0) metAt = now;
      else if (now - metAt > settings.syncTimeoutMs) {
        post.end('timeout');
        return undefined;
      }
      helloAfter(HELLO_MS);
      return settings.spectator || backed || !mayCoordinate(own) ? undefined : propose();
    },
    read(type) {
      if (type === ROSTER) readRoster();
      else if (type === BACK) {
        const backer = reader.getWord() >>> 0;
        if (reader.getWord() === proposal?.token && known.has(backer)) backs.set(backer, post.time());
      } else return readHello(type);
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
        own.flags |= GONE;
        sayHello();
      }
    },
  };
}

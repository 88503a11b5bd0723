import { checksum } from '../base/checksum.js';
import type { FieldSpecs } from '../state/fields.js';
import { FULL, GONE, HELLO, HOST, PROTOCOL, RUNNING } from '../wire/messages.js';
import { FORGET_MS, GREET_MS, HELLO_MS, KNOWN_MAX, PROPOSE_MS, SAME_AGE } from './figures.js';
import { entryValues, getHello, mismatch, putHello, type Candidate, type RejectReason } from './hello.js';
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
  /** When we first proposed it, or 0. */
  since: number;
}

/** Who meets whom, and who sits where. All of it is said in hellos. */
export interface Roster {
  readonly own: Candidate;
  /** True once another machine was heard that could play. */
  readonly met: boolean;
  /** A running match lets us in: without a seat, or to the seat of our ticket. */
  readonly invitation: Agreement | undefined;
  /** Says hello from outside, to those who play and may not have heard it yet. */
  greet(): void;
  /** Says hello, proposes, gives up. Returns the agreement when it stands. */
  tick(): Agreement | undefined;
  /** Reads a HELLO. Returns a machine that fits, for a running match to answer. */
  read(): Candidate | undefined;
  /** Sends the seats of our match to one who may watch it, or come back to it. */
  invite(peer: PeerId): void;
  /** The roster we back, if a packet is sealed with its token: that implies the commit. */
  committed(): Agreement | undefined;
  refuse(other: Candidate, reason: RejectReason, detail: string): void;
  /** Says again why this match ended before the start: that we are gone, or what we were refused for. */
  farewell(): void;
}

export function createRoster<F extends FieldSpecs>(table: Table<F>): Roster {
  const { settings, post, out, inbox, reader } = table;
  const { terms, game, players } = settings;
  const [ticketToken = 0, ticketNode = 0] = settings.ticket.split('.').map((part) => parseInt(part, 36) | 0);
  const born = post.time();
  const own: Candidate = {
    protocol: PROTOCOL,
    node: settings.random() >>> 0,
    nonce: settings.random() >>> 0,
    flags: settings.host ? HOST : 0,
    age: 0,
    refuses: 0,
    players,
    delay: settings.inputDelay,
    ticketToken,
    ticketNode,
    terms,
    id: game.id,
    token: 0,
    backedAt: 0,
    entries: [],
    peer: '',
    heardAt: 0,
  };
  /** In the order heard, which is the order of seats. */
  const known = new Map<number, Candidate>();
  const refused = new Set<number>();
  let proposal: Agreement | undefined;
  let backed: Agreement | undefined;
  let invitation: Agreement | undefined;
  /** Whose match is not ours: it is told so for as long as we are polled. */
  let refusedBy: Candidate | undefined;
  let metAt = -1;
  let helloAt = -HELLO_MS;
  let proposedAt = -PROPOSE_MS;

  const agree = (entries: readonly Entry[]): Agreement => {
    const words = Uint32Array.from([...entries.flatMap(entryValues), ...terms]);
    return { entries, token: checksum(words, 1) | 0, seed: checksum(words, 2), since: 0 };
  };
  /** True if they are as many players as the game has. */
  const areAll = (entries: readonly Entry[]): boolean =>
    entries.reduce((left, entry) => left - entry.players, game.numPlayers) === 0;

  /** Says hello to all or to one. */
  const say = (peer?: PeerId, more?: Partial<Candidate>): void => {
    out.start(HELLO);
    putHello(out, { ...own, ...more });
    post.send(peer, 0);
  };

  const helloAfter = (pause: number): void => {
    if (post.time() - helloAt < pause) return;
    helloAt = post.time();
    say();
  };

  /** True if `other` was here before us, so that we are the one who came. */
  const senior = (other: Candidate): boolean => {
    const differ = other.flags ^ own.flags;
    if ((other.flags | own.flags) & RUNNING) return (differ & other.flags & RUNNING) > 0;
    if (differ & HOST) return (other.flags & HOST) > 0;
    return Math.abs(other.age - own.age) < SAME_AGE ? other.node < own.node : other.age > own.age;
  };

  /** The event comes once for each machine; the packet as often as it asks. */
  const tell = (other: Candidate, reason: RejectReason, detail: string): void => {
    if (refused.has(other.node) || refused.size >= KNOWN_MAX) return;
    refused.add(other.node);
    post.emit('reject', { peer: other.peer, reason, detail });
  };

  const refuse = (other: Candidate, reason: RejectReason, detail: string): void => {
    const noSeat = reason === 'full';
    say(other.peer, { refuses: other.node, flags: own.flags | (noSeat ? FULL : 0) });
    tell(other, reason, detail);
    if (noSeat || !senior(other)) return;
    refusedBy = other;
    post.end('rejected');
  };

  /** True if nobody whom we know should coordinate in its place. */
  const mayCoordinate = (one: Candidate): boolean => {
    for (const other of known.values()) {
      const outranks = (other.flags ^ one.flags) & HOST ? other.flags & HOST : other.node < one.node;
      if (other.players && outranks) return false;
    }
    return true;
  };

  const propose = (): Agreement | undefined => {
    const now = post.time();
    const entries = [own];
    let free = game.numPlayers - players;
    for (const other of known.values()) {
      if (!other.players) continue;
      if (other.players > free || entries.length === SEATS_MAX) refuse(other, 'full', 'no seats left');
      else {
        free -= other.players;
        entries.push(other);
      }
    }
    if (free) return undefined;
    const agreement = agree(entries);
    const { token } = agreement;
    if (token !== proposal?.token) proposal = agreement;
    // Half as long as a member stands by it: a backing that has run out there must not count here.
    if (entries.every((entry) => entry === own || (entry.token === token && now - entry.backedAt < FORGET_MS / 2)))
      return { ...agreement, since: proposal.since || now };
    if (now - proposedAt >= PROPOSE_MS) {
      proposedAt = now;
      proposal.since ||= now;
      for (const entry of entries) if (entry !== own) say(entry.peer, { token, entries });
    }
    return undefined;
  };

  const consider = (other: Candidate): void => {
    // A roster with a machine we have not heard is not backed: we would not know where to send. Its hello comes within
    // a few tries.
    const entries = other.entries.flatMap((entry) => (entry.node === own.node ? own : known.get(entry.node)) ?? []);
    const agreement = agree(entries);
    // One roster at a time: backing a second one while the first may still commit would seat us twice.
    const bound = backed && backed.entries[0]!.node !== other.node;
    if (
      bound ||
      agreement.token !== other.token ||
      !areAll(entries) ||
      entries[0]!.node !== other.node ||
      !entries.includes(own)
    )
      return;
    // Backing another's roster gives up our own.
    proposal = undefined;
    backed = agreement;
    own.backedAt = post.time();
    say(other.peer, { token: agreement.token });
  };

  return {
    own,
    get met() {
      return metAt >= 0;
    },
    get invitation() {
      return invitation;
    },
    greet: () => helloAfter(GREET_MS),
    tick() {
      const now = post.time();
      own.age = Math.floor((now - born) / 100);
      for (const other of known.values()) if (now - other.heardAt > FORGET_MS) known.delete(other.node);
      if (now - own.backedAt > FORGET_MS) backed = undefined;
      if (!known.size) metAt = -1;
      else if (metAt < 0) metAt = now;
      else if (now - metAt > settings.syncTimeoutMs) {
        post.end('timeout');
        return undefined;
      }
      helloAfter(HELLO_MS);
      return !players || backed || !mayCoordinate(own) ? undefined : propose();
    },
    read() {
      const other = getHello(reader, inbox.peer, post.time());
      if (!other || other.node === own.node || (other.refuses && other.refuses !== own.node)) return undefined;
      const { flags, entries } = other;
      const found = mismatch(own, other);
      if (flags & GONE) known.delete(other.node);
      else if (found) refuse(other, found.reason, found.detail);
      else if (own.flags & RUNNING) return other;
      else if (flags & FULL) {
        // One who took itself for the coordinator because it has not heard the real one, or ours, cannot send us away.
        if (backed ? backed.entries[0]!.node !== other.node : !(flags & RUNNING) && !mayCoordinate(other))
          return undefined;
        tell(other, 'full', 'no seats left');
        post.end('rejected');
      } else if (flags & RUNNING) {
        if (!areAll(entries) || (players && other.token !== ticketToken)) return undefined;
        for (const entry of entries)
          entry.peer = (entry.node === other.node ? other : known.get(entry.node))?.peer ?? '';
        invitation = agree(entries);
      } else {
        // A reloaded tab is a new machine at an old address.
        for (const old of known.values())
          if (old.peer === other.peer && old.node !== other.node) known.delete(old.node);
        const before = known.get(other.node);
        // What it says to everyone does not say what it backs.
        if (before)
          Object.assign(
            before,
            { peer: other.peer, heardAt: other.heardAt },
            other.token && { token: other.token, backedAt: other.backedAt },
          );
        else if (known.size < KNOWN_MAX) known.set(other.node, other);
        consider(other);
      }
      return undefined;
    },
    invite: (peer) => say(peer, { token: table.token, entries: table.seats }),
    committed: () => (backed && inbox.sealedWith(backed.token) ? backed : undefined),
    refuse,
    farewell() {
      if (refusedBy) say(refusedBy.peer, { refuses: refusedBy.node });
      else {
        own.flags |= GONE;
        say();
      }
    },
  };
}

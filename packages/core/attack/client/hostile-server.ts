// A hostile player that serves watchers. By default it shows them the true match; a scenario bends what it sends.
import type { Truth } from '../../test/match/offline.js';
import { writeChunk, type Chunk } from '../wire/chunk.js';
import { INVITES, type Meet } from '../wire/meet.js';
import { FOLLOW, LISTEN, READY, readPull, SNAPSHOT, type Pull } from '../wire/pull.js';
import { typeOf, TYPES, type Packet } from '../wire/seals.js';
import { QUIET_WATCH, writeWatch, type Watch } from '../wire/watch.js';
import type { HostileClient } from './hostile-client.js';
import type { HostileLink } from './hostile-link.js';

const PIECE_BYTES = 1024;
/** Frames that it keeps behind what it holds, so that all others hold them as well. */
const BEHIND = 12;
const INVITE_MS = 500;
const FRAMES_A_PACKET = 40;

interface Follower {
  readonly link: HostileLink;
  /** The last frame that it holds, or -1 while it has no state. */
  acked: number;
  invitedAt: number;
  snapshot: { readonly frame: number; readonly bytes: Uint8Array } | undefined;
}

export class HostileServer {
  readonly followers: Follower[] = [];
  bendInvitation: (meet: Meet) => Meet | undefined = (meet) => meet;
  bendChunk: (chunk: Chunk) => Chunk | undefined = (chunk) => chunk;
  bendWatch: (watch: Watch) => Watch | undefined = (watch) => watch;
  /** Answers a question in its own way, and returns true. */
  onPull: (pull: Pull, link: HostileLink) => boolean | void = () => false;
  /** Packets of each kind that it sent. */
  chunks = 0;
  watches = 0;
  readonly #client: HostileClient;
  readonly #truth: Truth;

  /** `truth`: an offline run of the match, which it steps on. */
  constructor(client: HostileClient, truth: Truth) {
    this.#client = client;
    this.#truth = truth;
    client.onPacket = (packet) => this.#receive(packet);
  }

  get certain(): number {
    return this.#client.player.confirmed - BEHIND;
  }

  tick(): void {
    const { room, settings } = this.#client;
    for (const [link, meet] of room.known) {
      const isNew = !this.followers.some((follower) => follower.link === link);
      if (isNew && meet.players === 0) {
        this.followers.push({ link, acked: -1, invitedAt: -Infinity, snapshot: undefined });
      }
    }
    for (const follower of this.followers) {
      if (settings.network.now() - follower.invitedAt > INVITE_MS) this.#invite(follower);
      if (follower.acked >= 0) this.sendWatch(follower);
    }
  }

  #invite(follower: Follower): void {
    const { room, entries, token, player } = this.#client;
    follower.invitedAt = this.#client.settings.network.now();
    const invitation = { flags: INVITES, entries, token, seat: player.self, out: 0, met: [] };
    const bent = this.bendInvitation(room.meet(invitation, follower.link));
    if (bent) room.sayMeet(follower.link, bent);
  }

  #receive(packet: Packet): boolean {
    if (typeOf(packet) !== TYPES.PULL) return false;
    const follower = this.followers.find(({ link }) => link.opens(packet));
    const pull = follower && readPull(packet);
    if (!follower || !pull) return false;
    if (this.onPull(pull, follower.link)) return true;
    if (pull.kind === SNAPSHOT) this.#giveSnapshot(follower, pull);
    else if ([FOLLOW, READY, LISTEN].includes(pull.kind)) follower.acked = Math.max(follower.acked, pull.frame);
    return true;
  }

  #giveSnapshot(follower: Follower, { frame, first, there, wanted }: Pull): void {
    follower.snapshot ??= this.#takeSnapshot();
    const snapshot = follower.snapshot;
    const from = frame === snapshot.frame ? first : 0;
    let left = wanted;
    for (let index = from; index * PIECE_BYTES < snapshot.bytes.length && left > 0; index++) {
      const told = index - from - 1;
      if (frame === snapshot.frame && told >= 0 && there[told >> 5]! & (1 << (told & 31))) continue;
      const piece = snapshot.bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
      this.sendChunk(follower.link, { kind: SNAPSHOT, frame: snapshot.frame, pieceBytes: PIECE_BYTES, index, piece });
      left--;
    }
  }

  /** Bytes of a snapshot: the header of two words, the inputs of its frame, the state. */
  #takeSnapshot(): { frame: number; bytes: Uint8Array } {
    const frame = Math.max(this.certain, this.#truth.frame);
    while (this.#truth.frame < frame) this.#truth.step();
    const { entries, player } = this.#client;
    const inputs = entries.flatMap((_, seat) => player.rowOf(seat, frame));
    const head = new Uint8Array(Uint32Array.from([0, 0, ...inputs]).buffer);
    return { frame, bytes: Uint8Array.from([...head, ...this.#truth.bytes]) };
  }

  sendChunk(link: HostileLink, chunk: Chunk): void {
    const bent = this.bendChunk(chunk);
    if (!bent) return;
    this.chunks++;
    this.#client.send(link.seal(TYPES.CHUNK, writeChunk(bent)), link.address);
  }

  sendWatch({ link, acked }: Follower): void {
    const { entries, player } = this.#client;
    const certain = Math.min(this.certain, acked + FRAMES_A_PACKET);
    const sections = entries.flatMap((_, seat) => player.section(acked + 1, certain, seat) ?? []);
    const rows = sections.flatMap((section) => ('rows' in section ? [section] : []));
    const seats = entries.map(() => ({ cameBack: -1 }));
    const bent = this.bendWatch({ ...QUIET_WATCH, certain, seats, sections: rows });
    if (!bent) return;
    this.watches++;
    this.#client.send(link.seal(TYPES.WATCH, writeWatch(bent)), link.address);
  }
}

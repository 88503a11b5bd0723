// A hostile client: a room and, once a roster stands, a seat.
import type { Network } from '../../test/match/network.js';
import type { Random } from '../../test/match/random.js';
import { seedOf, tokenOf, type Entry } from '../wire/meet.js';
import { isPlay, type Packet } from '../wire/seals.js';
import type { Row } from '../wire/rows.js';
import type { HostileLink } from './hostile-link.js';
import { HostileRoom, type RoomSettings } from './hostile-room.js';
import { HostileSeat } from './hostile-seat.js';

/** ms between two hellos, and between two reports before the match. */
const HELLO_MS = 100;
const MEET_MS = 50;

export interface ClientSettings extends Omit<RoomSettings, 'send'> {
  readonly network: Network;
  readonly address: string;
  readonly numPlayers: number;
  readonly inputWords: number;
  readonly random: Random;
  /** Its inputs. */
  readonly input: (frame: number) => Row;
  /** Told when a roster stands. */
  readonly onStart?: (client: HostileClient, seed: number) => void;
  /** Proposes the roster itself. */
  readonly coordinates?: boolean;
  /** Backs what others propose, default yes. */
  readonly backs?: boolean;
}

export class HostileClient {
  readonly settings: ClientSettings;
  readonly room: HostileRoom;
  readonly address: string;
  seat: HostileSeat | undefined;
  entries: readonly Entry[] = [];
  token = 0;
  /** Everything that came, before it is read; true keeps it from being read. */
  onPacket: (packet: Packet, from: string) => boolean | void = () => false;
  /** Every packet that it sends. */
  onSend: (packet: Packet, to: string | undefined) => void = () => undefined;
  isSilent = false;
  readonly #send: (packet: Packet, to: string | undefined) => void;
  #helloAt = -Infinity;
  #metAt = -Infinity;

  constructor(settings: ClientSettings) {
    const { network, address } = settings;
    const transport = network.join(address);
    this.settings = settings;
    this.address = address;
    this.#send = (packet, to) => {
      this.onSend(packet, to);
      if (!this.isSilent) transport.send(packet, to);
    };
    this.room = new HostileRoom({ ...settings, send: this.#send });
    transport.onMessage((payload, from) => this.#receive(new Uint8Array(payload), from));
  }

  /** The seat, which the roster has given it. */
  get player(): HostileSeat {
    if (!this.seat) throw new Error(`the hostile client ${this.address} has no seat`);
    return this.seat;
  }

  send(packet: Packet, to: string | undefined): void {
    this.#send(packet, to);
  }

  tick(): void {
    if (this.seat) return this.seat.tick();
    const now = this.settings.network.now();
    if (now - this.#helloAt >= HELLO_MS) {
      this.#helloAt = now;
      this.room.sayHello();
    }
    if (now - this.#metAt < MEET_MS) return;
    this.#metAt = now;
    if (this.settings.coordinates) this.#propose();
    for (const link of this.room.links) this.room.sayMeet(link);
  }

  #receive(packet: Packet, from: string): void {
    if (this.onPacket(packet, from)) return;
    if (this.seat?.receive(packet)) return;
    if (this.room.receive(packet, from)) {
      if (!this.seat && this.settings.backs !== false) this.#consider();
      return;
    }
    if (this.seat || !isPlay(packet)) return;
    const link = this.room.links.find((each) => each.opens(packet));
    if (link && this.entries.some(({ node }) => node === link.node)) {
      this.begin(this.entries);
      this.player.receive(packet);
    }
  }

  /** Backs the newest proposal that has it in. */
  #consider(): void {
    for (const [link, { entries, token }] of this.room.known) {
      const leads = entries[0]?.node === link.node;
      if (!leads || !entries.some(({ node }) => node === this.room.node)) continue;
      this.entries = entries;
      this.room.token = token;
    }
  }

  #propose(): void {
    const { numPlayers, introduction } = this.settings;
    const own = { node: this.room.node, nonce: this.room.nonce, players: this.room.players, delay: this.room.delay };
    const entries: Entry[] = [own];
    let free = numPlayers - own.players;
    for (const [{ node, isConfirmed }, { nonce, players, delay }] of this.room.known) {
      if (!isConfirmed || players === 0 || players > free || entries.some((entry) => entry.node === node)) continue;
      entries.push({ node, nonce, players, delay });
      free -= players;
    }
    if (free > 0) return;
    this.entries = this.room.proposal = entries;
    this.room.token = tokenOf(entries, introduction.terms);
    const members = [...this.room.known].filter(([{ node }]) => entries.some((entry) => entry.node === node));
    if (members.every(([, meet]) => meet.token === this.room.token)) this.begin(entries);
  }

  /** Takes its seat in a roster. */
  begin(entries: readonly Entry[]): void {
    const { inputWords, input, introduction, onStart } = this.settings;
    const self = entries.findIndex(({ node }) => node === this.room.node);
    const links = entries.map(({ node }, seat): HostileLink | undefined => {
      return seat === self ? undefined : this.room.links.find((link) => link.node === node);
    });
    this.entries = entries;
    this.token = tokenOf(entries, introduction.terms);
    this.seat = new HostileSeat({ entries, self, inputWords, links, send: this.#send, input });
    onStart?.(this, seedOf(entries, introduction.terms));
  }
}

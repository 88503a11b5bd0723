// How a hostile client comes to share keys with others: as docs/wire-format.md says, and as often and in as many names as
// it likes.
import { word, type Random } from '../../test/match/random.js';
import { xorKeys, type Key } from '../wire/half-sip-hash.js';
import { readHello, writeHello, type Hello, type Introduction } from '../wire/hello.js';
import { readKeyHalf, writeKeyHalf } from '../wire/key-half.js';
import { digestOf, readMeet, writeMeet, type Meet } from '../wire/meet.js';
import { isPlain, typeOf, TYPES, type Packet } from '../wire/seals.js';
import { verifierFor, type Ticket } from '../wire/ticket.js';
import { HostileLink } from './hostile-link.js';

/** What a hostile client sends by. `to` undefined is everyone. */
export type Send = (packet: Packet, to: string | undefined) => void;

export interface RoomSettings {
  readonly introduction: Introduction;
  readonly random: Random;
  readonly send: Send;
  readonly node?: number;
  readonly nonce?: number;
  readonly players?: number;
  readonly delay?: number;
  readonly host?: boolean;
  readonly ticket?: Ticket;
  /** Changes what is said to one machine before a match; undefined says nothing. */
  readonly bendMeet?: (meet: Meet, link: HostileLink) => Meet | undefined;
  readonly bendHello?: (hello: Hello) => Hello | undefined;
  /** Whether it answers a machine, default yes. */
  readonly talksTo?: (address: string) => boolean;
}

/** What another machine said last. */
export interface Known {
  readonly link: HostileLink;
  readonly meet: Meet;
}

export class HostileRoom {
  readonly node: number;
  readonly nonce: number;
  readonly secret: Key;
  readonly players: number;
  readonly delay: number;
  readonly settings: RoomSettings;
  /** The newest first. */
  readonly links: HostileLink[] = [];
  readonly known = new Map<HostileLink, Meet>();
  /** Hellos that came, the newest of each node. */
  readonly hellos = new Map<number, Hello>();
  /** The roster that it says it backs or proposes. */
  token = 0;
  proposal: Meet['entries'] = [];
  readonly #halves = new Map<string, Key>();

  constructor(settings: RoomSettings) {
    const { random } = settings;
    this.settings = settings;
    this.node = settings.node ?? (word(random) || 1);
    this.nonce = settings.nonce ?? word(random);
    this.secret = { low: word(random) | 0, high: word(random) | 0 };
    this.players = settings.players ?? 1;
    this.delay = settings.delay ?? 2;
  }

  hello(changes: Partial<Hello> = {}): Hello {
    const { introduction, host, ticket } = this.settings;
    const own = { node: this.node, nonce: this.nonce, players: this.players, flags: host ? 1 : 0 };
    const claimed = { ticketToken: ticket?.token ?? 0, ticketNode: ticket?.node ?? 0 };
    return { ...introduction, ...own, ...claimed, refuses: 0, age: 0, echo: 0, token: 0, ...changes };
  }

  sayHello(to?: string): void {
    const hello = this.hello();
    const bent = this.settings.bendHello ? this.settings.bendHello(hello) : hello;
    if (bent) this.settings.send(writeHello(bent), to);
  }

  meet(changes: Partial<Meet> = {}, link?: HostileLink): Meet {
    const met = this.links.filter(({ isConfirmed }) => isConfirmed).map(({ node }) => node);
    const secret = this.settings.ticket?.secret ?? this.secret;
    return {
      ...{ flags: 0, host: this.settings.host ? 1 : 0, nonce: this.nonce, players: this.players, delay: this.delay },
      ...{ limit: this.settings.introduction.limit, digest: digestOf(this.settings.introduction) },
      ...{ verifier: verifierFor(secret, link?.node ?? 0), met: met.slice(0, 16), token: this.token },
      ...{ entries: this.proposal, seat: -1, out: 0, ...changes },
    };
  }

  sayMeet(link: HostileLink, changes: Partial<Meet> = {}): void {
    const meet = this.meet(changes, link);
    const bent = this.settings.bendMeet ? this.settings.bendMeet(meet, link) : meet;
    if (bent) this.settings.send(link.seal(TYPES.MEET, writeMeet(bent)), link.address);
  }

  /** Its half of the key for a machine at an address. */
  halfFor(address: string, node: number): Key {
    const name = `${address} ${node}`;
    const { random } = this.settings;
    const half = this.#halves.get(name) ?? { low: word(random) | 0, high: word(random) | 0 };
    this.#halves.set(name, half);
    return half;
  }

  sendKey(to: string, node: number, nonce: number): void {
    const { introduction, send } = this.settings;
    const half = this.halfFor(to, node);
    const packet = {
      protocol: introduction.protocol,
      toNode: node,
      toNonce: nonce,
      node: this.node,
      nonce: this.nonce,
    };
    send(writeKeyHalf({ ...packet, half }), to);
  }

  linkTo(address: string): HostileLink | undefined {
    return this.links.find((link) => link.address === address);
  }

  /** Reads a plain packet or a MEET. True if it was one. */
  receive(packet: Packet, from: string): boolean {
    if (this.settings.talksTo && !this.settings.talksTo(from)) return false;
    if (isPlain(packet)) {
      if (typeOf(packet) === TYPES.HELLO) this.#readHello(packet, from);
      else this.#readKey(packet, from);
      return true;
    }
    if (typeOf(packet) !== TYPES.MEET) return false;
    const link = this.links.find((each) => each.opens(packet));
    const meet = link && readMeet(packet);
    if (!link || !meet) return false;
    this.known.set(link, meet);
    return true;
  }

  #readHello(packet: Packet, from: string): void {
    const hello = readHello(packet);
    if (!hello || hello.node === this.node) return;
    this.hellos.set(hello.node, hello);
    if (hello.refuses) return;
    const link = this.linkTo(from);
    if (!link?.isConfirmed || link.node !== hello.node) this.sendKey(from, hello.node, hello.nonce);
  }

  #readKey(packet: Packet, from: string): void {
    const other = readKeyHalf(packet);
    if (!other || other.toNode !== this.node || other.toNonce !== this.nonce) return;
    const key = xorKeys(this.halfFor(from, other.node), other.half);
    const known = this.linkTo(from);
    if (known && known.key.low === key.low && known.key.high === key.high) return;
    const link = new HostileLink(this.node, other.node, other.nonce, key, from);
    this.links.unshift(link);
    this.sendKey(from, other.node, other.nonce);
    this.sayMeet(link);
  }
}

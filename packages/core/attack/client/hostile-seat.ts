// A seat of a match in the hands of a hostile client. It plays by the rules, input for input, but for what its scenario
// bends: each packet passes through `bend` as fields before it is sealed.
import type { Key } from '../wire/half-sip-hash.js';
import type { Entry } from '../wire/meet.js';
import { readPlay, WHOLE, writePlay, type Play, type Report, type Section } from '../wire/play.js';
import { readRelay, writeRelay, type Relay } from '../wire/relay.js';
import type { Row } from '../wire/rows.js';
import { isPlay, typeOf, TYPES, type Packet } from '../wire/seals.js';
import type { HostileLink } from './hostile-link.js';
import type { Send } from './hostile-room.js';

/** Ticks without a packet after which it would put a seat out. */
const SILENT_TICKS = 60;
/** Frames that it sends at once at the most. */
const SECTION_FRAMES = 60;
const MAX_PREDICTION = 8;

export interface SeatSettings {
  readonly entries: readonly Entry[];
  readonly self: number;
  readonly inputWords: number;
  /** By seat. */
  readonly links: (HostileLink | undefined)[];
  readonly send: Send;
  /** Its inputs for a frame: one row for all of its players. */
  readonly input: (frame: number) => Row;
}

export class HostileSeat {
  readonly settings: SeatSettings;
  /** Its frame, and by seat the last frame held of each. */
  frame = 0;
  readonly held: number[];
  /** By seat: the last of our frames that it holds, by its own word. */
  readonly acked: number[];
  readonly plays: (Play | undefined)[];
  /** By seat: ticks since a packet of it came. */
  readonly silence: number[];
  /** What it reports; by default what the others report. */
  report: Report = WHOLE;
  /** Whether it goes along with the others' membership, forwards relays, and makes inputs. */
  follows = true;
  relays = true;
  makesInputs = true;
  /** Goes on with the others' frames whether or not it holds their inputs. */
  isFree = false;
  /** Changes a packet to a seat; undefined withholds it. */
  bend: (play: Play, to: number) => Play | undefined = (play) => play;
  /** Changes what it carries for others; undefined withholds it. */
  bendRelay: (relay: Relay) => Relay | undefined = (relay) => relay;
  /** Packets of others that came to it to be carried on. */
  readonly carried: Relay[] = [];
  /** Sealed packets that it sent to each seat. */
  readonly sent: number[];
  /** By seat and frame; what is not there is neutral. */
  readonly rows: Map<number, Row>[];

  constructor(settings: SeatSettings) {
    const { entries } = settings;
    this.settings = settings;
    this.rows = entries.map(() => new Map());
    this.held = entries.map(({ delay }) => delay - 1);
    this.acked = entries.map(() => entries[settings.self]!.delay - 1);
    this.plays = entries.map(() => undefined);
    this.silence = entries.map(() => 0);
    this.sent = entries.map(() => 0);
  }

  get self(): number {
    return this.settings.self;
  }

  get bit(): number {
    return 1 << this.self;
  }

  get others(): number[] {
    return this.settings.entries.flatMap((_, seat) => (seat === this.self ? [] : [seat]));
  }

  rowOf(seat: number, frame: number): Row {
    const { entries, inputWords } = this.settings;
    return this.rows[seat]!.get(frame) ?? new Array<number>(entries[seat]!.players * inputWords).fill(0);
  }

  /** The last frame of which it holds all inputs that anyone still sends. */
  get confirmed(): number {
    const playing = this.held.filter((_, seat) => !(this.report.out & (1 << seat)));
    return Math.min(...playing);
  }

  /** One tick: samples, sends, and goes on by a frame unless it would run ahead. */
  tick(): void {
    for (const seat of this.others) this.silence[seat]!++;
    if (this.follows) this.#followReports();
    const newest = Math.max(...this.plays.map((play) => play?.frame ?? 0));
    const mayGoOn = this.isFree ? this.frame < newest + 2 : this.frame - this.confirmed - 1 < MAX_PREDICTION;
    const isPaused = this.plays.some((play, seat) => play?.flags && !(this.report.out & (1 << seat)));
    if (this.makesInputs && !isPaused) {
      this.#sample(this.frame + this.settings.entries[this.self]!.delay);
      if (mayGoOn) this.frame++;
    }
    for (const seat of this.others) this.sendPlay(seat);
  }

  #sample(through: number): void {
    while (this.held[this.self]! < through) {
      const frame = ++this.held[this.self]!;
      this.rows[this.self]!.set(frame, this.settings.input(frame));
    }
  }

  /** Its inputs from a frame on, as a section. */
  section(start: number, end = this.held[this.self]!, seat = this.self): Section | undefined {
    if (start > end) return undefined;
    const last = Math.min(end, start + SECTION_FRAMES - 1);
    const rows = Array.from({ length: last - start + 1 }, (_, i) => this.rowOf(seat, start + i));
    return { seat, start, before: this.rowOf(seat, start - 1), rows };
  }

  /** What an honest machine would say to a seat now. */
  honestPlay(to: number): Play {
    const own = this.section(this.acked[to]! + 1);
    const { view, out, accuses, deaf, closing } = this.report;
    const isWhole = !(view | out | accuses | deaf | closing);
    return {
      ...{ type: TYPES.PLAY, flags: 0, report: isWhole ? undefined : this.report, frame: this.frame },
      ...{ held: [...this.held], times: undefined, checked: undefined, sections: own ? [own] : [] },
    };
  }

  sendPlay(to: number, play = this.bend(this.honestPlay(to), to)): void {
    if (play) this.sendRaw(to, play);
  }

  /** Seals and sends the fields as they are. */
  sendRaw(to: number, play: Play): void {
    const link = this.settings.links[to];
    if (!link) return;
    const { kind, body } = writePlay(play, this.self, link.sequence);
    this.#transmit(to, link, kind, body);
  }

  /** Seals and sends any body to a seat. */
  sendBody(to: number, typeAndFlags: number, body: readonly number[]): void {
    const link = this.settings.links[to];
    if (link) this.#transmit(to, link, typeAndFlags, body);
  }

  #transmit(to: number, link: HostileLink, kind: number, body: readonly number[]): void {
    this.sent[to]!++;
    this.settings.send(link.seal(kind, body), link.address);
  }

  /** What it seals packets to a seat with. */
  keyTo(seat: number): Key {
    return this.settings.links[seat]!.sealsWith;
  }

  /** Reads a sealed packet of a seat. True if it was one. */
  receive(packet: Packet, isCarried = false): boolean {
    const seat = this.settings.links.findIndex((link) => link?.opens(packet, isCarried));
    if (seat < 0) return false;
    if (isPlay(packet)) this.#readPlay(seat, packet);
    else if (typeOf(packet) === TYPES.RELAY) this.#readRelay(packet);
    return true;
  }

  #readPlay(from: number, packet: Packet): void {
    const seats = this.settings.entries.length;
    const rowBefore = (seat: number, frame: number): Row => this.rowOf(seat, frame);
    const play = readPlay(packet, { seats, from, near: this.frame, rowBefore });
    if (!play) return;
    this.plays[from] = play;
    this.silence[from] = 0;
    this.acked[from] = Math.max(this.acked[from]!, play.held[this.self]!);
    for (const section of play.sections) if ('rows' in section) this.#take(from, section);
  }

  #take(from: number, { seat, start, rows }: Extract<Section, { rows: readonly Row[] }>): void {
    // What others lend counts once the seat is being put out.
    if (seat === this.self || (seat !== from && !(this.report.closing & (1 << seat)))) return;
    rows.forEach((row, i) => {
      if (start + i !== this.held[seat]! + 1) return;
      this.held[seat]!++;
      this.rows[seat]!.set(start + i, row);
    });
  }

  #readRelay(packet: Packet): void {
    const relay = readRelay(packet);
    if (relay.target === this.self) {
      this.receive(relay.packet, true);
      return;
    }
    this.carried.push(relay);
    const bent = this.relays ? this.bendRelay(relay) : undefined;
    if (bent) this.sendBody(relay.target, TYPES.RELAY, writeRelay(bent));
  }

  /** Accuses whoever is silent or has left; else says what the lowest other seat that plays says. */
  #followReports(): void {
    const theirs =
      this.plays.find((play, seat) => play?.report && !(this.report.out & (1 << seat)))?.report ?? this.report;
    const closing = theirs.closing & ~this.bit;
    const gone = this.others.filter(
      (seat) => this.silence[seat]! > SILENT_TICKS || this.plays[seat]?.type === TYPES.BYE,
    );
    const accuses = gone.reduce((mask, seat) => mask | (1 << seat), closing) & ~theirs.out;
    this.report = { view: theirs.view, out: theirs.out & ~this.bit, accuses, deaf: 0, closing };
  }
}

// Honest machines and hostile clients in one room. The honest ones play the real match and are compared with an offline run
// at each frame that they confirm, unless the scenario says that a lie about inputs is part of it.
import type { MatchOptions } from '../src/index.js';
import type { LinkSettings } from '../test/match/network.js';
import { Truth } from '../test/match/offline.js';
import { createRandom, word, type Random } from '../test/match/random.js';
import { sensitiveGame, type Fields, type SensitiveOptions } from '../test/match/sensitive-game.js';
import { createWorld, type Machine, type MachineSettings, type World } from '../test/match/world.js';
import { HostileClient, type ClientSettings } from './client/hostile-client.js';
import { HostileServer } from './client/hostile-server.js';
import { introductionOf } from './client/introduction-of.js';
import { Overheard } from './client/stranger.js';
import type { Introduction } from './wire/hello.js';
import { seedOf } from './wire/meet.js';
import type { Row } from './wire/rows.js';

const TICK_MS = 1000 / 60;
/** Between two machines that come one after the other, so that seats follow the order of names. */
const APART_MS = 200;

export interface ArenaOptions {
  readonly seed?: number;
  readonly game?: SensitiveOptions;
  readonly options?: Partial<MatchOptions<Fields>>;
  readonly link?: Partial<LinkSettings>;
  /** False where hostile inputs differ from machine to machine, so that no offline run is the truth. */
  readonly verified?: boolean;
}

export type ClientChanges = Partial<ClientSettings>;

export class Arena {
  readonly world: World;
  readonly random: Random;
  readonly introduction: Introduction;
  readonly numPlayers: number;
  readonly clients: HostileClient[] = [];
  /** What honest machines said to everyone. */
  readonly overheard = new Overheard();
  readonly #setup: ArenaOptions;
  readonly #servers: HostileServer[] = [];

  constructor(setup: ArenaOptions = {}) {
    const { seed = 1, game = {}, options = {}, link = { latencyMs: 20 } } = setup;
    const sensitive = sensitiveGame(game);
    this.#setup = setup;
    this.numPlayers = sensitive.numPlayers;
    this.world = createWorld({ seed, game: sensitive, link, options });
    this.random = createRandom(seed ^ 0xe711);
    this.introduction = introductionOf({ game: sensitive, ...options });
  }

  get now(): number {
    return this.world.now();
  }

  get machines(): readonly Machine[] {
    return this.world.machines;
  }

  honest(name: string, settings: MachineSettings = {}): Machine {
    // An ear in the room.
    this.world.network.join('ear');
    this.world.network.link(name, 'ear').tap = this.overheard.tap(name);
    return this.world.machine(name, { verified: this.#setup.verified ?? true, ...settings });
  }

  /** A hostile client in the room. Its inputs are part of the truth that honest machines are compared with. */
  hostile(address: string, changes: ClientChanges = {}): HostileClient {
    const { inputWords = 1 } = this.#setup.game ?? {};
    const random = createRandom(word(this.random));
    const row = (): number[] => Array.from({ length: inputWords * (changes.players ?? 1) }, () => word(random));
    let sample: (frame: number, row: Row) => void = () => undefined;
    const input = (frame: number): Row => {
      const made = changes.input ? changes.input(frame) : row();
      sample(frame, made);
      return made;
    };
    const client = new HostileClient({
      ...{ network: this.world.network, address, numPlayers: this.numPlayers, inputWords, random },
      introduction: this.introduction,
      ...changes,
      input,
      onStart: (started, seed) => {
        changes.onStart?.(started, seed);
        if (this.#setup.verified !== false) sample = this.#owner(started, seed);
      },
    });
    this.clients.push(client);
    return client;
  }

  /** Makes a client that plays serve those who watch. */
  serving(client: HostileClient): HostileServer {
    const seed = seedOf(client.entries, this.introduction.terms);
    const { game = {}, options = {} } = this.#setup;
    const truth = new Truth(sensitiveGame(game), this.world.log(seed), seed, options.onDrop ?? 'end');
    const server = new HostileServer(client, truth);
    this.#servers.push(server);
    return server;
  }

  /** Gives the offline run what the client samples. */
  #owner(client: HostileClient, seed: number): (frame: number, row: Row) => void {
    const log = this.world.log(seed);
    const { entries, player } = client;
    const first = entries.slice(0, player.self).reduce((sum, { players }) => sum + players, 0);
    const { players, delay } = entries[player.self]!;
    for (let i = 0; i < players; i++) log.own(first + i, client.address, delay);
    return (frame, row) => {
      for (let i = 0; i < players; i++) log.sample(first + i, frame, row.slice(i * log.words, (i + 1) * log.words));
    };
  }

  #tick(): void {
    for (const client of this.clients) client.tick();
    for (const server of this.#servers) server.tick();
  }

  /** One tick of every client, and a sixtieth of a second for the machines. */
  step(): void {
    this.#tick();
    this.world.run(TICK_MS);
  }

  run(ms: number, each: () => void = () => undefined): void {
    for (const end = this.now + ms; this.now < end - 1;) {
      each();
      this.step();
    }
  }

  /** The same, with `each` four times a tick: whatever it sends comes before and after every packet of the others. */
  runThroughout(ms: number, each: () => void): void {
    for (const end = this.now + ms; this.now < end - 1;) {
      this.#tick();
      for (let quarter = 0; quarter < 4; quarter++) {
        each();
        this.world.run(TICK_MS / 4);
      }
    }
  }

  /** @throws Error when it is not so within `limitMs` */
  until(what: string, isSo: () => boolean, limitMs = 20_000, each: () => void = () => undefined): void {
    for (const end = this.now + limitMs; !isSo();) {
      if (this.now >= end)
        throw new Error(`seed ${this.world.seed}: not within ${limitMs} ms: ${what}\n${this.show()}`);
      each();
      this.step();
    }
  }

  show(): string {
    const machines = this.machines.map(({ name, match, happenings }) => {
      const events = happenings.map(
        ({ name: event, at, detail }) => `${Math.round(at)} ${event} ${JSON.stringify(detail)}`,
      );
      const { session, counters } = match;
      const where = `frame ${session.frame()}, confirmed ${session.confirmedFrame()}, dropped ${counters.droppedPackets}`;
      return `${name}: ${match.state}, ${where}\n    ${events.join('\n    ')}`;
    });
    const clients = this.clients.map(({ address, seat }) => {
      return `${address}: ${seat ? `seat ${seat.self}, frame ${seat.frame}, held ${String(seat.held)}` : 'no seat'}`;
    });
    return [...machines, ...clients].join('\n  ');
  }

  /**
   * A match with these names in seat order; the first coordinates. Names in `hostile` are clients. Runs until all honest
   * machines have confirmed `frame`.
   */
  play(names: readonly string[], hostile: Readonly<Record<string, ClientChanges>>, frame = 60): void {
    names.forEach((name, i) => {
      const changes = hostile[name];
      if (changes) this.hostile(name, { ...(i === 0 && { host: true, coordinates: true }), ...changes });
      else this.honest(name, { options: { host: i === 0 } });
      this.run(APART_MS);
    });
    this.until(`the match of ${names.join()} at frame ${frame}`, () =>
      this.machines.every((each) => reached(each) >= frame),
    );
  }

  machine(name: string): Machine {
    const found = this.machines.find((each) => each.name === name);
    if (!found) throw new Error(`no machine ${name}`);
    return found;
  }
}

/** The last frame that a machine has confirmed and simulated. */
export const reached = ({ match: { session } }: Machine): number =>
  Math.min(session.confirmedFrame(), session.frame() - 1);

export const dropped = ({ match }: Machine): number => match.counters.droppedPackets;

export const seatOf = ({ match }: Machine): number => match.localHandles[0]!;

// Machines that play a match over the test network, each at its own pace by its own clock, and each checked against the
// offline truth at every frame that it confirms.
import {
  createMatch,
  type Advance,
  type Game,
  type InputValue,
  type Match,
  type MatchEvents,
  type MatchOptions,
  type PeerId,
} from '../../src/index.js';
import { createNetwork, type LinkSettings, type Network } from './network.js';
import { Cuts, InputLog, Truth } from './offline.js';
import { createRandom, word, type Random } from './random.js';
import type { Fields } from './sensitive-game.js';

type EventName = keyof MatchEvents;
export type Happening = {
  [E in EventName]: { readonly name: E; readonly detail: MatchEvents[E]; readonly at: number };
}[EventName];

const EVENT_NAMES: readonly EventName[] = [
  'start',
  'reject',
  'join',
  'interrupt',
  'resume',
  'drop',
  'desync',
  'pause',
  'unpause',
  'end',
];

/** What one local player presses at a tick: `words` values. */
export type Hands = (localPlayer: number, words: number, random: Random) => number[];

/** Every bit anew at every tick. */
export const wild: Hands = (_player, words, random) => Array.from({ length: words }, () => word(random));

/** Buttons as a person holds them: six bits, one of them changes every tenth of a second or so. */
export function buttons(every = 6): Hands {
  const held: number[][] = [];
  return (player, words, random) => {
    const keys = (held[player] ??= new Array<number>(words).fill(0));
    if (random() < 1 / every) keys[Math.floor(random() * words)]! ^= 1 << Math.floor(random() * 6);
    return [...keys];
  };
}

export interface MachineSettings {
  options?: Partial<MatchOptions<Fields>>;
  /** Its game, where it is not the world's. */
  game?: Game<Fields>;
  hands?: Hands;
  /** ms of the world before its first tick. */
  phaseMs?: number;
  /** Its clock, and the rate of its loop: 1.02 is 2 % fast. */
  speed?: number;
  /** What its clock shows when it runs at the right speed, from ms. */
  clock?: (ms: number) => number;
  /** Whether its loop honours pacing(), default true. */
  paced?: boolean;
  /** Whether its frames are compared with the truth, default true. */
  verified?: boolean;
  /** The address under which it joins, default its name. */
  address?: PeerId;
}

export interface Machine {
  readonly name: string;
  readonly match: Match<Fields>;
  readonly options: MatchOptions<Fields>;
  /** How its loop goes: 'poll' as a hidden page does, 'off' as a machine without power. */
  mode: 'advance' | 'poll' | 'off';
  hands: Hands;
  readonly happenings: Happening[];
  readonly results: Record<Advance, number>;
  /** The first frame that it simulated. */
  firstFrame: number;
  /** Confirmed frames compared with the truth so far. */
  verified: number;
  truth: Truth | undefined;
  setInputDelay(frames: number): void;
  /** One tick by hand, outside the loop. */
  tick(): Advance;
  /** The details of every event of that name. */
  events<E extends EventName>(name: E): MatchEvents[E][];
  /** ms of the world at its first event of that name, or undefined. */
  when(name: EventName): number | undefined;
}

export interface World {
  readonly network: Network;
  readonly seed: number;
  readonly random: Random;
  readonly machines: readonly Machine[];
  now(): number;
  machine(name: string, settings?: MachineSettings): Machine;
  /** What is sampled in the match of an agreed seed: for machines that are none of the world's. */
  log(agreed: number): InputLog;
  /** Lets `ms` go by. */
  run(ms: number): void;
  /** Lets time go by until `done`. @throws Error when it is not within `limitMs` */
  until(what: string, done: () => boolean, limitMs?: number): void;
  /** Until every machine is at a frame confirmed at or past `frame`. */
  play(frame: number, limitMs?: number, machines?: readonly Machine[]): void;
}

export interface WorldOptions {
  seed: number;
  game: Game<Fields>;
  link?: Partial<LinkSettings>;
  /** Of every machine. */
  options?: Partial<MatchOptions<Fields>>;
}

export function createWorld({ seed, game, link, options: common = {} }: WorldOptions): World {
  const network = createNetwork(seed, link);
  const random = createRandom(seed ^ 0x5eed);
  const machines: Machine[] = [];
  const loops: { readonly machine: Machine; readonly speed: number; readonly paced: boolean; next: number }[] = [];
  /** By the seed that the match agreed on: what was sampled, and the cuts that its machines told of. */
  const records = new Map<number, { readonly log: InputLog; readonly cuts: Cuts }>();

  const recordOf = (agreed: number): { readonly log: InputLog; readonly cuts: Cuts } => {
    const record = records.get(agreed) ?? { log: new InputLog(game.inputWords ?? 1), cuts: new Cuts() };
    records.set(agreed, record);
    return record;
  };

  const fault = (machine: Machine, what: string): never => {
    throw new Error(`world of seed ${seed}, ${network.now().toFixed(1)} ms, machine ${machine.name}: ${what}`);
  };

  const verify = (machine: Machine): void => {
    const { session } = machine.match;
    const { truth } = machine;
    if (!truth) return;
    const through = Math.min(session.confirmedFrame(), session.frame() - 1);
    while (truth.frame < through) {
      try {
        truth.step();
      } catch (error) {
        fault(machine, String(error));
      }
      // A machine that came in mid-match has not seen what was before.
      if (truth.frame < machine.firstFrame) continue;
      if (truth.frame < session.frame() - session.depth())
        fault(machine, `confirmed frame ${truth.frame} is not kept any more`);
      const difference = truth.difference(session.stateAt(truth.frame));
      if (difference) fault(machine, `after frame ${truth.frame} ${difference}`);
      if (session.checksumAt(truth.frame) !== truth.checksum())
        fault(machine, `another checksum after frame ${truth.frame}`);
      machine.verified++;
    }
  };

  const machine = (name: string, settings: MachineSettings = {}): Machine => {
    const {
      hands = wild,
      phaseMs = random() * 16,
      speed = 1,
      clock = (ms: number) => ms,
      paced = true,
      verified = true,
      address = name,
    } = settings;
    const own = createRandom(word(random));
    const options: MatchOptions<Fields> = {
      game: settings.game ?? game,
      transport: network.join(address),
      now: () => clock(network.now() * speed),
      random: () => word(own),
      ...common,
      ...settings.options,
    };
    const { inputWords = 1, numPlayers } = options.game;
    const players = options.role === 'spectator' ? 0 : (options.localPlayers ?? (options.transport ? 1 : numPlayers));
    const agreedDelay = options.transport ? (options.inputDelay ?? 2) : 0;
    let delay = agreedDelay;
    let log: InputLog | undefined;
    let cuts: Cuts | undefined;
    const machine: Machine = {
      name,
      options,
      match: createMatch(options),
      mode: 'advance',
      hands,
      happenings: [],
      firstFrame: 0,
      results: { advanced: 0, stalled: 0, waiting: 0, paused: 0, ended: 0 },
      verified: 0,
      truth: undefined,
      setInputDelay(frames) {
        machine.match.setInputDelay(frames);
        delay = frames;
      },
      tick() {
        const { match } = machine;
        const values = Array.from({ length: players }, (_, player) => machine.hands(player, inputWords, own));
        const inputs: InputValue[] = values.map((words) => (inputWords === 1 ? words[0]! : words));
        const due = match.session.frame() + delay;
        const result = match.advance(players === 1 ? inputs[0] : players ? inputs : undefined);
        machine.results[result]++;
        if (log && (result === 'advanced' || result === 'stalled')) {
          match.localHandles.forEach((player, i) => log!.sample(player, due, values[i]!));
        }
        verify(machine);
        return result;
      },
      events: (wanted) => machine.happenings.filter((each) => each.name === wanted).map((each) => each.detail) as never,
      when: (wanted) => machine.happenings.find((each) => each.name === wanted)?.at,
    };
    for (const event of EVENT_NAMES) {
      machine.match.on(event, (detail) => {
        // The name and the detail of one and the same event.
        machine.happenings.push({ name: event, detail, at: network.now() } as Happening);
      });
    }
    machine.match.on('start', ({ seed: agreed, localHandles }) => {
      ({ log, cuts } = recordOf(agreed));
      machine.firstFrame = machine.match.session.frame();
      // One that is back has its handles already: the others said so.
      if (!options.ticket) for (const player of localHandles) log.own(player, name, agreedDelay);
      // Who plays from the beginning is told of each drop itself.
      const own = options.role === 'spectator' ? cuts : options.ticket ? cuts.copy() : new Cuts();
      if (verified) machine.truth = new Truth(game, log, agreed, options.onDrop ?? 'end', own);
    });
    const noted = (note: () => void): void => {
      try {
        note();
      } catch (error) {
        fault(machine, String(error));
      }
    };
    machine.match.on('drop', ({ handles, lastFrame }) =>
      noted(() => {
        for (const player of handles) {
          machine.truth?.cut(player, lastFrame);
          cuts?.cut(player, lastFrame);
        }
      }),
    );
    machine.match.on('join', ({ peer, handles, frame, rejoined }) =>
      noted(() => {
        if (!rejoined || !log) return;
        for (const player of handles) {
          const isSamePage = cuts?.latest(player) === frame - 1;
          machine.truth?.reenter(player, frame);
          cuts?.end(player, frame);
          // It goes on with what it had sampled already.
          if (isSamePage) continue;
          const before = new Uint32Array(inputWords);
          machine.truth?.input(player, frame - 1, before);
          log.reenter(player, peer, frame, [...before]);
        }
      }),
    );
    machines.push(machine);
    loops.push({ machine, speed, paced, next: network.now() + phaseMs });
    return machine;
  };

  const run = (until: number, done?: () => boolean): boolean => {
    for (;;) {
      let first = loops[0];
      for (const loop of loops) if (!first || loop.next < first.next) first = loop;
      const next = first?.next ?? Infinity;
      if (next > until) {
        network.advance(until);
        return false;
      }
      network.advance(next);
      const { machine, speed, paced } = first!;
      const { hz = 60 } = machine.options.game;
      if (machine.mode === 'advance') machine.tick();
      else if (machine.mode === 'poll') {
        machine.match.poll();
        verify(machine);
      }
      const rate = paced && machine.mode === 'advance' ? machine.match.pacing() : 1;
      if (!(rate >= 0.9 && rate <= 1.1)) fault(machine, `pacing() is ${rate}`);
      first!.next += 1000 / (hz * speed * rate);
      if (done?.()) return true;
    }
  };

  return {
    network,
    seed,
    random,
    machines,
    now: network.now,
    machine,
    log: (agreed) => recordOf(agreed).log,
    run: (ms) => void run(network.now() + ms),
    until(what, done, limitMs = 60_000) {
      if (!done() && !run(network.now() + limitMs, done)) {
        const states = machines.map(
          (each) =>
            `${each.name}: ${each.match.state} at ${each.match.session.frame()}, confirmed ${each.match.session.confirmedFrame()}`,
        );
        throw new Error(`world of seed ${seed}: not within ${limitMs} ms: ${what} (${states.join('; ')})`);
      }
    },
    play(frame, limitMs = frame * 60 + 30_000, who = machines) {
      this.until(
        `frame ${frame} confirmed everywhere`,
        () => who.every(({ match }) => Math.min(match.session.confirmedFrame(), match.session.frame() - 1) >= frame),
        limitMs,
      );
    },
  };
}

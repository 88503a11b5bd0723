// Machines that play over the simulated network, each with a recorder, and a note of the checksum of every frame that
// each found certain.
import {
  createMatch,
  createPRNG,
  defineGame,
  nextPRNG,
  openReplay,
  recordMatch,
  type Game,
  type Match,
  type MatchOptions,
  type Recorder,
} from '../../src/index.js';
import {
  createHeldInputs,
  createSimulatedNetwork,
  type LinkProfile,
  type SimulatedNetwork,
} from '../../src/testing.js';

export const FIELDS = {
  small: { type: Uint8Array, length: 5 },
  rng: { type: Uint32Array, length: 1 },
  hash: { type: Int32Array, length: 9 },
  wide: { type: Float64Array, length: 2 },
} as const;
export type Sums = Game<typeof FIELDS>;

/** Folds every bit of every input into its state for good: equal states mean equal inputs. */
export function sums(numPlayers: number, change: Partial<Sums> = {}): Sums {
  return defineGame({
    id: 'sums/1',
    fields: FIELDS,
    numPlayers,
    init({ rng, hash }, seed) {
      rng[0] = seed;
      hash[8] = seed;
    },
    simulate({ small, rng, hash, wide }, inputs, frame) {
      let h = hash[0]!;
      for (let i = 0; i < inputs.length; i++) h = Math.imul(h ^ inputs[i]!, 0x9e3779b1) + i;
      h ^= nextPRNG(rng, 0);
      hash[0] = h ^ (h >>> 15);
      hash[1 + (frame & 7)] = h;
      small[frame % 5] = h;
      wide[0] = wide[0]! * 0.5 + (h >>> 9);
    },
    ...change,
  });
}

export interface Machine {
  readonly name: string;
  readonly match: Match<typeof FIELDS>;
  readonly recorder: Recorder;
  /** By frame, the match's own checksum once the frame was certain. */
  readonly sums: number[];
  /** Players there. */
  readonly players: number;
  off: boolean;
}

export interface Party {
  readonly network: SimulatedNetwork;
  readonly machines: readonly Machine[];
  /** One tick of every machine that is on, and 16 ms of the network, `count` times or until `done`. */
  run(count: number, done?: () => boolean): void;
  add(name: string, options?: Partial<MatchOptions<typeof FIELDS>>): Machine;
}

/** `mask`: which bits of an input the players have. */
export function createParty(game: Sums, seed: number, link: LinkProfile, mask = 15): Party {
  const network = createSimulatedNetwork({ seed, ...link });
  const hands = createHeldInputs(seed, game.inputWords ?? 1);
  const random = createPRNG(seed + 1);
  const machines: Machine[] = [];
  const press = (player: number, frame: number): Uint32Array => {
    const out = new Uint32Array(game.inputWords ?? 1);
    hands(player, frame, out);
    return out.map((word) => word & mask);
  };
  return {
    network,
    machines,
    add(name, options = {}) {
      const match = createMatch({
        game,
        transport: network.transport(name),
        now: network.now,
        random: () => random.int32() >>> 0,
        ...options,
      });
      const machine: Machine = {
        name,
        match,
        recorder: recordMatch(match),
        sums: [],
        players: options.role === 'spectator' ? 0 : (options.localPlayers ?? 1),
        off: false,
      };
      machines.push(machine);
      return machine;
    },
    run(count, done) {
      for (let i = 0; i < count; i++) {
        if (done?.()) return;
        for (const { match, sums, players, off } of machines) {
          if (off) continue;
          const { session, localHandles } = match;
          // The handles are not known before the start; what is pressed then goes nowhere.
          const inputs = Array.from({ length: players }, (_, local) =>
            press(localHandles[local] ?? 0, session.frame()),
          );
          match.advance(players > 1 ? inputs : inputs[0]);
          const certain = Math.min(session.confirmedFrame(), session.frame() - 1 - Number(match.state === 'running'));
          for (let frame = Math.max(0, session.frame() - session.depth()); frame <= certain; frame++)
            sums[frame] ??= session.checksumAt(frame);
        }
        network.advance(16);
      }
      if (done && !done()) throw new Error(`seed ${seed}: not done after ${count} ticks`);
    },
  };
}

/** Every player's input of every frame of a replay. */
export function inputsIn(game: Sums, bytes: Uint8Array): { readonly start: number; readonly frames: number[][] } {
  const player = openReplay(game, bytes);
  const out = new Uint32Array(game.inputWords ?? 1);
  const frames = Array.from({ length: player.frames }, (_, i) =>
    Array.from(
      { length: game.numPlayers },
      (_, handle) => (player.inputAt(handle, player.startFrame + i, out), [...out]),
    ).flat(),
  );
  return { start: player.startFrame, frames };
}

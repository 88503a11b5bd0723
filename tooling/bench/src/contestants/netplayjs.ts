// netplayjs 0.4.1: its class RollbackNetcode, built from the sources that the package ships, in production mode; as its
// own wrapper drives it, on the host, which is the cheaper side. (A guest also simulates again for every state that the
// host sends.)
import { RollbackNetcode } from 'netplayjs/rollback';
import { NetplayInput, NetplayPlayer, NetplayState } from 'netplayjs/types';
import { DEPTH, initial, lengthsOf, localInput, remoteInput, type Contestant } from './contestant.js';

const HERE = new NetplayPlayer(0, true, true);
const THERE = new NetplayPlayer(1, false, false);

class Press extends NetplayInput<Press> {
  readonly bits: number;

  constructor(bits: number) {
    super();
    this.bits = bits;
  }
}

const filled = (length: number): number[] => Array.from({ length }, (_, i) => initial(i));

/** As in the README's quick start: plain members, which the library serializes by itself. */
class ReadmeState extends NetplayState<Press> {
  readonly x: number[];
  readonly y: number[];
  readonly v: number[];
  // Private members are not serialized.
  #simulated = 0;

  constructor(bytes: number) {
    super();
    const lengths = lengthsOf(bytes);
    this.x = filled(lengths.x);
    this.y = filled(lengths.y);
    this.v = filled(lengths.v);
  }

  get simulated(): number {
    return this.#simulated;
  }

  tick(inputs: Map<NetplayPlayer, Press>): void {
    const { x, y, v } = this;
    this.#simulated++;
    v[0] = (v[0]! + (inputs.get(HERE)?.bits ?? 0)) & 1023;
    v[1] = (v[1]! + (inputs.get(THERE)?.bits ?? 0)) & 1023;
    x[0] = (x[0]! + v[0]!) & 65535;
    x[1] = (x[1]! + v[1]!) & 65535;
    y[0] = x[0]! ^ x[1]!;
  }
}

function restore(cells: number[], saved: readonly number[]): void {
  for (let i = 0; i < cells.length; i++) cells[i] = saved[i] ?? 0;
}

/** Hands its arrays to the library's JSON as they are, and takes the values back in place. */
class FastestState extends ReadmeState {
  override serialize() {
    return { x: this.x, y: this.y, v: this.v };
  }

  override deserialize(value: unknown): void {
    const saved = value as { x: number[]; y: number[]; v: number[] }; // what serialize gave, after JSON
    restore(this.x, saved.x);
    restore(this.y, saved.y);
    restore(this.v, saved.v);
  }
}

/** The wrapper's own number. */
const MAX_PREDICTED = 10;

export function createNetplayJs(bytes: number, written: 'readme' | 'fastest'): Contestant {
  const state = written === 'readme' ? new ReadmeState(bytes) : new FastestState(bytes);
  const nothing = new Press(0);
  const netcode: RollbackNetcode<ReadmeState, Press> = new RollbackNetcode(
    true,
    state,
    [HERE, THERE],
    new Map([
      [HERE, nothing],
      [THERE, nothing],
    ]),
    MAX_PREDICTED,
    undefined,
    1000 / 60,
    () => new Press(localInput(netcode.currentFrame())),
    () => {},
    () => {},
  );
  let told = 0;
  // Its frame f is the state after f steps: the input of our frame f carries the number f + 1.
  const tell = (): void => {
    netcode.onRemoteInput(told + 1, THERE, new Press(remoteInput(told)));
    told++;
  };
  /**
   * It frees states only when an input comes late: without this it would keep every one, and look at each of them every
   * frame.
   */
  const trim = (): void => {
    while (netcode.history.length > 2) netcode.history.shift();
  };
  return {
    onTime(count) {
      for (let i = 0; i < count; i++) {
        tell();
        netcode.tick();
        trim();
      }
    },
    late(count) {
      for (let i = 0; i < count; i++) {
        if (netcode.currentFrame() >= DEPTH) tell();
        netcode.tick();
      }
    },
    finish() {
      while (told <= netcode.currentFrame()) tell();
      netcode.tick();
      return [state.x, state.y, state.v];
    },
    simulated: () => state.simulated,
    frame: () => netcode.currentFrame(),
  };
}

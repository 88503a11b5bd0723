// rollback-netcode 0.0.6: its engine as its own session drives it.
import { asPlayerId, asTick, RollbackEngine, type Game, type PlayerId } from 'rollback-netcode';
import { DEPTH, initial, lengthsOf, localInput, remoteInput, type Contestant } from './contestant.js';

const HERE = asPlayerId('here');
const THERE = asPlayerId('there');

interface Cells {
  readonly x: number[] | Int32Array;
  readonly y: number[] | Int32Array;
  readonly v: number[] | Int32Array;
}
interface State extends Cells, Game {
  simulated: number;
}

/** The state is one byte array, which is never serialized, and a hash costs nothing. */
function fastestGame(bytes: number): State {
  const lengths = lengthsOf(bytes);
  const state = new Uint8Array(bytes);
  const x = new Int32Array(state.buffer, 0, lengths.x);
  const y = new Int32Array(state.buffer, lengths.x * 4, lengths.y);
  const v = new Int32Array(state.buffer, (lengths.x + lengths.y) * 4, lengths.v);
  for (const cells of [x, y, v]) for (let i = 0; i < cells.length; i++) cells[i] = initial(i);
  const game = {
    x,
    y,
    v,
    simulated: 0,
    // The engine copies what it is given, so it is given the state itself.
    serialize: () => state,
    deserialize: (saved: Uint8Array) => state.set(saved),
    // It asks for one after every frame; ours takes one every 30.
    hash: () => 0,
    step(inputs: Map<PlayerId, Uint8Array>) {
      game.simulated++;
      v[0] = (v[0]! + (inputs.get(HERE)?.[0] ?? 0)) & 1023;
      v[1] = (v[1]! + (inputs.get(THERE)?.[0] ?? 0)) & 1023;
      x[0] = (x[0]! + v[0]!) & 65535;
      x[1] = (x[1]! + v[1]!) & 65535;
      y[0] = x[0]! ^ x[1]!;
    },
  };
  return game;
}

/**
 * As in the README's quick start: numbers, written one by one through a DataView of a new buffer, and a hash of all of
 * them.
 */
function readmeGame(bytes: number): State {
  const lengths = lengthsOf(bytes);
  const filled = (length: number): number[] => Array.from({ length }, (_, i) => initial(i));
  const [x, y, v] = [filled(lengths.x), filled(lengths.y), filled(lengths.v)];
  const game = {
    x,
    y,
    v,
    simulated: 0,
    serialize() {
      const view = new DataView(new ArrayBuffer(bytes));
      let at = 0;
      for (const value of x) view.setInt32((at += 4) - 4, value);
      for (const value of y) view.setInt32((at += 4) - 4, value);
      for (const value of v) view.setInt32((at += 4) - 4, value);
      return new Uint8Array(view.buffer);
    },
    deserialize(saved: Uint8Array) {
      const view = new DataView(saved.buffer, saved.byteOffset, saved.byteLength);
      let at = 0;
      for (let i = 0; i < x.length; i++) x[i] = view.getInt32((at += 4) - 4);
      for (let i = 0; i < y.length; i++) y[i] = view.getInt32((at += 4) - 4);
      for (let i = 0; i < v.length; i++) v[i] = view.getInt32((at += 4) - 4);
    },
    hash() {
      let hash = 0;
      for (const value of x) hash = (hash * 31 + value) | 0;
      for (const value of y) hash = (hash * 31 + value) | 0;
      for (const value of v) hash = (hash * 31 + value) | 0;
      return hash;
    },
    step(inputs: Map<PlayerId, Uint8Array>) {
      game.simulated++;
      v[0] = (v[0]! + (inputs.get(HERE)?.[0] ?? 0)) & 1023;
      v[1] = (v[1]! + (inputs.get(THERE)?.[0] ?? 0)) & 1023;
      x[0] = (x[0]! + v[0]!) & 65535;
      x[1] = (x[1]! + v[1]!) & 65535;
      y[0] = x[0]! ^ x[1]!;
    },
  };
  return game;
}

export function createRollbackNetcode(bytes: number, written: 'readme' | 'fastest'): Contestant {
  const game = written === 'readme' ? readmeGame(bytes) : fastestGame(bytes);
  const engine = new RollbackEngine({ localPlayerId: HERE, game });
  engine.addPlayer(THERE, asTick(0));
  const input = new Uint8Array(1);
  let told = 0;
  const tell = (): void => {
    input[0] = remoteInput(told);
    engine.receiveRemoteInput(THERE, asTick(told), input);
    told++;
  };
  const advance = (): void => {
    input[0] = localInput(engine.currentTick);
    engine.setLocalInput(engine.currentTick, input);
    engine.tick();
  };
  return {
    onTime(count) {
      for (let i = 0; i < count; i++) {
        tell();
        advance();
      }
    },
    late(count) {
      for (let i = 0; i < count; i++) {
        if (engine.currentTick >= DEPTH) tell();
        advance();
      }
    },
    finish() {
      while (told <= engine.currentTick) tell();
      advance();
      return [game.x, game.y, game.v];
    },
    simulated: () => game.simulated,
    frame: () => engine.currentTick,
  };
}

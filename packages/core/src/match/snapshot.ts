import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { Table } from './table.js';

// A snapshot, in the words of a Uint32Array: what a machine needs to go on from after `frame`.
// 0                view
// 1                mask of the seats that are out
// 2 …              the inputs of `frame`, numPlayers × inputWords: what guesses and onDrop 'repeat' start from
// …                the state after `frame`
const HEADER = 2;

const inputsIn = <F extends FieldSpecs>({ settings }: Table<F>): number => settings.game.numPlayers * settings.inputWords;

/** Bytes of a snapshot. */
export const snapshotBytes = <F extends FieldSpecs>(table: Table<F>): number =>
  (HEADER + inputsIn(table) + table.engine.ring.live.length) * 4;

/** The snapshot after a frame that is confirmed, simulated and still in the ring. */
export function takeSnapshot<F extends FieldSpecs>(table: Table<F>, frame: Frame): Uint8Array {
  const { engine, settings } = table;
  const { ring, inputs, session } = engine;
  const { inputWords } = settings;
  const words = new Uint32Array(snapshotBytes(table) / 4);
  words[0] = table.view;
  words[1] = table.dropped;
  for (let i = 0; i < inputsIn(table); i++) {
    const from = inputs.realAt(Math.floor(i / inputWords), frame);
    words[HEADER + i] = from < 0 ? 0 : inputs.words[from + (i % inputWords)]!;
  }
  const at = ring.wordsAt(session.frame() - 1 - frame);
  words.set(ring.words.subarray(at, at + ring.live.length), HEADER + inputsIn(table));
  return new Uint8Array(words.buffer);
}

/** Goes on from a snapshot after `frame`: the session stands at frame+1, with everything before it confirmed. */
export function useSnapshot<F extends FieldSpecs>(table: Table<F>, frame: Frame, bytes: Uint8Array, delay: number): void {
  const { engine, settings, self } = table;
  const { inputWords, game } = settings;
  const words = new Uint32Array(bytes.buffer);
  table.view = words[0]! & 7;
  table.dropped = words[1]! & 15;
  engine.restart(frame + 1, new Array<Frame>(game.numPlayers).fill(0), self.first, delay);
  for (let player = 0; player < game.numPlayers; player++) {
    const input = words.subarray(HEADER + player * inputWords, HEADER + (player + 1) * inputWords);
    engine.inputs.write(player, frame, input);
    engine.inputs.words.set(input, engine.inputs.usedAt(player, frame));
  }
  engine.ring.live.set(words.subarray(HEADER + inputsIn(table)));
}

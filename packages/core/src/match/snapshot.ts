import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow } from '../wire/input-rows.js';
import { SNAPSHOT_HEADER } from '../wire/limits.js';
import type { Table } from './table.js';

// A snapshot, in the words of a Uint32Array: what a machine needs to go on from after `frame`.
// 0                view
// 1                mask of the seats that are out
// 2 …              the inputs of `frame`, numPlayers × inputWords: what guesses and onDrop 'repeat' start from
// …                the state after `frame`
/** Index of the state's first word. */
const stateIn = <F extends FieldSpecs>({ settings }: Table<F>): number =>
  SNAPSHOT_HEADER + settings.game.numPlayers * settings.inputWords;

/** Bytes of a snapshot. */
export const snapshotBytes = <F extends FieldSpecs>(table: Table<F>): number =>
  (stateIn(table) + table.sessionParts.ring.live.length) * 4;

/** The snapshot after a frame that is confirmed, simulated and still in the ring. */
export function takeSnapshot<F extends FieldSpecs>(table: Table<F>, frame: Frame): Uint8Array {
  const { settings, session, inputs, sessionParts } = table;
  const { ring } = sessionParts;
  const words = new Uint32Array(snapshotBytes(table) / 4);
  words[0] = table.view;
  words[1] = table.dropped;
  copyRow(inputs, settings.inputWords, 0, settings.game.numPlayers, frame, words.subarray(SNAPSHOT_HEADER));
  const at = ring.wordsAt(session.frame() - 1 - frame);
  words.set(ring.words.subarray(at, at + ring.live.length), stateIn(table));
  return new Uint8Array(words.buffer);
}

/** Goes on from a snapshot after `frame`: the session stands at frame+1, with everything before it confirmed. */
export function useSnapshot<F extends FieldSpecs>(table: Table<F>, frame: Frame, bytes: Uint8Array): void {
  const { settings, session, inputs, sessionParts } = table;
  const { inputWords, game } = settings;
  const words = new Uint32Array(bytes.buffer);
  table.view = words[0]! & 7;
  table.dropped = words[1]! & 15;
  sessionParts.restart(frame + 1, new Array<Frame>(game.numPlayers).fill(0), table.self.first, session.inputDelay);
  for (let player = 0; player < game.numPlayers; player++) {
    const input = words.subarray(SNAPSHOT_HEADER + player * inputWords, SNAPSHOT_HEADER + (player + 1) * inputWords);
    inputs.write(player, frame, input);
    inputs.useReal(player, frame);
  }
  sessionParts.ring.live.set(words.subarray(stateIn(table)));
}

import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow } from '../wire/input-rows.js';
import { SNAPSHOT_HEADER } from '../wire/limits.js';
import type { MatchContext } from './context.js';

// A snapshot, in the words of a Uint32Array: what a machine needs to go on from after `frame`.
// 0                view
// 1                mask of the seats that are out
// 2 …              the inputs of `frame`, numPlayers × inputWords: what guesses and onDrop 'repeat' start from
// …                the state after `frame`

export interface Snapshot {
  readonly view: number;
  readonly out: number;
}

/** Index of the state's first word. */
const stateIn = <F extends FieldSpecs>({ settings }: MatchContext<F>): number =>
  SNAPSHOT_HEADER + settings.game.numPlayers * settings.inputWords;

/** Bytes of a snapshot. */
export const snapshotBytes = <F extends FieldSpecs>(context: MatchContext<F>): number =>
  (stateIn(context) + context.parts.ring.live.length) * 4;

/** The snapshot after a frame that is confirmed, simulated and still in the ring. */
export function takeSnapshot<F extends FieldSpecs>(
  context: MatchContext<F>,
  { view, out }: Snapshot,
  frame: Frame,
): Uint8Array {
  const { settings, parts } = context;
  const { session, inputs, ring } = parts;
  const words = new Uint32Array(snapshotBytes(context) / 4);
  words[0] = view;
  words[1] = out;
  copyRow(inputs, settings.inputWords, 0, settings.game.numPlayers, frame, words.subarray(SNAPSHOT_HEADER));
  const at = ring.wordsAt(session.frame() - 1 - frame);
  words.set(ring.words.subarray(at, at + ring.live.length), stateIn(context));
  return new Uint8Array(words.buffer);
}

/** Goes on from a snapshot after `frame`: the session stands at frame+1, with everything before it confirmed. */
export function useSnapshot<F extends FieldSpecs>(
  context: MatchContext<F>,
  frame: Frame,
  bytes: Uint8Array<ArrayBuffer>,
  localPlayer: number,
): Snapshot {
  const { settings, parts } = context;
  const { session, inputs, ring } = parts;
  const { inputWords, game } = settings;
  const words = new Uint32Array(bytes.buffer);
  parts.restart(frame + 1, new Array<Frame>(game.numPlayers).fill(0), localPlayer, session.inputDelay);
  for (let player = 0; player < game.numPlayers; player++) {
    const at = SNAPSHOT_HEADER + player * inputWords;
    const input = words.subarray(at, at + inputWords);
    inputs.write(player, frame, input);
    inputs.useReal(player, frame);
  }
  ring.live.set(words.subarray(stateIn(context)));
  return { view: words[0]! & 7, out: words[1]! & 15 };
}

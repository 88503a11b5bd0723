import { fail, integer } from '../base/errors.js';
import type { Frame, PlayerHandle } from '../base/frame.js';
import { FRAME_MAX } from '../base/frame.js';
import { isTypedArray } from '../base/typed-array.js';
import type { FieldSpecs } from '../state/fields.js';
import { partsOf, type SessionParts } from './session.js';
import type { Session } from './session-types.js';

// offset            size
// 0                 u32   baseFrame, the newest frame inside
// 4                 u32   playerMask, bit p for player p
// 8                 u32 × inputWords × numPlayers, for each frame, oldest first; zeros for players outside the mask
// All little-endian. The number of frames follows from the length.
/** Bytes before the first input of what packInputs writes. */
export const CODEC_HEADER_BYTES = 8;

function checkedParts(session: Session<any>): SessionParts<FieldSpecs> {
  return partsOf.get(session) ?? fail('session', 'what createSession returned', session);
}

function bytesOf(name: string, bytes: Uint8Array, min: number): DataView {
  if (!isTypedArray(bytes, 'Uint8Array')) fail(name, 'a Uint8Array', bytes);
  if (bytes.length < min) fail(name, `${min} bytes or more`, bytes.length, RangeError);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A mask may come as int32, too: that is what `1 << 31` gives. */
function checkedMask(mask: number, numPlayers: number): number {
  const bits = integer('playerMask', mask, -0x8000_0000, 0xffff_ffff) >>> 0;
  return integer('playerMask', bits, 0, 2 ** numPlayers - 1);
}

/**
 * Writes the masked players' confirmed inputs of the last `redundancy` frames up to baseFrame (default 4, clamped to
 * capacity and to baseFrame+1) into dest, for those who bring their own loop. Returns the bytes written. The packed
 * local input can no longer be changed.
 * @throws RangeError for a small dest, baseFrame < 0, redundancy < 1, a mask bit ≥ numPlayers, or a masked player's
 * frame that is not confirmed: a guess is never sent as truth. TypeError for a wrong type. Nothing is written then.
 */
export function packInputs(
  session: Session<any>,
  dest: Uint8Array,
  baseFrame: Frame,
  playerMask: number,
  redundancy = 4,
): number {
  const { inputs } = checkedParts(session);
  const { capacity, numPlayers, inputWords, localPlayer } = session;
  integer('baseFrame', baseFrame, 0, FRAME_MAX);
  const mask = checkedMask(playerMask, numPlayers);
  const frames = Math.min(integer('redundancy', redundancy, 1, Infinity), capacity, baseFrame + 1);
  const size = CODEC_HEADER_BYTES + frames * numPlayers * inputWords * 4;
  const view = bytesOf('dest', dest, size);
  const first = baseFrame - frames + 1;
  const has = (player: PlayerHandle): boolean => (mask & (1 << player)) !== 0;
  for (let player = 0; player < numPlayers; player++) {
    for (let frame = first; frame <= baseFrame; frame++) {
      if (has(player) && inputs.realAt(player, frame) < 0) {
        fail(`frame of player ${player}`, `confirmed (through ${inputs.confirmedOf(player)})`, frame, RangeError);
      }
    }
  }
  view.setUint32(0, baseFrame, true);
  view.setUint32(4, mask, true);
  let at = CODEC_HEADER_BYTES;
  for (let frame = first; frame <= baseFrame; frame++) {
    for (let player = 0; player < numPlayers; player++) {
      for (let word = 0; word < inputWords; word++, at += 4)
        view.setUint32(at, has(player) ? inputs.words[inputs.realAt(player, frame) + word]! : 0, true);
    }
  }
  if (has(localPlayer)) inputs.sealed = Math.max(inputs.sealed, baseFrame);
  return size;
}

/**
 * Queues the masked players' inputs, oldest frame first, skipping frames outside the session's window, then does one
 * resync; returns baseFrame. With `feed` it only calls that, with a view valid during the call. @throws RangeError,
 * having fed nothing, for a short or misaligned src, a mask bit ≥ numPlayers, a frame outside [0, 2^31): catch it
 * around network bytes.
 */
export function unpackInputs(
  session: Session<any>,
  src: Uint8Array,
  feed?: (player: PlayerHandle, frame: Frame, input: Uint32Array) => void,
): Frame {
  checkedParts(session);
  const { capacity, numPlayers, inputWords } = session;
  const view = bytesOf('src', src, CODEC_HEADER_BYTES);
  const rowBytes = numPlayers * inputWords * 4;
  const frames = (src.length - CODEC_HEADER_BYTES) / rowBytes;
  if (!Number.isInteger(frames)) fail('src', `${CODEC_HEADER_BYTES} + n × ${rowBytes} bytes`, src.length, RangeError);
  const baseFrame = integer('baseFrame', view.getUint32(0, true), Math.max(0, frames - 1), FRAME_MAX);
  const mask = checkedMask(view.getUint32(4, true), numPlayers);
  const words = new Uint32Array(inputWords);
  let at = CODEC_HEADER_BYTES;
  for (let frame = baseFrame - frames + 1; frame <= baseFrame; frame++) {
    for (let player = 0; player < numPlayers; player++) {
      for (let word = 0; word < inputWords; word++, at += 4) words[word] = view.getUint32(at, true);
      if (!(mask & (1 << player))) continue;
      if (feed) feed(player, frame, words);
      else if (frame <= session.frame() + capacity) session.queueRemoteInput(player, frame, words);
    }
  }
  if (!feed) session.resync();
  return baseFrame;
}

import type { Bytes } from '../base/bytes.js';
import { checksumWords } from '../base/checksum.js';
import { fail } from '../base/errors.js';
import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { Match } from '../match/match-types.js';
import { recordingSources, type RecordingSource } from '../match/recording-source.js';
import type { FieldSpecs } from '../state/fields.js';
import { createPacketWriter } from '../wire/packet.js';
import { createBlock } from './block.js';
import { createByteStore } from './byte-store.js';
import { BLOCK_FRAMES, CUTS_MAX, SUM_BYTES, termsOf, type ReplayCut } from './format.js';
import { writeReplay } from './write-replay.js';
import { putWord } from './words.js';

/** Writes a match down while it runs. A frozen handle. */
export interface Recorder {
  /** The replay up to now, a copy of its own; to be had at any time, also after the match. */
  bytes(): Bytes;
  /** Frames in it. */
  readonly frames: number;
  /** Ends the recording; bytes() stays. Idempotent. It ends by itself with the final frame of a match that is over. */
  stop(): void;
}

/**
 * Records the confirmed inputs of every player, and a checksum every 60 frames. Called before the match starts or in
 * its first moments (in a `start` handler, say), the replay begins at frame 0 with the seed; later, with a snapshot of
 * the last certain state. All machines' replays of a match hold the same inputs. Memory: what the replay takes, and up
 * to 16 KiB; it allocates only when another 16 KiB are full.
 * @throws TypeError for anything but what createMatch returned.
 */
export function recordMatch<F extends FieldSpecs>(match: Match<F>): Recorder {
  const source: RecordingSource<F> = recordingSources.get(match) ?? fail('match', 'what createMatch returned', match);
  const { context, observers } = source;
  const { parts: sessionParts, settings, events } = context;
  const { session, inputs, ring } = sessionParts;
  const { game, inputWords } = settings;
  const { numPlayers } = game;
  const columns = numPlayers * inputWords;
  const block = createBlock(columns);
  const out = createPacketWriter(block.bytesMax + SUM_BYTES);
  const blocks = createByteStore();
  const used = new Uint32Array(inputWords);
  const cuts: ReplayCut[] = [];
  let snapshot: Uint8Array | undefined;
  let begun = false;
  let startFrame: Frame = 0;
  /** The next frame to take. */
  let next: Frame = 0;
  let open = true;
  /** Of the state after the last frame, once the recording has ended. */
  let lastSum = 0;

  const begin = (through: Frame): void => {
    const oldest = session.frame() - session.depth();
    if (oldest > NULL_FRAME && session.frame() > 0) {
      next = through + 1;
      // Before its first step a session that came in mid-match has committed nothing: live is the state that it was
      // given.
      const at = session.depth() ? ring.wordsAt(session.frame() - next) : 0;
      snapshot = new Uint8Array(ring.words.slice(at, at + ring.live.length).buffer);
    }
    startFrame = next;
    begun = true;
  };

  /** The frames of the block that is being filled, 0 … count-1, and a checksum, into `out`. */
  const encode = (count: number, sum: number): void => {
    out.at = 0;
    block.put(out, count);
    putWord(out, sum);
  };
  /** Frames in the block that is being filled. */
  const rest = (): number => (next - startFrame) % BLOCK_FRAMES;
  const end = (): void => {
    open = false;
    if (observers.includes(observe)) observers.splice(observers.indexOf(observe), 1);
    forget();
  };
  /**
   * Of the state after the last frame taken. An int32: checksumAt gives a uint32, which is boxed where it is above
   * 2^31.
   */
  const sumOfLast = (): number =>
    next > startFrame ? checksumWords(ring.words, ring.wordsAt(session.frame() - next), ring.live.length, 0) : 0;

  /** Takes the frames up to `through`, which is certain: its inputs are real, and its state rests on nothing else. */
  const take = (through: Frame): void => {
    const over = source.over() < 0 ? through : source.over();
    // The state before the next frame is in the ring, unless the session was set to another time: a replay has no
    // holes, so it ends before.
    if (next < session.frame() - (session.depth() || 1) + 1) {
      next -= rest();
      end();
      return;
    }
    for (; next <= through && next <= over;) {
      let to = rest() * columns;
      for (let player = 0; player < numPlayers; player++) {
        const from = inputs.realAt(player, next);
        for (let word = 0; word < inputWords; word++) block.values[to++] = inputs.words[from + word]!;
      }
      next++;
      if (rest()) continue;
      encode(BLOCK_FRAMES, sumOfLast());
      blocks.append(out.bytes, out.at);
    }
    // Both machines play on until each knows that the other has the final frame; the replay ends with it on both.
    if (source.over() >= 0 && next > over) {
      lastSum = sumOfLast();
      end();
    }
  };
  const observe = (through: Frame): void => {
    if (!begun) begin(through);
    take(through);
  };

  /**
   * Takes what has become certain since the last tick looked: all that was simulated with real inputs, from the first
   * frame not taken on.
   */
  const settle = (): void => {
    if (!open || !begun) return;
    const last = Math.min(inputs.confirmed(), session.frame() - 1);
    const oldest = session.frame() - session.depth();
    let through = next - 1;
    const real = (frame: Frame): boolean => {
      // A correction that waits for its resync shows as a used input that is not the real one.
      for (let player = 0; player < numPlayers; player++) if (!session.inputAt(player, frame, used)) return false;
      return true;
    };
    while (through < last && through >= oldest && real(through + 1)) through++;
    take(through);
  };

  observers.push(observe);
  const forget = events.on('drop', ({ handles, lastFrame }) => {
    for (const player of handles) if (cuts.length < CUTS_MAX) cuts.push({ player, lastFrame });
  });

  return Object.freeze({
    get frames() {
      settle();
      return next - startFrame;
    },
    bytes() {
      settle();
      const tail = rest();
      out.at = 0;
      if (tail) encode(tail, open ? sumOfLast() : lastSum);
      const delays = [...source.delays()];
      while (delays.length < numPlayers) delays.push(0);
      return writeReplay(
        termsOf(game),
        { seed: source.seed(), startFrame, frames: next - startFrame, delays, cuts },
        snapshot,
        blocks,
        out.bytes,
        out.at,
      );
    },
    stop() {
      settle();
      if (!open) return;
      lastSum = sumOfLast();
      end();
    },
  });
}

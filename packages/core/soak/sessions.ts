// A session alone, for longer than the unit tests have time for: thousands of operations, compared with the naive one
// that forgets nothing.
import { createSession } from '../src/index.js';
import { NaiveSession } from '../test/conformance/naive-session.js';
import { readTally, tally, TALLY_FIELDS } from '../test/conformance/tally-game.js';
import { between, createRandom } from '../test/match/random.js';
import type { Reached } from './reached.js';

const OPERATIONS = 3000;

/** @throws Error that names the seed and the operation where the two differ. */
export function sessions(seed: number, reached: Reached): void {
  const random = createRandom(seed ^ 0x5e55);
  const capacity = 2 ** between(random, 1, 5);
  const numPlayers = between(random, 1, 5);
  const inputWords = between(random, 1, 4);
  const inputDelay = between(random, 0, Math.min(15, capacity - 1));
  const startFrame = random() < 0.2 ? 2 ** 31 - OPERATIONS - 400 : random() < 0.2 ? 77 : 0;
  const neutralUntil = Array.from(
    { length: numPlayers },
    () => startFrame + (random() < 0.5 ? inputDelay : between(random, 0, 5)),
  );
  const settings = { capacity, numPlayers, inputWords, inputDelay, startFrame, neutralUntil };
  const session = createSession({ ...settings, fields: TALLY_FIELDS, simulate: tally });
  const naive = new NaiveSession(settings);
  session.fields.hash.fill(seed);
  naive.genesis(readTally(session.fields));
  const value = (): number[] => {
    const word = [0, 0, 1, 2, 0x8000_0001][between(random, 0, 4)]!;
    return Array.from({ length: inputWords }, (_, i) => (word === 0 ? 0 : (word + i) >>> 0));
  };
  const asInput = (words: readonly number[]): number | readonly number[] => (inputWords === 1 ? words[0]! : words);
  const differ = (what: string, operation: number): never => {
    throw new Error(
      `sessions, seed ${seed}, operation ${operation}: ${what} of the session and of the naive one differ`,
    );
  };
  const same = (a: readonly number[], b: readonly number[]): boolean =>
    a.length === b.length && a.every((element, i) => Object.is(element, b[i]));

  let stepped = false;
  for (let operation = 0; operation < OPERATIONS; operation++) {
    const kind = random();
    if (kind < 0.35) {
      session.step();
      naive.step();
      stepped = true;
    } else if (kind < 0.5) {
      const words = value();
      const neutral = naive.frame + inputDelay < neutralUntil[0]!;
      session.setLocalInput(asInput(neutral ? words.map(() => 0) : words));
      naive.setLocalInput(0, words);
    } else if (kind < 0.55) {
      if (session.resync() !== naive.resync()) differ('resync()', operation);
    } else if (numPlayers > 1) {
      const player = between(random, 1, numPlayers - 1);
      // Mostly the next one that is missing, as a link brings it; else any near by.
      const frame =
        random() < 0.6
          ? Math.min(naive.confirmedFrameOf(player) + 1, naive.frame + capacity)
          : naive.frame + between(random, -capacity - 2, capacity);
      if (frame < startFrame) continue;
      const words = value();
      if (session.queueRemoteInput(player, frame, asInput(words)) !== naive.queue(player, frame, words))
        differ(`queueRemoteInput(${player}, ${frame})`, operation);
    }
    if (session.frame() !== naive.frame) differ('frame()', operation);
    if (session.confirmedFrame() !== naive.confirmedFrame()) differ('confirmedFrame()', operation);
    if (!stepped) continue;
    if (session.depth() !== naive.depth) differ('depth()', operation);
    const oldest = naive.frame - naive.depth;
    for (const frame of [naive.frame - 1, oldest, between(random, oldest, naive.frame - 1)]) {
      if (!same(readTally(session.stateAt(frame)), naive.stateAt(frame))) differ(`stateAt(${frame})`, operation);
    }
  }
  const { stats } = session;
  if (
    stats.rollbacks !== naive.rollbacks ||
    stats.desyncs !== naive.desyncs ||
    stats.fastForwardFrames !== naive.fastForwardFrames
  )
    differ('stats', OPERATIONS);
  reached.scenarios++;
  reached.rollbacks += stats.rollbacks;
  reached.frames += naive.frame - startFrame;
}

// The session against the naive one, under random runs of operations: every observable after every operation.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, createSession } from '../../src/index.js';
import { NaiveSession } from './naive-session.js';
import { bufferOf, observeSession } from './observe-session.js';
import { readTally, tally, TALLY_FIELDS, TALLY_STRIDE } from './tally-game.js';

type Operation =
  | { readonly kind: 'step' | 'resync' | 'reset' | 'refused' }
  | { readonly kind: 'local'; readonly value: number }
  | { readonly kind: 'queue' | 'feed' | 'set'; readonly player: number; readonly back: number; readonly value: number };

// Few values, so that predictions are right about half the time; the large one has its top bit set.
const value = fc.constantFrom(0, 0, 1, 2, 0x8000_0001);
// Most of what arrives belongs to the last few frames; some is too old, some ahead, some refused.
const back = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 2, arbitrary: fc.integer({ min: -20, max: 20 }) },
);
const remote = (kind: 'queue' | 'feed' | 'set') =>
  fc.record({ kind: fc.constant(kind), player: fc.nat(3), back, value });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('step' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('local' as const), value }) },
  { weight: 12, arbitrary: remote('queue') },
  { weight: 4, arbitrary: remote('feed') },
  { weight: 2, arbitrary: remote('set') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resync' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refused' as const) }) },
);
const withRareReset = fc
  .array(operation, { minLength: 20, maxLength: 160, size: 'max' })
  .chain((operations) =>
    fc.tuple(fc.constant(operations), fc.option(fc.nat(operations.length - 1), { freq: 4, nil: undefined })),
  );

const setup = fc.record({
  log2: fc.constantFrom(0, 1, 2, 3, 3, 3, 4, 4),
  numPlayers: fc.integer({ min: 1, max: 4 }),
  inputWords: fc.integer({ min: 1, max: 3 }),
  delay: fc.nat(15),
  localPlayer: fc.nat(3),
  startFrame: fc.constantFrom(0, 0, 0, 1, 77, 2 ** 31 - 400),
  neutral: fc.option(fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }), { nil: undefined }),
});

/** toEqual, at a fraction of its cost while all is well. */
function expectSame(actual: readonly number[], expected: readonly number[]): void {
  if (actual.length !== expected.length || actual.some((element, i) => !Object.is(element, expected[i])))
    expect(actual).toEqual(expected);
}

describe('a session under random operations', () => {
  it('shows, after each of them, what the naive session shows', { timeout: 60_000 }, () => {
    const reached = {
      steps: 0,
      rollbacks: 0,
      oneRollbackForSeveral: 0,
      mispredictions: 0,
      desyncs: 0,
      tooOld: 0,
      ahead: 0,
      refusals: 0,
      resets: 0,
      neutral: 0,
    };
    fc.assert(
      fc.property(setup, withRareReset, (given, [operations, resetAt]) => {
        const capacity = 2 ** given.log2;
        const { numPlayers, inputWords, startFrame } = given;
        const inputDelay = given.delay % capacity;
        const localPlayer = given.localPlayer % numPlayers;
        const neutralUntil = Array.from(
          { length: numPlayers },
          (_, p) => startFrame + (given.neutral?.[p] ?? inputDelay),
        );
        const desyncs: string[] = [];
        const session = createSession({
          capacity,
          numPlayers,
          inputWords,
          inputDelay,
          localPlayer,
          startFrame,
          ...(given.neutral === undefined ? {} : { neutralUntil }),
          fields: TALLY_FIELDS,
          simulate: tally,
          onDesync: (frame, player) => desyncs.push(`${frame}/${player}`),
        });
        const fresh = () =>
          new NaiveSession({ capacity, numPlayers, inputWords, inputDelay, startFrame, neutralUntil });
        let naive = fresh();
        let seed = 1;
        const prepare = () => {
          session.fields.hash.fill(seed++);
          naive.genesis(readTally(session.fields));
        };
        prepare();
        let stepped = false;
        let calledDesyncs = 0;
        let queuedContradictions = 0;

        const spread = (word: number) =>
          Array.from({ length: inputWords }, (_, w) => (word === 0 ? 0 : (word + w) >>> 0));
        const asInput = (words: readonly number[]) => (inputWords === 1 ? (words[0] ?? 0) : words);

        const run = (op: Operation): void => {
          switch (op.kind) {
            case 'step':
              if (naive.frame >= 2 ** 31 - 20) return;
              if (naive.pending && queuedContradictions > 1) reached.oneRollbackForSeveral++;
              queuedContradictions = 0;
              session.step();
              naive.step();
              stepped = true;
              reached.steps++;
              return;
            case 'resync':
              queuedContradictions = 0;
              expect(session.resync()).toBe(naive.resync());
              return;
            case 'reset':
              session.reset();
              naive = fresh();
              expect(readTally(session.fields).every((element) => element === 0)).toBe(true);
              prepare();
              stepped = false;
              queuedContradictions = 0;
              reached.resets++;
              return;
            case 'local': {
              const words = spread(op.value);
              // Below its own neutralUntil a player has no say: a zero there is the only value that is nobody's
              // mistake.
              const neutral = naive.frame + inputDelay < (neutralUntil[localPlayer] ?? 0);
              session.setLocalInput(asInput(neutral ? spread(0) : words));
              naive.setLocalInput(localPlayer, words);
              return;
            }
            case 'refused': {
              const before = observeSession(session);
              const far = naive.frame + capacity + 1;
              expect(() => session.queueRemoteInput(0, far, asInput(spread(1)))).toThrow(RangeError);
              expect(() => session.feedRemoteInput(numPlayers, naive.frame, asInput(spread(1)))).toThrow(RangeError);
              expect(() => session.setInput(0, naive.frame + inputDelay + 1, asInput(spread(1)))).toThrow(RangeError);
              expect(() => session.setLocalInput(Array.from({ length: inputWords + 1 }, () => 1))).toThrow(TypeError);
              expect(() => session.stateAt(naive.frame)).toThrow(RangeError);
              expect(observeSession(session)).toEqual(before);
              reached.refusals++;
              return;
            }
            default: {
              const player = op.player % numPlayers;
              // The local player's inputs come through setLocalInput alone: both ways at once is not this test's
              // subject.
              if (player === localPlayer) return;
              const frame = naive.frame - op.back;
              const words = spread(op.value);
              const oldest = op.kind === 'set' ? Math.max(0, naive.frame - capacity + 1) : 0;
              const newest = op.kind === 'set' ? naive.frame + inputDelay : naive.frame + capacity;
              // Before the first frame of a match joined midway there is nothing that the contract defines.
              if (frame >= 0 && frame < startFrame) return;
              if (frame < oldest || frame > newest) {
                expect(() =>
                  session[op.kind === 'set' ? 'setInput' : 'queueRemoteInput'](player, frame, asInput(words)),
                ).toThrow(RangeError);
                return;
              }
              if (frame < naive.frame - naive.depth + 1 && frame < naive.frame) reached.tooOld++;
              if (frame > naive.frame) reached.ahead++;
              if (frame < (neutralUntil[player] ?? 0)) reached.neutral++;
              const contradicts = naive.queue(player, frame, words);
              if (contradicts) queuedContradictions++;
              if (op.kind === 'queue') {
                expect(session.queueRemoteInput(player, frame, asInput(words))).toBe(contradicts);
              } else if (op.kind === 'feed') {
                queuedContradictions = 0;
                expect(session.feedRemoteInput(player, frame, asInput(words))).toBe(naive.resync());
              } else {
                expect(session.setInput(player, frame, asInput(words))).toBe(undefined);
              }
              if (naive.desyncs > calledDesyncs) {
                calledDesyncs = naive.desyncs;
                expect(desyncs.at(-1)).toBe(`${frame}/${player}`);
              }
            }
          }
        };

        const out = new Uint32Array(inputWords);
        let confirmedBefore = -1;
        operations.forEach((op, index) => {
          const last: Operation = index === resetAt ? { kind: 'reset' } : op;
          run(last);
          if (last.kind === 'reset') {
            confirmedBefore = -1;
            calledDesyncs = 0;
            desyncs.length = 0;
          }
          expect(session.frame()).toBe(naive.frame);
          expect(session.depth()).toBe(stepped ? naive.depth : 0);
          expect(session.resimulating).toBe(false);
          for (let player = 0; player < numPlayers; player++) {
            expect(session.confirmedFrameOf(player)).toBe(naive.confirmedFrameOf(player));
          }
          expect(session.confirmedFrame()).toBe(naive.confirmedFrame());
          expect(session.confirmedFrame()).toBeGreaterThanOrEqual(confirmedBefore);
          confirmedBefore = session.confirmedFrame();
          expect(session.frameAdvantage()).toBe(naive.confirmedFrameOf(localPlayer) - naive.confirmedFrame());
          expect(desyncs.length).toBe(naive.desyncs);
          const { stats } = session;
          expect(stats.desyncs).toBe(naive.desyncs);
          expect([stats.rollbacks, stats.maxRollbackDepth, stats.fastForwardFrames]).toEqual([
            naive.rollbacks,
            naive.maxRollbackDepth,
            naive.fastForwardFrames,
          ]);
          if (!naive.pending) expect(stats.mispredictions).toBe(naive.mispredictions);
          if (!stepped) return;
          expectSame(readTally(session.fields), naive.stateAt(naive.frame - 1));
          for (let frame = naive.frame - naive.depth; frame < naive.frame; frame++) {
            const state = session.stateAt(frame);
            expectSame(readTally(state), naive.stateAt(frame));
            const from = Math.min(...Object.values(state).map((view) => view.byteOffset));
            expect(session.checksumAt(frame, 3)).toBe(
              checksum(new Uint8Array(bufferOf(session), from, TALLY_STRIDE), 3),
            );
            if (frame === naive.frame - naive.depth) continue;
            for (let player = 0; player < numPlayers; player++) {
              const confirmed = session.inputAt(player, frame, out);
              const expected = naive.inputAt(player, frame);
              expectSame([...out], expected.words);
              if (confirmed !== expected.confirmed)
                expect.fail(`inputAt(${player}, ${frame}) says ${confirmed ? 'confirmed' : 'predicted'}`);
            }
          }
        });
        reached.rollbacks += naive.rollbacks;
        reached.mispredictions += naive.mispredictions;
        reached.desyncs += naive.desyncs;
      }),
      { numRuns: 250 },
    );
    expect(reached.steps).toBeGreaterThan(2500);
    expect(reached.rollbacks).toBeGreaterThan(200);
    expect(reached.mispredictions).toBeGreaterThan(reached.rollbacks);
    for (const [event, times] of Object.entries(reached)) expect(times, event).toBeGreaterThan(10);
  });
});

// Bytes that running matches allocate: none. Measured as growth of the heap between two points with no collection in
// between. Needs the flags that vitest.config.ts gives the forks.
import { describe, expect, it } from 'vitest';
import {
  createMatch,
  TRACE,
  type Bytes,
  type Match,
  type PeerId,
  type Trace,
  type Transport,
} from '../../src/index.js';
import { bytesPerCall } from '../allocated-bytes.js';

const LIMIT = 0.05;
/**
 * At the most: the engine's own compiling shows in the first ones, for longer on a busy machine. Other threads can only
 * add, so the least counts.
 */
const REPEATS = 20;
/**
 * Calls of advance in one repeat, and before the first. So many, because the engine itself uses some KB in each repeat
 * however long it is.
 */
const ADVANCES = 100_000;
const WARM_UP = 200_000;
const LAG_TURNS = 4;
const SLOTS = 16;

const FIELDS = { sum: { type: Int32Array, length: 48 } } as const;

/**
 * A mesh that copies each packet into a slot made beforehand and hands it over, LAG_TURNS turns later, as a view made
 * beforehand.
 */
function createMesh(names: readonly PeerId[]): { transport(id: PeerId): Transport; turn(): void } {
  let turn = 0;
  const handlers = new Map<PeerId, (payload: Bytes, peer: PeerId) => void>();
  const make = (from: PeerId, to: PeerId) => ({
    from,
    to,
    slots: Array.from({ length: SLOTS }, () => new Uint8Array(1200)),
    views: Array.from({ length: SLOTS }, () => [] as Bytes[]),
    lengths: new Int32Array(SLOTS),
    due: new Int32Array(SLOTS),
    written: 0,
    read: 0,
  });
  const links = names.flatMap((from) => names.filter((to) => to !== from).map((to) => make(from, to)));
  return {
    transport: (id) => ({
      send(payload, peer) {
        for (let i = 0; i < links.length; i++) {
          const link = links[i]!;
          if (link.from !== id || (peer !== undefined && link.to !== peer)) continue;
          const slot = link.written++ % SLOTS;
          link.slots[slot]!.set(payload);
          link.lengths[slot] = payload.length;
          link.due[slot] = turn + LAG_TURNS;
        }
      },
      onMessage(handler) {
        handlers.set(id, handler);
        return () => handlers.delete(id);
      },
      close() {},
    }),
    turn() {
      turn++;
      for (let i = 0; i < links.length; i++) {
        const link = links[i]!;
        while (link.read < link.written && link.due[link.read % SLOTS]! <= turn) {
          const slot = link.read++ % SLOTS;
          const length = link.lengths[slot]!;
          const view = (link.views[slot]![length] ??= link.slots[slot]!.subarray(0, length));
          handlers.get(link.to)?.(view, link.from);
        }
      }
    },
  };
}

interface Running {
  readonly matches: readonly Match<typeof FIELDS>[];
  turn(): void;
}

function start(
  count: number,
  players: number,
  words: number,
  options: { desyncInterval?: number; pauseTimeoutMs?: number; pauseBudgetMs?: number; trace?: Trace } = {},
): Running {
  const names = [...'abcd'].slice(0, count);
  const mesh = createMesh(names);
  // In an array: a number kept in a captured variable would cost an allocation at each change.
  const clock = new Float64Array(1);
  const now = (): number => clock[0]!;
  let seed = 1;
  const matches = names.map((name) =>
    createMatch({
      game: {
        id: 'sum/1',
        fields: FIELDS,
        numPlayers: count * players,
        inputWords: words,
        simulate({ sum }, inputs) {
          for (let i = 0; i < inputs.length; i++) sum[i % 47]! += (inputs[i]! + i) | 0;
          sum[47]!++;
        },
      },
      transport: mesh.transport(name),
      localPlayers: players,
      now,
      random: () => (seed = (seed * 48_271) % 0x7fff_ffff),
      ...options,
    }),
  );
  // What is pressed, made beforehand; a change every 5 turns.
  const presses = Array.from({ length: 64 }, (_, i) => {
    const one = (player: number): number | number[] =>
      words === 1 ? (i * 7 + player) & 63 : Array.from({ length: words }, (_, word) => (i + word) & 63);
    return players === 1 ? one(0) : Array.from({ length: players }, (_, player) => one(player));
  });
  let turns = 0;
  return {
    matches,
    turn() {
      clock[0]! += 1000 / 60;
      turns = (turns + 1) & 0xffff;
      mesh.turn();
      for (let i = 0; i < matches.length; i++) matches[i]!.advance(presses[((turns / 5) | 0) & 63] as number);
    },
  };
}

/** Bytes a call of advance; stops as soon as it is under `limit`. */
function bytesPerAdvance({ matches, turn }: Running, limit = LIMIT): number {
  const { length } = matches;
  return (
    bytesPerCall(ADVANCES / length, turn, { limit: limit * length, warmUp: WARM_UP / length, repeats: REPEATS }) /
    length
  );
}

describe('bytes allocated by one advance()', () => {
  it.each([
    [2, 1, 1],
    [4, 1, 1],
    [2, 2, 3],
    [4, 4, 2],
  ])('under 0.05: %d machines with %d players of %d words each', (count, players, words) => {
    const running = start(count, players, words);
    const bytes = bytesPerAdvance(running);
    let rollbacks = 0;
    for (const { state, session, counters } of running.matches) {
      expect(state).toBe('running');
      expect(session.frame()).toBeGreaterThan(ADVANCES / 2);
      expect(counters.stalls).toBeLessThan(100);
      rollbacks += session.stats.rollbacks;
    }
    // This loop does not honour pacing(), so it may be one of them that does all the guessing.
    expect(rollbacks).toBeGreaterThan(ADVANCES / 4);
    expect(bytes).toBeLessThan(LIMIT);
  });

  it('under 0.05 with a trace', () => {
    const told = new Int32Array(16);
    const running = start(2, 1, 1, { trace: (kind) => void (told[kind] = (told[kind]! + 1) | 0) });
    expect(bytesPerAdvance(running)).toBeLessThan(LIMIT);
    for (const kind of [
      TRACE.PREDICT,
      TRACE.RECEIVE,
      TRACE.CONFIRM,
      TRACE.MISPREDICT,
      TRACE.ROLLBACK,
      TRACE.RESIMULATE,
      TRACE.STEP,
      TRACE.SEND,
      TRACE.ACK,
    ]) {
      expect(told[kind], `kind ${kind}`).toBeGreaterThan(1000);
    }
  });

  it('not one object in ten calls with a checksum of every frame', () => {
    const running = start(2, 1, 1, { desyncInterval: 1 });
    expect(bytesPerAdvance(running, 1)).toBeLessThan(1);
  });

  it('not one object in ten calls while it is paused', () => {
    const running = start(2, 1, 1, { pauseTimeoutMs: 2 ** 31 - 1, pauseBudgetMs: 2 ** 31 - 1 });
    for (let i = 0; i < 500; i++) running.turn();
    running.matches[0]!.pause();
    expect(bytesPerAdvance(running, 1)).toBeLessThan(1);
    expect(running.matches.map(({ state }) => state)).toEqual(['paused', 'paused']);
  });

  it('is measured by a method that sees an object', () => {
    const running = start(2, 1, 1);
    let kept: unknown;
    const bytes = bytesPerAdvance(
      { matches: running.matches, turn: () => (running.turn(), (kept = { a: kept === undefined, b: 2 })) },
      1000,
    );
    expect(bytes).toBeGreaterThan(10);
    expect(kept).toBeDefined();
  });
});

// A whole match over a bad network, ten frames each way and a quarter of all packets lost: both machines against each
// other and against the same fight played offline. It is mode `lag:10:25` without the page.
import { createMatch, type Match } from '@lite-rollback/core';
import { createSimulatedNetwork } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { fighter } from '../src/game.js';
import { BIT_BLOCK, BIT_LEFT, BIT_PUNCH, BIT_RIGHT, type State, STATE_LENGTH } from '../src/sim/layout.js';
import { beginMatch, isOver, step } from '../src/sim/step.js';

const TICK_MS = 1000 / 60;
const TICKS_MAX = 8000;

function chance(seed: number): () => number {
  let x = seed | 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

interface Machine {
  readonly match: Match<typeof fighter.fields>;
  readonly hand: () => number;
  /** Confirmed nibbles as this machine holds them, left | right << 4, from frame 0. */
  readonly confirmed: number[];
  seed: number;
}

function machine(network: ReturnType<typeof createSimulatedNetwork>, id: string, host: boolean, seed: number): Machine {
  const random = chance(seed * 7919);
  const match = createMatch({
    game: fighter,
    transport: network.transport(id),
    host,
    now: () => network.now(),
    random,
    maxPrediction: 16,
  });
  const draw = chance(seed);
  let held = 0;
  const made: Machine = {
    match,
    confirmed: [],
    seed: 0,
    hand() {
      const forward = match.localHandles[0] === 0 ? BIT_RIGHT : BIT_LEFT;
      if (draw() % 8 === 0) held = [forward, forward, BIT_PUNCH, BIT_PUNCH, BIT_BLOCK, 0, forward ^ 3][draw() % 7] ?? 0;
      return held;
    },
  };
  match.on('start', (event) => (made.seed = event.seed));
  return made;
}

/** Writes down what has become certain since the last call, and checks it against the machine's own state. */
function follow(machine: Machine, truth: State): void {
  const { session } = machine.match;
  const word = new Uint32Array(1);
  const last = Math.min(session.confirmedFrame(), session.frame() - 1);
  while (machine.confirmed.length <= last) {
    const frame = machine.confirmed.length;
    let nibbles = 0;
    for (const player of [0, 1]) {
      session.inputAt(player, frame, word);
      nibbles |= (word[0] ?? 0) << (player * 4);
    }
    machine.confirmed.push(nibbles);
    step(truth, nibbles & 15, nibbles >> 4);
    if (frame === last) expect(session.stateAt(frame).fight).toEqual(truth);
  }
}

describe('ten frames away, a quarter lost', () => {
  it.each([1, 2, 3])('seed %i: a whole match, bit-exact on both machines', (seed) => {
    const network = createSimulatedNetwork({ seed, latencyMs: 10 * TICK_MS, loss: 0.25 });
    const red = machine(network, 'red', true, seed * 2 + 1);
    const blue = machine(network, 'blue', false, seed * 2 + 2);
    const truths = new Map<Machine, State>();
    for (let tick = 0; tick < TICKS_MAX && (red.match.state !== 'ended' || blue.match.state !== 'ended'); tick++) {
      network.advance(TICK_MS);
      for (const one of [red, blue]) {
        one.match.advance(one.hand());
        if (one.match.session.frame() === 0) continue;
        let truth = truths.get(one);
        if (truth === undefined) {
          truth = new Int32Array(STATE_LENGTH);
          beginMatch(truth, one.seed);
          truths.set(one, truth);
        }
        follow(one, truth);
      }
    }
    expect(red.seed).toBe(blue.seed);
    expect(red.match.state).toBe('ended');
    expect(blue.match.state).toBe('ended');
    const common = Math.min(red.confirmed.length, blue.confirmed.length);
    expect(common).toBeGreaterThan(600);
    expect(red.confirmed.slice(0, common)).toEqual(blue.confirmed.slice(0, common));
    for (const truth of truths.values()) expect(isOver(truth)).toBe(true);
    expect(truths.get(red)).toEqual(truths.get(blue));
    for (const one of [red, blue]) {
      expect(one.match.session.stats.rollbacks).toBeGreaterThan(20);
      expect(one.match.session.stats.desyncs).toBe(0);
    }
  });
});

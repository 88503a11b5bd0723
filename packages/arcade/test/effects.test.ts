// Two matches over a bad simulated network, each with a cabinet's loop and effects: what is heard, drawn and reported
// of real rollbacks.
import { createMatch, defineGame, type FieldSpecs } from '@lite-rollback/core';
import { createSimulatedNetwork } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { netFigures } from '../src/hud/net-figures.js';
import { createButtons } from '../src/input/buttons.js';
import { createMatchLoop } from '../src/loop/match-loop.js';
import type { CabinetOptions } from '../src/options.js';
import { createEffects } from '../src/picture/effects.js';
import { followMatch, type Round } from '../src/rooms/round.js';

const FIELDS = {
  x: { type: Int32Array, length: 2 },
  cues: { type: Uint32Array, length: 1 },
  held: { type: Uint32Array, length: 2 },
} as const;
/** Two runners; each press sounds. */
const game = defineGame({
  id: 'runners/1',
  numPlayers: 2,
  fields: FIELDS,
  simulate({ cues, held, x }, inputs) {
    cues[0] = 0;
    for (let player = 0; player < 2; player++) {
      const input = inputs[player] ?? 0;
      if (input !== 0 && held[player] === 0) cues[0] = (cues[0] ?? 0) | (1 << player);
      held[player] = input;
      x[player] = (x[player] ?? 0) + (input !== 0 ? 5 : 0);
    }
  },
});

/** Sounds by start and cut, in place of an audio device. */
function createEar() {
  const sounding = new Map<string, number>();
  const cut: string[] = [];
  return { sounding, cut, muted: false, close() {} };
}

/** Each machine's player presses for 150 ms every `pressMs`, and every `pressMs` + 200. */
function play(latencyMs: number, seconds: number, pressMs = 700, jitterMs = 15, loss = 0.05) {
  const network = createSimulatedNetwork({ seed: 7, latencyMs, jitterMs, loss });
  const machines = ['a', 'b'].map((name, index) => {
    const ear = createEar();
    const buttons = createButtons(2);
    const match = createMatch({
      game,
      transport: network.transport(name),
      now: network.now,
      random: seeded(index + 1),
      inputDelay: 1,
    });
    const round: Round<typeof FIELDS> = followMatch(
      match,
      { numPlayers: 2, awaitsReloads: false, endsOnDesync: true },
      () => {},
    );
    const options: CabinetOptions<typeof FIELDS> = {
      game,
      title: '',
      goal: '',
      stage: { width: 1, height: 1 },
      draw() {},
      keys: [],
      pad: [],
      players: [{ name: '1' }, { name: '2' }],
      cues: {
        read: ({ cues }) => cues[0] ?? 0,
        sounds: { 1: [{ wave: 'sine', from: 1, ms: 1 }], 2: [{ wave: 'sine', from: 2, ms: 1 }] },
      },
      smooth: { count: 2, limit: 1000, read: ({ x }, out) => out.set(x) },
    };
    const heard: { sound: number; ended: boolean }[] = [];
    const effects = createEffects(match, options, {
      ...ear,
      play(sound) {
        const entry = { sound: sound[0]?.from ?? 0, ended: false };
        heard.push(entry);
        return () => void (entry.ended = true);
      },
    });
    const drawn: number[] = [];
    const simulated: number[] = [];
    const cuesByFrame = new Map<number, number>();
    let rolledBack = 0;
    let worstOffset = 0;
    const loop = createMatchLoop({
      match,
      hz: 60,
      localPlayers: 1,
      buttons,
      beforeTick: effects.beforeTick,
      afterTick(did) {
        if (effects.afterTick(did)) rolledBack++;
        round.ticked(did);
        const { session } = match;
        const remote = 1 - (match.localHandles[0] ?? 0);
        worstOffset = Math.max(worstOffset, Math.abs(effects.offset(remote)));
        if (did === 'advanced') {
          const x = session.stateAt(session.frame() - 1).x[remote] ?? 0;
          simulated.push(x);
          drawn.push(x + effects.offset(remote));
        }
        const comparable = Math.min(session.confirmedFrame(), session.frame() - 1);
        for (let frame = Math.max(0, session.frame() - session.depth()); frame <= comparable; frame++)
          cuesByFrame.set(frame, session.stateAt(frame).cues[0] ?? 0);
      },
    });
    return {
      match,
      round,
      buttons,
      loop,
      heard,
      drawn,
      simulated,
      cuesByFrame,
      name,
      rolledBack: () => rolledBack,
      worstOffset: () => worstOffset,
    };
  });
  for (let ms = 0; ms < seconds * 1000; ms += 5) {
    network.advance(5);
    for (const [index, machine] of machines.entries()) {
      const handle = machine.match.localHandles[0];
      if (handle !== undefined) machine.buttons.hold('script', handle, ms % (pressMs + index * 200) < 150 ? 1 : 0);
      machine.loop.beat(network.now());
    }
  }
  return machines;
}

function seeded(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}

const count = (values: Iterable<number>, bit: number): number =>
  [...values].filter((bits) => (bits & bit) !== 0).length;

describe('effects over a network', () => {
  const machines = play(70, 30);

  it('hears each cue of the final truth once, own and remote', () => {
    for (const { cuesByFrame, heard } of machines) {
      for (const bit of [1, 2]) {
        const truth = count(cuesByFrame.values(), bit);
        expect(truth).toBeGreaterThan(20);
        const kept = heard.filter(({ ended, sound }) => sound === bit && !ended).length;
        // The newest cue may not be confirmed yet.
        expect(kept).toBeLessThanOrEqual(truth + 1);
        expect(kept).toBeGreaterThanOrEqual(truth);
      }
    }
  });

  it('misses none of 400 sounds of the far player at 130 ms, where rollbacks reach back further than six frames', () => {
    const far = play(130, 250, 300, 0, 0);
    for (const { cuesByFrame, heard, match } of far) {
      expect(match.session.stats.maxRollbackDepth).toBeGreaterThan(6);
      const bit = 1 << (1 - (match.localHandles[0] ?? 0));
      const truth = count(cuesByFrame.values(), bit);
      expect(truth).toBeGreaterThan(400);
      const kept = heard.filter(({ ended, sound }) => sound === bit && !ended).length;
      expect(truth - kept).toBeLessThanOrEqual(0);
      expect(kept - truth).toBeLessThanOrEqual(1); // the newest may not be confirmed yet
    }
  });

  it('smooths the jumps: what is drawn moves in smaller steps than the corrections', () => {
    for (const { drawn, rolledBack, simulated, worstOffset } of machines) {
      expect(rolledBack()).toBeGreaterThan(30);
      expect(worstOffset()).toBeGreaterThan(9);
      const longest = (places: number[]): number =>
        Math.max(...places.slice(1).map((x, i) => Math.abs(x - (places[i] ?? 0))));
      // A runner moves 5 a frame; a correction of several frames is a step of 5 for each of them.
      expect(longest(simulated)).toBeGreaterThan(15);
      expect(longest(drawn)).toBeLessThan(longest(simulated) / 2);
    }
  });

  it('reports a connection that is as bad as it is, and the same checksums on both machines', () => {
    const [a, b] = machines.map(({ round }) => netFigures(round as Round<FieldSpecs>));
    if (a === undefined || b === undefined) throw new Error('two machines');
    for (const figures of [a, b]) {
      expect(figures.pingMs).toBeGreaterThan(120);
      expect(figures.pingMs).toBeLessThan(400);
      expect(figures.loss).toBeGreaterThan(0);
      expect(figures.loss).toBeLessThan(0.3);
      expect(figures.rollbacks).toBeGreaterThan(30);
      expect(figures.sync).toBe('agreed');
      expect(figures.checkedFrame).toBeGreaterThan(600);
    }
    const [first, second] = machines.map(({ round }) => round.checked);
    if (first?.frame === second?.frame) expect(first?.checksum).toBe(second?.checksum);
    else expect(Math.abs((first?.frame ?? 0) - (second?.frame ?? 0))).toBe(60);
  });
});

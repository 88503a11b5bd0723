import { describe, expect, it } from 'vitest';
import type { RaceMachine } from '../race/game.js';
import { scriptedHands } from '../race/hands/scripted.js';
import { createRaceWorld, type RaceWorld } from '../race/race-world.js';
import { createAgreement } from './agreement.js';
import { AT_FIRST, type Settings } from './settings.js';

type RaceMatch = RaceMachine['match'];

const FRAME_MS = 1000 / 60;

function play(settings: Partial<Settings>, seconds = 20, seed = 5): RaceWorld {
  const world = createRaceWorld({ ...AT_FIRST, ...settings }, seed, [scriptedHands(0), scriptedHands(1)]);
  for (let i = 0; i < seconds * 60; i++) world.advance(FRAME_MS);
  return world;
}

interface Cost {
  frames: number;
  rollbacks: number;
  deepest: number;
  again: number;
  stalls: number;
}

function costOf({ machines }: RaceWorld): Cost {
  const sum = (of: (match: RaceMatch) => number): number => machines.reduce((total, { match }) => total + of(match), 0);
  return {
    frames: Math.min(...machines.map(({ match }) => match.session.frame())),
    rollbacks: sum((match) => match.session.stats.rollbacks),
    deepest: Math.max(...machines.map(({ match }) => match.session.stats.maxRollbackDepth)),
    again: sum((match) => match.session.stats.fastForwardFrames),
    stalls: sum((match) => match.counters.stalls),
  };
}

describe('two machines and a line', () => {
  it('find each other at once, red with handle 0', () => {
    const { machines } = play({}, 0);
    expect(machines.map(({ match }) => [match.state, ...match.localHandles])).toEqual([
      ['running', 0],
      ['running', 1],
    ]);
    expect(machines[0].match.session.frame()).toBeLessThan(60);
  });

  it('agree on every frame, on a line of any kind', () => {
    for (const settings of [
      {},
      { lag: 0, jitter: 0, loss: 0 },
      { lag: 300, jitter: 100, loss: 40 },
      { lag: 60, jitter: 100, delay: 0 },
      { lockstep: true },
    ]) {
      const { agreement, machines } = play(settings);
      expect(agreement.compared, JSON.stringify(settings)).toBeGreaterThan(100);
      expect(agreement.equal).toBe(agreement.compared);
      // Nothing was skipped: every frame from 0 on was compared.
      expect(agreement.compared).toBe(agreement.frame + 1);
      expect(machines.map(({ match }) => match.session.stats.desyncs)).toEqual([0, 0]);
      expect(agreement.checksums[0]).not.toBe(0);
    }
  });

  it('play again the more frames the further apart they are, and wait once the window is full', () => {
    const [near, middle, far] = [0, 80, 250].map((lag) => costOf(play({ lag, jitter: 0, loss: 0 })));
    expect(near).toMatchObject({ rollbacks: 0, again: 0, stalls: 0 });
    expect(middle?.deepest).toBeGreaterThan(1);
    expect(middle?.deepest).toBeLessThan(8);
    expect(middle?.stalls).toBe(0);
    expect(far?.deepest).toBe(8);
    expect(far?.stalls).toBeGreaterThan(300);
    expect(middle?.frames).toBeGreaterThan(1190);
    expect(far?.frames).toBeLessThan(1000);
  });

  it('hardly roll back behind enough delay, and never in lockstep, where they wait instead', () => {
    const [plain, delayed, lockstep] = [{}, { delay: 8 }, { lockstep: true }].map((settings) =>
      costOf(play({ jitter: 0, loss: 0, ...settings })),
    );
    expect(plain?.again).toBeGreaterThan(100);
    expect(delayed).toMatchObject({ again: 0, stalls: 0 });
    expect(lockstep).toMatchObject({ again: 0, rollbacks: 0 });
    expect(lockstep?.stalls).toBeGreaterThan(600);
    expect(lockstep?.frames).toBeLessThan(800);
  });

  it('loses and delays as the sliders say, at once when they move', () => {
    const settings = { ...AT_FIRST, lag: 50, jitter: 0, loss: 0 };
    const world = createRaceWorld(settings, 9, [() => 0, () => 0]);
    const flights = (): number[] => world.line.packets.map(({ sentAt, arrivesAt }) => arrivesAt - sentAt);
    world.advance(500);
    expect(new Set(flights())).toEqual(new Set([50]));
    expect(world.line.packets.some(({ lostAt }) => lostAt !== null)).toBe(false);
    Object.assign(settings, { lag: 200, jitter: 40, loss: 40 });
    world.advance(500);
    expect(Math.min(...flights())).toBeGreaterThanOrEqual(160);
    expect(Math.max(...flights())).toBeLessThanOrEqual(240);
    expect(Math.max(...flights()) - Math.min(...flights())).toBeGreaterThan(40);
    expect(world.line.packets.filter(({ lostAt }) => lostAt !== null).length).toBeGreaterThan(5);
  });

  it('shows the guesses that were wrong, and the coins that were taken back', () => {
    const world = createRaceWorld({ ...AT_FIRST, lag: 140 }, 11, [scriptedHands(0), scriptedHands(1)]);
    const seen = { wrong: new Set<object>(), takenBack: new Set<object>() };
    for (let i = 0; i < 180 * 60; i++) {
      world.advance(FRAME_MS);
      for (const { wrongGuesses, takenBack } of world.corrections) {
        for (const guess of wrongGuesses) seen.wrong.add(guess);
        if (takenBack !== null) seen.takenBack.add(takenBack);
      }
    }
    expect(seen.wrong.size).toBeGreaterThan(100);
    expect(seen.takenBack.size).toBeGreaterThan(1);
    expect(world.agreement.equal).toBe(world.agreement.compared);
  });

  it('is the same play for the same seed, settings and steps', () => {
    const [a, b] = [play({}, 10), play({}, 10)];
    expect(a.agreement.frame).toBe(b.agreement.frame);
    expect(a.agreement.checksums).toEqual(b.agreement.checksums);
    expect(play({}, 10, 6).agreement.checksums).not.toEqual(a.agreement.checksums);
  });

  it('asks each hand once for each frame, stalled or not', () => {
    const asked: [number[], number[]] = [[], []];
    const ask = (side: 0 | 1) => (_: unknown, frame: number) => {
      asked[side].push(frame);
      return frame & 15;
    };
    const world = createRaceWorld({ ...AT_FIRST, lag: 200, loss: 20 }, 4, [ask(0), ask(1)]);
    world.advance(5000);
    expect(costOf(world).stalls).toBeGreaterThan(20);
    for (const frames of asked) expect(frames).toEqual(frames.map((_, i) => (frames[0] ?? 0) + i));
  });
});

describe('agreement', () => {
  it('sees one frame that differs', () => {
    const match = (differsAt: number) => ({
      session: {
        confirmedFrame: () => 9,
        frame: () => 10,
        checksumAt: (frame: number) => (frame === differsAt ? 1 : 2),
      },
    });
    const agreement = createAgreement([match(-1), match(4)]);
    agreement.update();
    expect([agreement.compared, agreement.equal, agreement.frame]).toEqual([10, 9, 9]);
    agreement.update();
    expect(agreement.compared).toBe(10);
  });
});

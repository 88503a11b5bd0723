import { createMatch, createPRNG, defineGame, type Match } from '@lite-rollback/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createButtons } from '../input/buttons.js';
import type { CabinetOptions } from '../options.js';
import { LINE_KINDS, type LineKind } from './line-kinds.js';
import { NETCODES, type Netcode } from './netcode.js';
import type { Rival } from './rival.js';
import { createSolo, type Solo } from './solo.js';

const fields = { x: { type: Int32Array, length: 4 } } as const;
type Fields = typeof fields;
const TICK_MS = 1000 / 60;
const [NEXT_DOOR, , OCEAN, TRAIN] = LINE_KINDS;
const [ROLLBACK, DELAY, LOCKSTEP] = NETCODES;

const gameOf = (numPlayers: 2 | 4) =>
  defineGame({
    id: `walk${numPlayers}/1`,
    numPlayers,
    fields,
    simulate({ x }, inputs) {
      for (let player = 0; player < numPlayers; player++)
        x[player] = ((x[player] ?? 0) * 31 + (inputs[player] ?? 0)) | 0;
    },
  });

/** Presses another key every few frames, so that a guess about it is often wrong. */
const restless: Rival<Fields> = {
  id: 'restless',
  name: 'Restless',
  reactionMs: 200,
  hands: (_, { frame, whim }) => Math.floor(whim(Math.floor(frame / 9)) * 4),
};
const still: Rival<Fields> = { id: 'still', name: 'Still', hands: () => 0 };

interface Table {
  readonly solo: Solo<Fields>;
  readonly near: Match<Fields>;
  /** Checksums by frame: this machine's, the far one's. */
  readonly sums: readonly [Map<number, number>, Map<number, number>];
  bits: number;
  play(seconds: number): void;
}

let pageNow = 0;
afterEach(() => void vi.restoreAllMocks());

function sit(line: LineKind, netcode: Netcode = ROLLBACK, numPlayers: 2 | 4 = 2, rival = restless): Table {
  vi.spyOn(performance, 'now').mockImplementation(() => pageNow);
  const buttons = createButtons(numPlayers);
  const game = gameOf(numPlayers);
  const cabinet: CabinetOptions<Fields> = {
    game,
    title: 'Walk',
    goal: '',
    stage: { width: 1, height: 1 },
    draw: () => {},
    keys: [],
    pad: [],
    players: Array.from({ length: numPlayers }, () => ({ name: 'One' })),
    localPlayers: numPlayers / 2,
  };
  const solo = createSolo<Fields>({
    cabinet,
    buttons,
    seed: 7,
    onDraw: () => {},
    onTick: () => {},
    choice: { rival, line, netcode },
  });
  const near = createMatch<Fields>({
    ...solo.matchOptions,
    game,
    transport: solo.transport,
    host: true,
    localPlayers: numPlayers / 2,
  });
  solo.meet(near);
  const dice = createPRNG(3);
  const sums = [new Map<number, number>(), new Map<number, number>()] as const;
  const next = [0, 0];

  function note(): void {
    for (const [at, match] of [near, solo.farMatch].entries()) {
      if (match === null) continue;
      const { session } = match;
      const last = Math.min(session.confirmedFrame(), session.frame() - 1);
      for (let frame = next[at] ?? 0; frame <= last; frame++) sums[at]?.set(frame, session.checksumAt(frame));
      next[at] = last + 1;
    }
  }

  const table: Table = {
    solo,
    near,
    sums,
    bits: -1,
    play(seconds) {
      for (let tick = 0; tick < seconds * 60; tick++) {
        pageNow += TICK_MS;
        solo.beat(pageNow);
        if (!solo.stalls()) {
          solo.beforeTick();
          // Without a choice of the test: any of four inputs, for a while each.
          const bits = table.bits >= 0 ? table.bits : tick % 11 === 0 ? dice.range(0, 4) : (held ?? 0);
          held = bits;
          near.advance(numPlayers === 2 ? bits : [bits, buttons.sample(1)]);
          buttons.taken();
          solo.afterTick();
        }
        solo.afterDraw();
        note();
      }
    },
  };
  let held: number | undefined;
  return table;
}

function expectAlike({ sums: [here, there] }: Table, least: number): void {
  const common = [...here.keys()].filter((frame) => there.has(frame));
  expect(common.filter((frame) => here.get(frame) !== there.get(frame))).toEqual([]);
  expect(common.length).toBeGreaterThanOrEqual(least);
  // A game that stands still is alike everywhere.
  expect(new Set(here.values()).size).toBeGreaterThan(common.length * 0.9);
}

describe('createSolo', () => {
  it('has both machines play before a first frame is drawn, the person with the first handle', () => {
    const { near, solo } = sit(OCEAN);
    expect([near.state, solo.farMatch?.state]).toEqual(['running', 'running']);
    expect([near.localHandles, solo.farMatch?.localHandles]).toEqual([[0], [1]]);
    expect(near.session.frame()).toBe(0);
  });

  it.each(LINE_KINDS.map((kind) => [kind.name, kind] as const))('%s: both machines agree on every frame', (_, kind) => {
    const table = sit(kind);
    table.play(30);
    expectAlike(table, 1700);
    expect([table.near.session.stats.desyncs, table.solo.farMatch?.session.stats.desyncs]).toEqual([0, 0]);
  });

  it('rolls back for real across an ocean, at both ends, and hardly next door', () => {
    const far = sit(OCEAN);
    far.play(30);
    expect(far.near.session.stats.rollbacks).toBeGreaterThan(50);
    expect(far.solo.farMatch?.session.stats.rollbacks).toBeGreaterThan(50);
    expect(far.near.session.stats.maxRollbackDepth).toBeGreaterThanOrEqual(4);
    const close = sit(NEXT_DOOR);
    close.play(30);
    expect(close.near.session.stats.rollbacks).toBeLessThan(5);
  });

  it('changes the line in mid-match', () => {
    const table = sit(NEXT_DOOR);
    table.play(10);
    const before = table.near.session.stats.rollbacks;
    table.solo.choose({ line: TRAIN });
    expect(table.solo.choice.line).toBe(TRAIN);
    table.play(20);
    expect(table.near.session.stats.rollbacks).toBeGreaterThan(before + 20);
    table.solo.choose({ line: NEXT_DOOR });
    const { rttMs = 0 } = table.near.stats('far') ?? {};
    expect(rttMs).toBeGreaterThan(80);
    table.play(20);
    expect(table.near.stats('far')?.rttMs).toBeLessThan(60);
    expectAlike(table, 2900);
  });

  it('under the other two netcodes guesses nothing, and rolls back again once it may', () => {
    for (const netcode of [DELAY, LOCKSTEP]) {
      const table = sit(OCEAN);
      const { stats } = table.near.session;
      table.play(5);
      expect(stats.rollbacks).toBeGreaterThan(5);
      table.solo.choose({ netcode });
      table.play(1); // what was guessed before is settled
      const { rollbacks } = stats;
      const farRollbacks = table.solo.farMatch?.session.stats.rollbacks;
      table.play(10);
      expect(stats.rollbacks).toBe(rollbacks);
      expect(table.solo.farMatch?.session.stats.rollbacks).toBe(farRollbacks);
      expect(table.near.session.frame() - 1).toBeLessThanOrEqual(table.near.session.confirmedFrame());
      table.solo.choose({ netcode: ROLLBACK });
      table.play(5);
      expect(stats.rollbacks).toBeGreaterThan(rollbacks + 5);
      expectAlike(table, 500);
    }
  });

  it('delay-based keeps its pace on an even line, lockstep crawls, and both say how many ticks stood still', () => {
    const framesOf = (netcode: Netcode): { frames: number; stalls: number } => {
      const table = sit(OCEAN, netcode);
      table.play(2);
      const [from, stalled] = [table.near.session.frame(), table.solo.feelOf(netcode).stalls];
      table.play(20);
      return { frames: table.near.session.frame() - from, stalls: table.solo.feelOf(netcode).stalls - stalled };
    };
    const delay = framesOf(DELAY);
    expect(delay.frames).toBeGreaterThan(1150);
    expect(delay.frames + delay.stalls).toBe(1200);
    const lockstep = framesOf(LOCKSTEP);
    // A frame takes as long as a packet, 75 ms, and what is lost is waited for.
    expect(lockstep.frames).toBeGreaterThan(150);
    expect(lockstep.frames).toBeLessThan(270);
    expect(lockstep.frames + lockstep.stalls).toBe(1200);
  });

  it('measures from the press to the picture: two frames, or what the line takes', () => {
    const pressOf = (netcode: Netcode): number => {
      const table = sit(OCEAN, netcode);
      table.bits = 0;
      table.play(3);
      for (let press = 0; press < 9; press++) {
        table.solo.pressed(0, 1, pageNow);
        table.bits = 1;
        table.play(0.1);
        table.bits = 0;
        table.play(0.9);
      }
      return (table.solo.feelOf(netcode).pressMs ?? 0) / TICK_MS;
    };
    // A press lies between two ticks: it is sampled by the next one, which takes a frame to come.
    expect(pressOf(ROLLBACK)).toBeCloseTo(3, 1);
    expect(pressOf(DELAY)).toBeCloseTo(7, 1);
    expect(pressOf(LOCKSTEP)).toBeGreaterThan(6);
  });

  it('forgets what it measured when the line changes, and keeps it apart by netcode', () => {
    const table = sit(OCEAN, LOCKSTEP);
    table.play(5);
    expect(table.solo.feelOf(LOCKSTEP).stalls).toBeGreaterThan(100);
    expect(table.solo.feelOf(ROLLBACK)).toMatchObject({ stalls: 0, pressMs: undefined });
    table.solo.choose({ line: NEXT_DOOR });
    expect(table.solo.feelOf(LOCKSTEP).stalls).toBe(0);
  });

  it('changes the rival in mid-match', () => {
    const table = sit(OCEAN, ROLLBACK, 2, still);
    table.play(5);
    const { stats } = table.near.session;
    expect(stats.rollbacks).toBe(0);
    table.solo.choose({ rival: restless });
    table.play(5);
    expect(stats.rollbacks).toBeGreaterThan(5);
  });

  it('has a rival play the seat of its machine that no person has', () => {
    const table = sit(OCEAN, ROLLBACK, 4);
    expect([table.near.localHandles, table.solo.farMatch?.localHandles]).toEqual([
      [0, 1],
      [2, 3],
    ]);
    const pressed = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
    const word = new Uint32Array(1);
    table.bits = 0;
    for (let second = 0; second < 20; second++) {
      table.play(1);
      for (const [player, seen] of pressed.entries()) {
        table.near.session.inputAt(player, table.near.session.frame() - 1, word);
        seen.add(word[0] ?? 0);
      }
    }
    expect(pressed[0]?.size).toBe(1);
    for (const seen of pressed.slice(1)) expect(seen.size).toBeGreaterThan(2);
    expectAlike(table, 1100);
  });

  it('meets again for another match on the same line', () => {
    const table = sit(TRAIN);
    table.play(3);
    const [first, firstFar] = [table.near, table.solo.farMatch];
    first.close();
    const game = gameOf(2);
    const again = createMatch<Fields>({
      ...table.solo.matchOptions,
      game,
      transport: table.solo.transport,
      host: true,
    });
    table.solo.meet(again);
    expect([again.state, table.solo.farMatch?.state, firstFar?.state]).toEqual(['running', 'running', 'ended']);
    expect(table.solo.farMatch).not.toBe(firstFar);
  });
});

// What became of the honest machines.
import { expect } from 'vitest';
import type { Machine } from '../test/match/world.js';
import { reached, type Arena } from './arena.js';

/** Frames of a second of play, and how many of them an attack may cost. */
const FRAMES_A_SECOND = 60;

/** The honest machines play on: so many more frames within `ms`, at no less than `share` of full speed. */
export function expectPlaysOn(arena: Arena, machines: readonly Machine[], ms = 2000, share = 0.8): void {
  const before = machines.map(reached);
  arena.run(ms);
  machines.forEach((machine, i) => {
    const gained = reached(machine) - before[i]!;
    const wanted = (share * FRAMES_A_SECOND * ms) / 1000;
    expect(machine.events('end'), `${machine.name} ended\n${arena.show()}`).toEqual([]);
    expect(gained, `frames of ${machine.name} in ${ms} ms\n${arena.show()}`).toBeGreaterThanOrEqual(wanted);
  });
}

/** Nobody of `machines` was put out by another of them. */
export function expectNobodyOut(arena: Arena, machines: readonly Machine[]): void {
  const names = machines.map(({ name }) => name);
  for (const machine of machines) {
    const out = machine.events('drop').filter(({ peer }) => names.includes(peer));
    expect(out, `${machine.name} put out an honest machine\n${arena.show()}`).toEqual([]);
  }
}

/** Every one of `machines` has ended, for one of the reasons. */
export function expectEnded(arena: Arena, machines: readonly Machine[], reasons: readonly string[]): void {
  for (const machine of machines) {
    const [end] = machine.events('end');
    expect(end, `${machine.name} has not ended\n${arena.show()}`).toBeDefined();
    expect(reasons, arena.show()).toContain(end?.reason);
  }
}

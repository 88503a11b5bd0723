import type { World } from './world.js';

/** What every scenario over bad links has: jitter, duplicates, late packets. */
export const ROUGH = { latencyMs: 40, jitterMs: 30, duplicate: 0.05, reorder: 0.08 } as const;

/** Of each pair one way loses 30 %, the other 5 %. */
export function lopsidedLoss({ network, machines }: World): void {
  machines.forEach(({ name: from }, i) => {
    machines.forEach(({ name: to }, j) => {
      if (i !== j) network.link(from, to).loss = i < j ? 0.3 : 0.05;
    });
  });
}

/** Loses the next 60 packets of one direction, another one at each call. Returns its ends. */
export function burstLoss({ network, machines }: World, turn: number): [string, string] {
  const from = machines[turn % machines.length]!;
  const others = machines.filter((machine) => machine !== from);
  const to = others[Math.floor(turn / machines.length) % others.length]!;
  network.link(from.name, to.name).burst = 60;
  return [from.name, to.name];
}

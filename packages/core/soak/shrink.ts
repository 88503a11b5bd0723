// Makes a failing scenario small: each step is kept if what is left still fails in the same way.
import { Fault } from './fault.js';
import { play } from './play.js';
import type { Player, Scenario, Trouble, Weather } from './scenario.js';

export interface Shrunk {
  readonly scenario: Scenario;
  readonly fault: Fault;
  /** Scenarios played for it. */
  readonly tries: number;
}

/** Where the failure hangs on which packets are lost, a scenario with less in it fails with another seed. */
const SEEDS = [1, 2, 3];

export type Judge = (scenario: Scenario) => Fault | undefined;

export function judge(scenario: Scenario): Fault | undefined {
  try {
    play(scenario);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** The same thing went wrong: of a throw, the same message but for its numbers. */
function alike(a: Fault, b: Fault): boolean {
  const plain = ({ message }: Fault): string => message.replace(/\d+/g, '0');
  return a.kind === b.kind && (a.kind !== 'threw' || plain(a) === plain(b));
}

/** `until`: of the judge's `clock`, past which nothing new is tried. */
export function shrink(
  scenario: Scenario,
  fault: Fault,
  until: number,
  clock: () => number,
  judged: Judge = judge,
): Shrunk {
  let best = scenario;
  let found = fault;
  let tries = 0;

  const attempt = (candidate: Scenario): boolean => {
    for (const seed of [candidate.seed, ...SEEDS]) {
      if (clock() > until) return false;
      tries++;
      const next = judged({ ...candidate, seed });
      if (!next || !alike(next, fault)) continue;
      best = { ...candidate, seed };
      found = next;
      return true;
    }
    return false;
  };

  /** Delta debugging: first halves, then quarters, then one trouble at a time. */
  const fewerTroubles = (): void => {
    for (let size = Math.ceil(best.troubles.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let at = 0; at < best.troubles.length;) {
        if (!attempt({ ...best, troubles: best.troubles.filter((_, i) => i < at || i >= at + size) })) at += size;
      }
    }
  };

  const names = (trouble: Trouble, who: string): boolean =>
    ('who' in trouble && trouble.who === who) || ('from' in trouble && (trouble.from === who || trouble.to === who));
  const fewerMachines = (): void => {
    for (const who of Object.keys(best.machines)) {
      const left = Object.fromEntries(Object.entries(best.machines).filter(([name]) => name !== who));
      if (Object.keys(left).length < 2) return;
      attempt({ ...best, machines: left, troubles: best.troubles.filter((trouble) => !names(trouble, who)) });
    }
  };

  const shorter = (): void => {
    const last = Math.max(0, ...best.troubles.map((trouble) => trouble.at + ('for' in trouble ? trouble.for : 0)));
    const trimmed = { ...best, ms: Math.min(best.ms, last + 500) };
    if (trimmed.ms < best.ms) attempt(trimmed);
    // All of it earlier, or one of them.
    for (const factor of [0.5, 0.75]) {
      attempt({
        ...best,
        ms: Math.round(best.ms * factor),
        troubles: best.troubles.map((trouble) => ({ ...trouble, at: Math.round(trouble.at * factor) })),
      });
    }
  };

  const replaced = (at: number, trouble: Trouble): Trouble[] =>
    best.troubles.map((each, i) => (i === at ? trouble : each));

  /** Without the key, which stands for its default. */
  const without = <T extends object>(of: T, key: string): T =>
    Object.fromEntries(Object.entries(of).filter(([name]) => name !== key)) as T; // its optional keys only
  const plainer = (): void => {
    for (const key of [
      'words',
      'onDrop',
      'dropAfterMs',
      'maxPrediction',
      'desyncInterval',
      'graceMs',
      'overAtFrames',
      'link',
    ]) {
      if (key in best) attempt(without(best, key));
    }
    for (const key of Object.keys(best.link ?? {})) attempt({ ...best, link: without(best.link!, key) });
    for (const [who] of Object.entries(best.machines)) {
      const becomes = (player: Player): boolean => attempt({ ...best, machines: { ...best.machines, [who]: player } });
      if (Object.keys(best.machines[who]!).length > 0 && becomes({})) continue;
      for (const key of Object.keys(best.machines[who]!)) becomes(without(best.machines[who]!, key));
      if ((best.machines[who]!.players ?? 1) > 2) becomes({ ...best.machines[who]!, players: 2 });
    }
    best.troubles.forEach((trouble, i) => {
      if (trouble.do !== 'weather') return;
      for (const key of Object.keys(trouble.is)) {
        const now = best.troubles[i]!;
        if (now.do === 'weather')
          attempt({ ...best, troubles: replaced(i, { ...now, is: without<Weather>(now.is, key) }) });
      }
    });
  };

  /** Numbers to be read and remembered: rounded, or halved. */
  const rounder = (): void => {
    best.troubles.forEach((_, i) => {
      for (const key of ['at', 'for', 'packets', 'frames']) {
        for (const change of [
          (n: number) => 0 * n,
          (n: number) => Math.round(n / 2 / 100) * 100,
          (n: number) => Math.round(n / 1000) * 1000,
          (n: number) => Math.round(n / 100) * 100,
          (n: number) => Math.round(n / 10) * 10,
        ]) {
          const now = best.troubles[i]!;
          // By name, because it is the same for every kind that has it.
          const value = (now as unknown as Record<string, number | undefined>)[key];
          if (value === undefined || change(value) >= value) continue;
          if (attempt({ ...best, troubles: replaced(i, { ...now, [key]: change(value) }) })) break;
        }
      }
    });
  };

  for (let size = Infinity; size > JSON.stringify(best).length && clock() < until;) {
    size = JSON.stringify(best).length;
    fewerTroubles();
    fewerMachines();
    shorter();
    plainer();
    rounder();
  }
  return { scenario: best, fault: found, tries };
}

// `pnpm soak [--minutes N] [--seed S] [--only NAME] [--replay FILE] [--keep-going]`: campaigns of random scenarios,
// turn by turn until the time is up. A scenario that fails is made small and printed as a test; it is also written to
// .reports/, from where --replay plays it again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asTest } from './as-test.js';
import { CAMPAIGNS } from './campaigns.js';
import type { Fault } from './fault.js';
import { createMemoryWatch } from './memory.js';
import { lastStage, play } from './play.js';
import { add, nothing, type Reached } from './reached.js';
import type { Scenario } from './scenario.js';
import { sessions } from './sessions.js';
import { judge, shrink } from './shrink.js';

const DEFAULT_MINUTES = 5;
/** How long a failing scenario is made smaller, at the most. */
const SHRINK_MS = 60_000;
/**
 * Mutated, noisy, old and forged packets that the campaigns with garbage reach together before the time is up counts.
 */
const GARBAGE_MIN = 1_000_000;
/** A campaign that had fewer scenarios may have reached less than all. */
const ENOUGH = 10;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    replay: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
  },
});

/** The root of the repository, two above this package, where reports go. */
const root = resolve(process.cwd(), '../..');

function number(name: 'minutes' | 'seed'): number {
  const value = Number(values[name]);
  if (!(value >= 0)) throw new RangeError(`--${name} is ${values[name]}, and must be a number of 0 or more`);
  return value;
}

function replay(file: string): void {
  const scenario = JSON.parse(readFileSync(resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8')) as Scenario; // written by report() below
  const fault = judge(scenario);
  console.log(fault ? fault.message : 'nothing fails');
  for (const { machine } of lastStage?.pages ?? []) {
    const { session, state, localHandles } = machine.match;
    console.log(
      `${machine.name}, handles [${localHandles.join()}]: ${state} at frame ${session.frame()}, confirmed ${session.confirmedFrame()}`,
    );
    for (const { name, detail, at } of machine.happenings)
      console.log(`  ${at.toFixed(0)} ms ${name} ${JSON.stringify(detail)}`);
  }
  if (fault) process.exitCode = 1;
}

/** Faults told already, as far as they read the same: with --keep-going only the first of them is made small. */
const told = new Map<string, number>();
const gist = ({ message }: Fault): string =>
  message
    .split('\n')[0]!
    .replace(/\d+(\.\d+)?/g, '0')
    .replace(/\b[a-dw-z]0?\b/g, '?')
    .slice(0, 60);

function report(name: string, seed: number, scenario: Scenario, fault: Fault): void {
  console.log(`\n${name}, seed ${seed}: ${fault.message.split('\n')[0]!.slice(0, 300)}`);
  const times = (told.get(gist(fault)) ?? 0) + 1;
  told.set(gist(fault), times);
  if (times > 1) return;
  const small = shrink(scenario, fault, performance.now() + SHRINK_MS, () => performance.now());
  const file = join(root, '.reports', 'soak', `${name}-${seed}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(small.scenario, null, 1));
  console.log(
    `${asTest(small.scenario, small.fault, `${name}, seed ${seed}`)}// ${small.tries} tries; pnpm soak --replay .reports/soak/${name}-${seed}.json tells its events`,
  );
  if (small.fault.kind === 'threw') console.log(small.fault.cause);
}

interface Standing {
  seed: number;
  ms: number;
  faults: number;
  readonly reached: Reached;
}

function run(): void {
  const names = [...Object.keys(CAMPAIGNS), 'sessions'].filter(
    (name) => values.only === undefined || name === values.only,
  );
  if (names.length === 0)
    throw new RangeError(
      `--only is ${values.only}, and must be one of ${[...Object.keys(CAMPAIGNS), 'sessions'].join(', ')}`,
    );
  const first = number('seed');
  const until = performance.now() + number('minutes') * 60_000;
  const standings = new Map<string, Standing>(
    names.map((name) => [name, { seed: first, ms: 0, faults: 0, reached: nothing() }]),
  );
  const memory = createMemoryWatch();
  let faults = 0;
  const garbage = (): number => [...standings.values()].reduce((sum, { reached }) => sum + reached.garbage, 0);
  const pouring = names.some((name) => CAMPAIGNS[name]?.reaches.includes('garbage'));

  // The one that had least time is next; where there is garbage, until there was enough of it.
  while (performance.now() < until || (pouring && garbage() < GARBAGE_MIN)) {
    const open =
      performance.now() < until ? names : names.filter((name) => CAMPAIGNS[name]?.reaches.includes('garbage'));
    const name = open.reduce((least, each) => (standings.get(each)!.ms < standings.get(least)!.ms ? each : least));
    const standing = standings.get(name)!;
    const seed = standing.seed++;
    const began = performance.now();
    const campaign = CAMPAIGNS[name];
    if (!campaign) sessions(seed, standing.reached);
    else {
      const scenario = campaign.make(seed);
      let fault: Fault | undefined;
      try {
        add(standing.reached, play(scenario));
      } catch {
        // Deterministic: it fails again, and now is told what for.
        fault = judge(scenario);
      }
      standing.ms += performance.now() - began;
      if (fault) {
        standing.faults++;
        faults++;
        report(name, seed, scenario, fault);
        if (!values['keep-going']) break;
      }
      memory.look();
      continue;
    }
    standing.ms += performance.now() - began;
  }

  let poor = 0;
  for (const [name, { seed, ms, faults: count, reached }] of standings) {
    const got = Object.entries(reached)
      .filter(([, times]) => times > 0)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ');
    console.log(`${name}: seeds ${first} to ${seed - 1} in ${(ms / 1000).toFixed(0)} s, ${count} faults; ${got}`);
    const missed =
      seed - first < ENOUGH || faults > 0
        ? []
        : (CAMPAIGNS[name]?.reaches ?? ['rollbacks']).filter((what) => reached[what as keyof Reached] === 0); // keys of a Reached
    if (missed.length > 0) console.log(`${name} has not reached: ${missed.join(', ')}`);
    poor += missed.length;
  }
  console.log(memory.tell());
  if (faults > 0 || poor > 0 || memory.grew()) process.exitCode = 1;
}

if (values.replay !== undefined) replay(values.replay);
else run();

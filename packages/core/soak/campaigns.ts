// What the soak plays: each campaign makes scenarios of one kind from their seeds.
import { between, createRandom, type Random } from '../test/match/random.js';
import type { Reached } from './reached.js';
import type { Garbage, Player, Scenario, Trouble, Weather, Who } from './scenario.js';

export interface Campaign {
  readonly about: string;
  make(seed: number): Scenario;
  /** What it must have reached, each at least once in ten scenarios. */
  readonly reaches: readonly (keyof Reached)[];
}

const SPECTATORS = 'uvwxyz';

interface Dice {
  readonly random: Random;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  between(min: number, max: number): number;
  /** With two decimals, to be read. */
  share(max: number): number;
}

function createDice(seed: number): Dice {
  const random = createRandom(seed);
  return {
    random,
    pick: (list) => list[Math.floor(random() * list.length)]!,
    chance: (probability) => random() < probability,
    between: (min, max) => between(random, min, max),
    share: (max) => Math.round(random() * max * 100) / 100,
  };
}

function weather(dice: Dice): Weather {
  const is: Weather = {};
  if (dice.chance(0.5)) is.loss = dice.share(0.5);
  if (dice.chance(0.4)) is.bursts = { enter: dice.share(0.1), exit: 0.1 + dice.share(0.4) };
  if (dice.chance(0.4)) is.jitterMs = dice.between(5, 150);
  if (dice.chance(0.3)) is.latencyMs = dice.between(0, 250);
  if (dice.chance(0.3)) is.reorder = dice.share(0.3);
  if (dice.chance(0.3)) is.duplicate = dice.share(0.5);
  if (dice.chance(0.2)) is.rate = dice.between(900, 8000);
  return is;
}

interface World {
  scenario: Scenario;
  dice: Dice;
  names: Who[];
  other(who: Who): Who;
}

function world(seed: number, ms: number, machines?: number): World {
  const dice = createDice(seed);
  const names = [...'abcd'.slice(0, machines ?? dice.between(2, 4))];
  const scenario: Scenario = { seed, machines: {}, ms, troubles: [] };
  for (const name of names) {
    const player: Player = {};
    if (dice.chance(0.25)) player.players = dice.between(2, 3);
    if (dice.chance(0.6)) player.delay = dice.between(0, 6);
    if (dice.chance(0.5)) player.speed = 1 + dice.between(-20, 20) / 1000;
    if (dice.chance(0.5)) player.held = true;
    if (dice.chance(0.3)) player.late = dice.between(0, 2500);
    if (dice.chance(0.12)) player.jumps = [[dice.between(0, ms), dice.pick([-10_000, 3_600_000, -1e12, 700])]];
    scenario.machines[name] = player;
  }
  const link: Weather = {};
  if (dice.chance(0.8)) link.latencyMs = dice.between(0, 130);
  if (dice.chance(0.6)) link.jitterMs = dice.between(0, 60);
  if (dice.chance(0.6)) link.loss = dice.share(0.3);
  if (dice.chance(0.4)) link.duplicate = dice.share(0.1);
  if (dice.chance(0.4)) link.reorder = dice.share(0.1);
  scenario.link = link;
  if (dice.chance(0.25)) scenario.words = dice.pick([2, 4, 16]);
  if (dice.chance(0.5)) scenario.maxPrediction = dice.pick([0, 1, 4, 12, 30]);
  if (dice.chance(0.6)) scenario.desyncInterval = dice.pick([0, 1, 7]);
  if (dice.chance(0.6)) scenario.onDrop = dice.pick(['repeat', 'repeat', 'end']);
  if (dice.chance(0.4)) scenario.dropAfterMs = dice.pick([1000, 3000]);
  return { scenario, dice, names, other: (who) => dice.pick(names.filter((name) => name !== who)) };
}

/** A trouble's everything but its time. `Omit` would lose which fields belong to which kind. */
type Timeless = Trouble extends infer T ? (T extends { at: number } ? Omit<T, 'at'> : never) : never;

/** `count` troubles at random times, made by the makers, each as likely as its weight. */
function trouble(
  { scenario, dice }: World,
  count: number,
  makers: readonly (readonly [weight: number, make: () => Timeless])[],
): void {
  const sum = makers.reduce((all, [weight]) => all + weight, 0);
  for (let i = 0; i < count; i++) {
    let draw = dice.random() * sum;
    const [, make] = makers.find(([weight]) => (draw -= weight) < 0) ?? makers[0]!;
    scenario.troubles.push({ at: dice.between(0, scenario.ms), ...make() });
  }
  scenario.troubles.sort((a, b) => a.at - b.at);
}

const weathers =
  ({ dice, names, other }: World, longest = 4000) =>
  (): Timeless => {
    const from = dice.pick(names);
    return { do: 'weather', from, to: other(from), for: dice.between(200, longest), is: weather(dice) };
  };
const cuts =
  ({ dice, names, other }: World, longest: number) =>
  (): Timeless => {
    const from = dice.pick(names);
    return { do: 'cut', from, to: other(from), for: dice.between(50, longest) };
  };
const parts =
  ({ dice, names }: World, longest: number) =>
  (): Timeless => {
    const side = names.filter(() => dice.chance(0.5)).join('') || names[0]!;
    return { do: 'part', side, for: dice.between(50, longest) };
  };
const loses =
  ({ dice, names, other }: World, most: number) =>
  (): Timeless => {
    const from = dice.pick(names);
    return { do: 'lose', from, to: other(from), packets: dice.between(1, most) };
  };
const whiles =
  ({ dice, names }: World, kinds: readonly ('freeze' | 'hide' | 'poll' | 'pause')[], longest: number) =>
  (): Timeless => {
    return { do: dice.pick(kinds), who: dice.pick(names), for: dice.between(50, longest) };
  };
const delays =
  ({ dice, names }: World) =>
  (): Timeless => ({ do: 'delay', who: dice.pick(names), frames: dice.between(0, 15) });
const renames =
  ({ names }: World) =>
  (): Timeless => ({ do: 'rename', who: names[0]! });
const goes =
  ({ dice, names }: World) =>
  (): Timeless => ({ do: dice.pick(['close', 'kill']), who: dice.pick(names) });
const reloads =
  ({ dice, names }: World, ticket: number) =>
  (): Timeless => ({
    do: 'reload',
    who: dice.pick(names),
    for: dice.pick([0, dice.between(0, 600), dice.between(0, 6000)]),
    ticket: dice.chance(ticket),
  });
const watches =
  ({ dice }: World) =>
  (): Timeless => ({ do: 'watch', who: dice.pick([...SPECTATORS]) });
const watchersGo =
  ({ dice }: World) =>
  (): Timeless => ({ do: dice.pick(['close', 'kill']), who: dice.pick([...SPECTATORS]) });
const pours =
  ({ dice, names }: World, kinds: readonly Garbage[], most: number) =>
  (): Timeless => ({
    do: 'garbage',
    who: dice.pick(names),
    kind: dice.pick(kinds),
    packets: dice.between(most / 4, most),
    for: dice.between(1000, 4000),
  });

export const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  links: {
    about: 'links that change all the time, and nobody leaves: nobody may be dropped',
    reaches: ['rollbacks', 'stalls', 'delays', 'pauses', 'renames'],
    make(seed) {
      const made = world(seed, 25_000);
      // A silence of half of it is nobody's reason to drop.
      made.scenario.dropAfterMs = 4000;
      trouble(made, made.dice.between(4, 30), [
        [6, weathers(made)],
        [2, cuts(made, 900)],
        [1, parts(made, 900)],
        [2, loses(made, 40)],
        [1, whiles(made, ['freeze'], 500)],
        [2, whiles(made, ['hide', 'poll', 'pause'], 2000)],
        [3, delays(made)],
        [1, renames(made)],
      ]);
      return made.scenario;
    },
  },
  leaving: {
    about: 'machines die, leave, are cut off and accuse each other',
    reaches: ['rollbacks', 'drops', 'interrupts', 'ends'],
    make(seed) {
      const made = world(seed, 16_000, 2 + (seed % 3 === 0 ? 0 : 1 + (seed % 2)));
      if (made.dice.chance(0.25)) made.scenario.graceMs = made.dice.pick([500, 3000]);
      trouble(made, made.dice.between(2, 14), [
        [4, goes(made)],
        [2, loses(made, 60)],
        [2, cuts(made, 6000)],
        [2, parts(made, 6000)],
        [2, whiles(made, ['freeze', 'hide', 'poll', 'pause'], 8000)],
        [2, weathers(made)],
        [1, delays(made)],
      ]);
      return made.scenario;
    },
  },
  returning: {
    about: 'pages are loaded again with and without their tickets',
    reaches: ['drops', 'rejoins', 'rejects'],
    make(seed) {
      const made = world(seed, 22_000);
      if (made.scenario.onDrop === 'end' && made.dice.chance(0.7)) delete made.scenario.onDrop;
      if (made.dice.chance(0.5)) made.scenario.graceMs = made.dice.pick([1000, 5000]);
      trouble(made, made.dice.between(2, 10), [
        [6, reloads(made, 0.8)],
        [2, goes(made)],
        [2, weathers(made)],
        [1, loses(made, 60)],
        [1, cuts(made, 3000)],
        [1, whiles(made, ['freeze', 'pause'], 4000)],
        [1, delays(made)],
      ]);
      return made.scenario;
    },
  },
  watching: {
    about: 'spectators come and go while players play, and sometimes leave',
    reaches: ['spectators', 'drops'],
    make(seed) {
      const made = world(seed, 18_000);
      trouble(made, made.dice.between(3, 16), [
        [6, watches(made)],
        [2, watchersGo(made)],
        [1, goes(made)],
        [2, weathers(made)],
        [1, reloads(made, 0.8)],
        [1, whiles(made, ['freeze', 'pause', 'poll'], 2000)],
        [1, delays(made)],
      ]);
      return made.scenario;
    },
  },
  finishing: {
    about: 'matches that are over, and rematches over the same transports',
    reaches: ['finished', 'matches', 'rollbacks'],
    make(seed) {
      const made = world(seed, 14_000);
      if (made.dice.chance(0.7)) made.scenario.overAtFrames = made.dice.between(30, 500);
      trouble(made, made.dice.between(1, 8), [
        [3, () => ({ do: 'rematch' })],
        [3, weathers(made)],
        [2, loses(made, 60)],
        [1, cuts(made, 900)],
        [1, watches(made)],
        [1, whiles(made, ['freeze', 'hide', 'pause'], 900)],
      ]);
      return made.scenario;
    },
  },
  everything: {
    about: 'all of it at once',
    reaches: ['rollbacks', 'stalls', 'drops', 'rejoins', 'spectators', 'interrupts', 'rejects', 'renames', 'finished'],
    make(seed) {
      const made = world(seed, 30_000);
      if (made.dice.chance(0.3)) made.scenario.graceMs = made.dice.pick([500, 4000]);
      if (made.dice.chance(0.2)) made.scenario.overAtFrames = made.dice.between(300, 1500);
      trouble(made, made.dice.between(6, 40), [
        [6, weathers(made)],
        [2, cuts(made, 4000)],
        [1, parts(made, 4000)],
        [2, loses(made, 60)],
        [3, whiles(made, ['freeze', 'hide', 'poll', 'pause'], 5000)],
        [3, delays(made)],
        [1, () => ({ do: 'rename', who: made.dice.pick(made.names) })],
        [2, goes(made)],
        [3, reloads(made, 0.7)],
        [3, watches(made)],
        [1, watchersGo(made)],
        [0.3, () => ({ do: 'rematch' })],
        [2, pours(made, ['mutated', 'noise', 'replayed'], 2000)],
      ]);
      return made.scenario;
    },
  },
  hostile: {
    about: 'damaged, made-up and old packets from anybody: the truth stays the truth, and nobody is dropped',
    reaches: ['garbage', 'refused', 'rollbacks'],
    make(seed) {
      const made = world(seed, 12_000);
      made.scenario.dropAfterMs = 4000;
      trouble(made, 8, [
        [6, pours(made, ['mutated', 'noise', 'replayed', 'hellos', 'mutated'], 9000)],
        [1, weathers(made)],
        [1, delays(made)],
      ]);
      return made.scenario;
    },
  },
  sealed: {
    about: 'damaged packets that a machine of the match made: nothing throws, hangs or grows',
    reaches: ['garbage', 'ends'],
    make(seed) {
      const made = world(seed, 12_000);
      trouble(made, 10, [
        [6, pours(made, ['sealed', 'sealed', 'sealed', 'replayed', 'hellos'], 5000)],
        [1, weathers(made)],
        [1, watches(made)],
        [1, reloads(made, 0.8)],
      ]);
      return made.scenario;
    },
  },
};

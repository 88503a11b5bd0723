// The machines of a scenario and the links between them, as its troubles name them.
import { between, createRandom } from '../test/match/random.js';
import { sensitiveGame } from '../test/match/sensitive-game.js';
import { buttons, createWorld, type Machine, type World } from '../test/match/world.js';
import { createBadLink, createTape, type BadLink, type Tape } from './bad-link.js';
import {
  DROP_AFTER_MS,
  isLying,
  LIAR_ROOM_MS,
  LIAR_STALL_MS,
  PAUSE_TIMEOUT_MS,
  SYNC_TIMEOUT_MS,
  type Player,
  type Scenario,
  type Weather,
  type Who,
} from './scenario.js';

/** One page load. */
export interface Page {
  readonly who: Who;
  readonly machine: Machine;
  readonly spectator: boolean;
  /** It goes on: it was not killed, closed or loaded anew. */
  alive: boolean;
}

export interface Stage {
  readonly world: World;
  readonly pages: readonly Page[];
  readonly tape: Tape;
  readonly base: Weather;
  /** Of a match. */
  readonly numPlayers: number;
  /** The page at that place now. */
  page(who: Who): Page | undefined;
  /** All the places that were ever taken. */
  readonly places: readonly Who[];
  link(from: Who, to: Who): BadLink | undefined;
  addressOf(who: Who): string;
  rename(who: Who): void;
  /** Loads a page. `ticket`: with that of the page before it, if it has one. */
  load(who: Who, ticket: boolean): Page;
  watch(who: Who): Page;
  /** A new match over the transport of the page before it. */
  again(who: Who): Page;
}

const SILENT_TAPE: Tape = { packets: [], keep: () => undefined, seal: () => undefined };

export function createStage(scenario: Scenario): Stage {
  const { seed, machines, words = 1, overAtFrames } = scenario;
  const base: Weather = { latencyMs: 40, ...scenario.link };
  const numPlayers = Object.values(machines).reduce((sum, { players = 1 }) => sum + players, 0);
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers, inputWords: words, ...(overAtFrames !== undefined && { overAtFrames }) }),
    options: {
      onDrop: scenario.onDrop ?? 'neutral',
      dropAfterMs: scenario.dropAfterMs ?? DROP_AFTER_MS,
      maxPrediction: scenario.maxPrediction ?? 8,
      desyncInterval: scenario.desyncInterval ?? 30,
      rejoinGraceMs: scenario.graceMs ?? 0,
      pauseTimeoutMs: PAUSE_TIMEOUT_MS,
      syncTimeoutMs: SYNC_TIMEOUT_MS,
      ...(isLying(scenario) && {
        ...{ stallBudgetMs: LIAR_STALL_MS, budgetSpanMs: 10 * LIAR_STALL_MS, roomTimeoutMs: LIAR_ROOM_MS },
      }),
    },
  });
  const tape = scenario.troubles.some((trouble) => trouble.do === 'garbage') ? createTape(seed) : SILENT_TAPE;
  const random = createRandom(seed ^ 0x10ad);
  const pages: Page[] = [];
  const addresses = new Map<Who, string>();
  const links = new Map<string, BadLink>();

  const addressOf = (who: Who): string => addresses.get(who) ?? who;

  const place = (who: Who): void => {
    if (addresses.has(who)) return;
    for (const [other, address] of addresses) {
      for (const [from, to, fromAddress, toAddress] of [
        [who, other, who, address],
        [other, who, address, who],
      ] as const) {
        const bad = createBadLink(
          world.network.link(fromAddress, toAddress),
          seed ^ (from.charCodeAt(0) << 8) ^ to.charCodeAt(0),
          world.now,
          (bytes) => tape.keep(bytes, addressOf(from), addressOf(to)),
        );
        bad.set(base);
        links.set(from + to, bad);
      }
    }
    addresses.set(who, who);
  };

  const page = (who: Who): Page | undefined => pages.filter((each) => each.who === who).at(-1);

  const settingsOf = ({ players = 1, delay = 2, speed = 1, held = false, late, jumps = [] }: Player) => ({
    options: { localPlayers: players, inputDelay: delay },
    speed,
    ...(held && { hands: buttons() }),
    ...(late !== undefined && { phaseMs: late }),
    ...(jumps.length > 0 && {
      clock: (ms: number) => jumps.reduce((sum, [at, by]) => (ms >= at ? sum + by : sum), ms),
    }),
  });

  const open = (
    who: Who,
    settings: Parameters<World['machine']>[1],
    spectator: boolean,
    before?: Page,
    ticketSeed?: number,
  ): Page => {
    if (before) {
      before.machine.mode = 'off';
      before.alive = false;
    }
    const turn = pages.filter((each) => each.who === who).length;
    const machine = world.machine(turn ? `${who}${turn + 1}` : who, settings);
    if (ticketSeed !== undefined) {
      // One that is seated anew for all its ticket is a player like any other to the truth, which asks for this at its
      // 'start'.
      const { ticket } = machine.options;
      Object.defineProperty(machine.options, 'ticket', {
        get: () => (machine.events('start').some((start) => start.seed !== ticketSeed) ? undefined : ticket),
      });
    }
    const opened: Page = { who, machine, spectator, alive: true };
    pages.push(opened);
    return opened;
  };

  for (const [who, player] of Object.entries(machines)) {
    place(who);
    open(who, { address: who, ...settingsOf(player) }, false);
  }

  return {
    world,
    pages,
    tape,
    base,
    numPlayers,
    page,
    get places() {
      return [...addresses.keys()];
    },
    link: (from, to) => links.get(from + to),
    addressOf,
    rename(who) {
      const address = addresses.get(who);
      if (address === undefined) return;
      const next = `${who}.${between(random, 0, 999_999)}`;
      world.network.rename(address, next);
      addresses.set(who, next);
    },
    load(who, ticket) {
      const before = page(who)!;
      const start = before.machine.events('start')[0];
      const settings = settingsOf({ ...machines[who], late: 0 });
      const used = ticket && start?.ticket ? start : undefined;
      return open(
        who,
        {
          address: addresses.get(who)!,
          ...settings,
          options: { ...settings.options, ...(used && { ticket: used.ticket }) },
        },
        false,
        before,
        used?.seed,
      );
    },
    watch(who) {
      place(who);
      return open(who, { address: addresses.get(who)!, options: { role: 'spectator' } }, true, page(who));
    },
    again(who) {
      const before = page(who)!;
      const { transport } = before.machine.options;
      const settings = settingsOf({ ...machines[who], late: 0 });
      return open(
        who,
        { address: `unused ${pages.length}`, ...settings, options: { ...settings.options, transport: transport! } },
        false,
        before,
      );
    },
  };
}

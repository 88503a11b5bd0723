// Plays a scenario and judges it: each confirmed frame against the truth, bounds all the time, and the verdict once
// everything has healed.
import { between, createRandom } from '../test/match/random.js';
import type { Machine } from '../test/match/world.js';
import { Fault } from './fault.js';
import { makeGarbage } from './garbage.js';
import { heldBytes } from './memory.js';
import { nothing, type Reached } from './reached.js';
import {
  isLying,
  LIAR_ROOM_MS,
  LIAR_STALL_MS,
  mayDrop,
  PAUSE_TIMEOUT_MS,
  SYNC_TIMEOUT_MS,
  type Scenario,
  type Trouble,
} from './scenario.js';
import { createStage, type Page, type Stage } from './stage.js';
import { agree, checkEvents, historyOf, settle } from './verdict.js';

const PACKET_MAX = 1200;
/** Garbage comes once in so many ms. */
const GARBAGE_EVERY_MS = 16;
/**
 * Bytes more than before that are held when a pour of garbage is over: what the match's history and the truth's take.
 */
const HELD_MAX = 8 * 1024 * 1024;
/** How long after everything healed a match may take to find itself, past the time-outs that are running then. */
const SETTLE_MS = 12_000;

/** The stage of the scenario played last, for those who look at what became of it. */
export let lastStage: Stage | undefined;

interface Action {
  readonly at: number;
  readonly order: number;
  run(): void;
}

/**
 * Machines that saw different things are in different matches from there on: what spectators and returners saw before
 * them is nobody's to say.
 */
function createForks(stage: Stage, reached: Reached, repeats: boolean): (page: Page) => void {
  const histories = new Map<number, { longest: string[]; forked: boolean; cutOff: boolean; blind: boolean }>();
  const seedOf = (page: Page): number | undefined => page.machine.events('start')[0]?.seed;
  const unjudge = (page: Page): void => void (page.machine.truth = undefined);

  const compare = (page: Page): void => {
    const seed = seedOf(page);
    if (seed === undefined) return;
    const known = histories.get(seed) ?? { longest: [], forked: false, cutOff: false, blind: false };
    histories.set(seed, known);
    const own = historyOf(page);
    if (!page.spectator && page.machine.options.ticket === undefined) {
      const shared = Math.min(own.length, known.longest.length);
      if (own.slice(0, shared).join() !== known.longest.slice(0, shared).join() && !known.forked) {
        known.forked = true;
        reached.forks++;
      }
      if (own.length > known.longest.length) known.longest = own;
    }
    // Cut before it had any input of its own again: the truth has nothing to repeat.
    const back = new Map<number, number>();
    for (const happening of page.machine.happenings) {
      if (happening.name === 'join' && happening.detail.rejoined)
        for (const handle of happening.detail.handles) back.set(handle, happening.detail.frame);
      else if (
        happening.name === 'drop' &&
        happening.detail.handles.some((handle) => happening.detail.lastFrame < (back.get(handle) ?? 0)) &&
        repeats
      )
        known.blind = true;
    }
    // A link failed, not a machine: from here on there may be two matches, though the other half has not noticed yet.
    const newest = page.machine.happenings.at(-1);
    if (newest?.name === 'drop') {
      const living = stage.pages.filter(
        (other) => other.alive && seedOf(other) === seed && other.machine.match.state !== 'ended',
      );
      if (
        living.some((other) =>
          newest.detail.handles.some((handle) => other.machine.match.localHandles.includes(handle)),
        )
      )
        known.cutOff = true;
    }
    for (const other of stage.pages) {
      if (seedOf(other) !== seed) continue;
      if (
        known.blind ||
        ((known.forked || known.cutOff) &&
          (other.spectator ||
            other.machine.options.ticket !== undefined ||
            historyOf(other).some((line) => line.includes('back'))))
      )
        unjudge(other);
    }
  };
  return (page) => {
    for (const name of ['start', 'drop', 'join'] as const) page.machine.match.on(name, () => compare(page));
  };
}

/** @throws Fault */
export function play(scenario: Scenario): Reached {
  const complaints: string[] = [];
  const { error, warn } = console;
  console.error = console.warn = (...what: unknown[]) => void complaints.push(what.map(String).join(' '));
  try {
    return perform(scenario, complaints);
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
    const message = String(thrown);
    throw new Fault(message.includes('world of seed') ? 'truth' : 'threw', message, thrown);
  } finally {
    Object.assign(console, { error, warn });
  }
}

function perform(scenario: Scenario, complaints: readonly string[]): Reached {
  const reached: Reached = { ...nothing(), scenarios: 1 };
  const stage = (lastStage = createStage(scenario));
  const { world, base } = stage;
  const random = createRandom(scenario.seed ^ 0xacce);
  const { maxPrediction = 8, graceMs = 0, dropAfterMs = 2000 } = scenario;
  const lying = isLying(scenario);
  const watchForks = createForks(stage, reached, scenario.onDrop === 'repeat');
  const welcome = (page: Page): Page => {
    watchForks(page);
    // A lie about inputs is the truth of nobody.
    if (lying) page.machine.match.on('start', () => void (page.machine.truth = undefined));
    return page;
  };
  stage.pages.forEach(welcome);

  const actions: Action[] = [];
  let order = 0;
  const later = (at: number, run: () => void): void => {
    const action = { at, order: order++, run };
    let i = actions.length;
    while (i > 0 && (actions[i - 1]!.at > at || (actions[i - 1]!.at === at && actions[i - 1]!.order > action.order)))
      i--;
    actions.splice(i, 0, action);
  };

  const cut = (from: string, to: string, isCut: boolean): void => {
    const bad = stage.link(from, to);
    if (bad) bad.link.cut = isCut;
  };
  const living = (who: string): Page | undefined => {
    const page = stage.page(who);
    return page?.alive ? page : undefined;
  };

  const begin = (trouble: Trouble): void => {
    const over = (run: () => void): void => later(world.now() + ('for' in trouble ? trouble.for : 0), run);
    if (trouble.do === 'weather') {
      const { from, to } = trouble;
      stage.link(from, to)?.set({ ...base, ...trouble.is });
      over(() => stage.link(from, to)?.set(base));
    } else if (trouble.do === 'lose') {
      const bad = stage.link(trouble.from, trouble.to);
      if (bad) bad.link.burst = trouble.packets;
    } else if (trouble.do === 'cut') {
      cut(trouble.from, trouble.to, true);
      over(() => cut(trouble.from, trouble.to, false));
    } else if (trouble.do === 'part') {
      const set = (isCut: boolean): void => {
        for (const from of stage.places)
          for (const to of stage.places)
            if (trouble.side.includes(from) !== trouble.side.includes(to)) cut(from, to, isCut);
      };
      set(true);
      over(() => set(false));
    } else if (trouble.do === 'rematch') {
      const players = Object.keys(scenario.machines).filter(living);
      for (const who of players) living(who)?.machine.match.close();
      later(world.now() + 400, () => {
        for (const who of players) if (living(who)) welcome(stage.again(who));
      });
    } else if (trouble.do === 'watch') {
      if (stage.page(trouble.who)?.machine.match.state !== 'running') welcome(stage.watch(trouble.who));
    } else {
      const page = living(trouble.who);
      if (!page) return;
      const { machine } = page;
      if (trouble.do === 'close') machine.match.close();
      else if (trouble.do === 'kill') {
        machine.mode = 'off';
        page.alive = false;
      } else if (trouble.do === 'rename') {
        reached.renames++;
        stage.rename(trouble.who);
      } else if (trouble.do === 'delay') {
        reached.delays++;
        if (!page.spectator) machine.setInputDelay(trouble.frames);
      } else if (trouble.do === 'reload') {
        machine.mode = 'off';
        page.alive = false;
        over(() => void welcome(stage.load(trouble.who, trouble.ticket)));
      } else if (trouble.do === 'garbage') pour(trouble, machine);
      else {
        if (trouble.do === 'freeze') machine.mode = 'off';
        else {
          if (trouble.do !== 'pause') machine.mode = 'poll';
          if (trouble.do !== 'poll') {
            reached.pauses++;
            machine.match.pause(trouble.do === 'hide' ? 'hidden' : 'user');
          }
        }
        over(() => {
          if (!page.alive) return;
          machine.mode = 'advance';
          machine.match.unpause();
        });
      }
    }
  };

  const pour = (trouble: Trouble & { do: 'garbage' }, machine: Machine): void => {
    const { kind, packets, who } = trouble;
    const steps = Math.max(1, Math.floor(trouble.for / GARBAGE_EVERY_MS));
    const others = stage.places.filter((place) => place !== who);
    const each = Math.ceil(packets / steps);
    const before = heldBytes();
    const step = (left: number): void => {
      if (stage.page(who)?.machine !== machine) return;
      // In an empty room a stranger's hello is a guest's.
      const quiet = kind === 'hellos' && !lying && machine.match.state !== 'running';
      for (let i = 0; i < each && !quiet; i++) {
        const stranger = kind === 'hellos' || (kind !== 'sealed' && random() < 0.5);
        const from = stranger
          ? `stranger ${between(random, 0, 5000)}`
          : stage.addressOf(others[between(random, 0, others.length - 1)]!);
        const to = stage.addressOf(who);
        const bytes = makeGarbage(kind, random, stage.tape.packets, (made) => stage.tape.seal(made, from, to));
        if (!bytes) continue;
        world.network.inject(from, to, bytes);
        reached.garbage++;
      }
      if (left > 1) later(world.now() + GARBAGE_EVERY_MS, () => step(left - 1));
      else if (before !== undefined) {
        const grown = heldBytes()! - before;
        if (grown > HELD_MAX) throw new Fault('bounds', `${grown} bytes more are held after ${packets} packets`);
      }
    };
    step(steps);
  };

  const checkBounds = (): void => {
    for (const { machine, spectator } of stage.pages) {
      const { session, state } = machine.match;
      const guessed = session.frame() - session.confirmedFrame() - 1;
      if (state === 'running' && guessed > (spectator ? 0 : maxPrediction))
        throw new Fault('bounds', `${machine.name} is ${guessed} frames past what is confirmed`);
      const desync = machine.events('desync')[0];
      if (desync && !lying) throw new Fault('desync', `${machine.name} says so: ${JSON.stringify(desync)}`);
    }
    if (complaints.length > 0) throw new Fault('console', complaints[0]!);
  };

  for (const trouble of scenario.troubles) later(trouble.at, () => begin(trouble));
  for (;;) {
    const next = actions[0];
    const at = Math.min(next?.at ?? Infinity, scenario.ms);
    if (at > world.now()) world.run(at - world.now());
    if (!next || next.at > scenario.ms) break;
    actions.shift();
    next.run();
    checkBounds();
  }
  // Everything heals; what was to come later, the reload of a page say, comes now.
  for (let rest = actions.splice(0); rest.length > 0; rest = actions.splice(0)) {
    const overdue = rest.filter(({ at }) => at < Infinity);
    if (!scenario.troubles.some((trouble) => trouble.do === 'garbage')) for (const { run } of overdue) run();
  }
  heal(stage);
  const stall = lying ? 2 * LIAR_STALL_MS + LIAR_ROOM_MS : 0;
  settle(stage, SETTLE_MS + graceMs + dropAfterMs + stall + Math.max(PAUSE_TIMEOUT_MS, SYNC_TIMEOUT_MS));
  checkBounds();
  judge(stage, scenario, lying);
  count(stage, reached);
  return reached;
}

function heal(stage: Stage): void {
  for (const from of stage.places) {
    for (const to of stage.places) {
      const bad = stage.link(from, to);
      bad?.set({ latencyMs: Math.min(stage.base.latencyMs ?? 0, 60) });
      if (bad) Object.assign(bad.link, { cut: false, burst: 0 });
    }
  }
  for (const { alive, machine } of stage.pages) {
    if (!alive) continue;
    machine.mode = 'advance';
    machine.match.unpause();
  }
}

function judge(stage: Stage, scenario: Scenario, lying: boolean): void {
  for (const from of stage.places) {
    for (const to of stage.places) {
      const largest = stage.link(from, to)?.link.largest ?? 0;
      if (largest > PACKET_MAX) throw new Fault('bounds', `a packet of ${largest} bytes from ${from} to ${to}`);
    }
  }
  const checked = (): void => checkEvents(stage, lying || scenario.troubles.some((trouble) => trouble.do === 'rename'));
  if (lying) return checked();
  agree(stage);
  checked();
  if (mayDrop(scenario)) return;
  for (const { machine, spectator } of stage.pages) {
    const drop = machine.events('drop').find(({ handles }) => handles.length > 0);
    if (drop)
      throw new Fault(
        'dropped',
        `${machine.name} dropped ${drop.peer} (${drop.reason}, after frame ${drop.lastFrame})`,
      );
    const end = machine.events('end')[0];
    if (end && end.reason !== 'finished' && end.reason !== 'closed')
      throw new Fault('dropped', `${machine.name} ended: ${end.reason}`);
    if (!spectator && machine.events('start').length === 0)
      throw new Fault('stands still', `${machine.name} has not started`);
    if (end?.reason === 'finished' && machine.truth && machine.truth.over < 0)
      throw new Fault('events', `${machine.name} finished, and the truth is not over`);
  }
}

function count(stage: Stage, reached: Reached): void {
  const seeds = new Set<number>();
  for (const { machine, spectator } of stage.pages) {
    const { match } = machine;
    for (const { seed } of machine.events('start')) seeds.add(seed);
    reached.frames += machine.verified;
    reached.rollbacks += match.session.stats.rollbacks;
    reached.stalls += spectator ? 0 : machine.results.stalled;
    reached.drops += machine.events('drop').filter(({ handles }) => handles.length > 0).length;
    reached.interrupts += machine.events('interrupt').length;
    reached.rejects += machine.events('reject').length;
    reached.refused += match.counters.droppedPackets;
    if (spectator && machine.verified > 0) reached.spectators++;
    if (machine.options.ticket && machine.events('start').length > 0) reached.rejoins++;
    for (const { reason } of machine.events('end')) {
      if (reason === 'finished') reached.finished++;
      else if (reason !== 'closed') reached.ends++;
    }
  }
  reached.matches += seeds.size;
  for (const from of stage.places)
    for (const to of stage.places) reached.packets += stage.link(from, to)?.link.packets ?? 0;
}

// What must hold of every match once its links have healed, whatever happened before.
import type { Frame } from '../src/index.js';
import { Fault } from './fault.js';
import type { Page, Stage } from './stage.js';

/** A frame that the machine has simulated and that is certain. */
const certain = ({ machine: { match } }: Page): Frame =>
  Math.min(match.session.frame() - 1, match.session.confirmedFrame());

const seedOf = ({ machine }: Page): number | undefined => machine.events('start')[0]?.seed;

/** Who was cut and who came back, in order, but for the comeback of `unless`, which is not told to itself. */
export const historyOf = ({ machine }: Page, unless: readonly Page[] = []): string[] =>
  machine.happenings.flatMap(({ name, detail }) => {
    if (name === 'drop' && detail.handles.length > 0)
      return [`${detail.handles.join('+')} cut after ${detail.lastFrame}`];
    if (
      name !== 'join' ||
      !detail.rejoined ||
      unless.some((page) => page.machine.match.localHandles[0] === detail.handles[0])
    )
      return [];
    return [`${detail.handles.join('+')} back at ${detail.frame}`];
  });

/** Handles that are out for this machine. */
function outFor({ machine }: Page): Set<number> {
  const out = new Set<number>();
  for (const happening of machine.happenings) {
    if (happening.name === 'drop') for (const handle of happening.detail.handles) out.add(handle);
    else if (happening.name === 'join' && happening.detail.rejoined)
      for (const handle of happening.detail.handles) out.delete(handle);
  }
  return out;
}

/** Pages that tick, and should get somewhere. */
const awake = (stage: Stage): Page[] => stage.pages.filter(({ alive, machine }) => alive && machine.mode === 'advance');

/**
 * Why the page has not settled, given its frame a while ago; undefined if it has: it plays, has ended, or is alone in
 * an empty room.
 */
function unsettled(stage: Stage, page: Page, before: Frame): string | undefined {
  const { match } = page.machine;
  const at = `${match.state} at ${match.session.frame()}, confirmed ${match.session.confirmedFrame()}`;
  if (match.state === 'ended') return undefined;
  if (match.state === 'running') return match.session.frame() >= before + 20 ? undefined : at;
  if (match.state === 'paused') return at;
  const others = awake(stage).filter(
    (other) => other !== page && !other.spectator && other.machine.match.state !== 'ended',
  );
  // A spectator of nothing waits as long as one likes, and so do players for those who never come.
  if (page.spectator) return others.some((other) => other.machine.match.state === 'running') ? at : undefined;
  if (match.state === 'connecting') return others.length === 0 ? undefined : at;
  // Too few for a match wait together for somebody else.
  const waiting = others.filter(({ machine: { options, match: other } }) => {
    return options.ticket === undefined && (other.state === 'connecting' || other.state === 'syncing');
  });
  const players = [page, ...waiting].reduce((sum, { machine }) => sum + (machine.options.localPlayers ?? 1), 0);
  const isWaiting = page.machine.options.ticket === undefined && waiting.length > 0;
  return isWaiting && players < stage.numPlayers ? undefined : at;
}

/** How many frames a spectator may be behind the players of its match. */
const BEHIND_MAX = 40;

/** Why a spectator is not about where the players are, or undefined. */
function behind(stage: Stage, page: Page): string | undefined {
  if (!page.spectator || page.machine.match.state !== 'running') return undefined;
  const players = awake(stage).filter(
    (other) => !other.spectator && other.machine.match.state === 'running' && seedOf(other) === seedOf(page),
  );
  const lead = Math.min(...players.map(certain)) - (page.machine.match.session.frame() - 1);
  return players.length > 0 && lead > BEHIND_MAX ? `${lead} frames behind` : undefined;
}

const SLICE_MS = 2000;

/** Lets time go by until everybody has settled. @throws Fault when that is not within `limitMs`. */
export function settle(stage: Stage, limitMs: number): void {
  const until = stage.world.now() + limitMs;
  for (;;) {
    const pages = awake(stage);
    const before = pages.map(({ machine }) => machine.match.session.frame());
    stage.world.run(SLICE_MS);
    const waiting = pages.flatMap((page, i) => {
      const why = unsettled(stage, page, before[i]!) ?? behind(stage, page);
      return why === undefined ? [] : [`${page.machine.name} is ${why}`];
    });
    if (waiting.length === 0) return;
    if (stage.world.now() >= until) {
      const all = pages
        .map(({ machine }) => `${machine.name}: ${machine.match.state} at ${machine.match.session.frame()}`)
        .join(', ');
      throw new Fault('stands still', `${limitMs} ms after all healed ${waiting.join('; ')} (${all})`);
    }
  }
}

/** @throws Fault unless machines that play with each other hold the same to be so. */
export function agree(stage: Stage): void {
  const running = awake(stage).filter(({ machine }) => machine.match.state === 'running');
  for (const one of running) {
    for (const two of running) {
      if (one === two || seedOf(one) !== seedOf(two)) continue;
      const names = `${one.machine.name} and ${two.machine.name}`;
      const outForOne = outFor(one);
      const oneHasTwo = !two.machine.match.localHandles.some((handle) => outForOne.has(handle));
      const outForTwo = outFor(two);
      const twoHasOne = !one.machine.match.localHandles.some((handle) => outForTwo.has(handle));
      if (one.spectator || two.spectator) continue;
      // One that came back was never told who was out before.
      const newcomer = one.machine.options.ticket !== undefined;
      if (oneHasTwo && !twoHasOne && newcomer) continue;
      if (oneHasTwo && !twoHasOne)
        throw new Fault('disagreement', `${one.machine.name} plays with ${two.machine.name}, which has dropped it`);
      if (!oneHasTwo) continue;
      const frame = Math.min(certain(one), certain(two));
      const kept = [one, two].every(({ machine: { match } }) => frame >= match.session.frame() - match.session.depth());
      if (kept && one.machine.match.session.checksumAt(frame) !== two.machine.match.session.checksumAt(frame)) {
        throw new Fault('divergence', `${names} stand in different states after frame ${frame}`);
      }
      // What happened before a newcomer's snapshot it was never told: its story is the end of the other's.
      const [longer, shorter] = [historyOf(one, [two]), historyOf(two, [one])].sort((a, b) => b.length - a.length) as [
        string[],
        string[],
      ];
      const told =
        newcomer || two.machine.options.ticket !== undefined ? longer.slice(longer.length - shorter.length) : longer;
      if (told.join() !== shorter.join())
        throw new Fault(
          'disagreement',
          `${names} play together: to the one ${longer.join('; ')}, to the other ${shorter.join('; ') || 'nothing'}`,
        );
    }
  }
}

/** @throws Fault for events that cannot be. */
export function checkEvents({ pages, world }: Stage, renamed: boolean): void {
  for (const { machine, alive } of pages) {
    for (const name of ['start', 'end'] as const) {
      if (machine.events(name).length > 1)
        throw new Fault('events', `${machine.name} told ${name} ${machine.events(name).length} times`);
    }
    const ended = machine.happenings.findIndex(({ name }) => name === 'end');
    const late = ended < 0 ? undefined : machine.happenings.slice(ended + 1)[0];
    if (late) throw new Fault('events', `${machine.name} told ${late.name} after its end`);
    if ((machine.match.state === 'ended') !== ended >= 0)
      throw new Fault(
        'events',
        `${machine.name} is ${machine.match.state}, and its end was told ${ended >= 0 ? 'already' : 'never'}`,
      );
    // An address may be another one by the time it is heard again.
    if (renamed || !alive || machine.match.state !== 'running') continue;
    const silent = new Map<string, number>();
    for (const { name, detail, at } of machine.happenings) {
      if (name === 'interrupt') silent.set(detail.peer, at);
      else if (name === 'resume' || name === 'drop') silent.delete(detail.peer);
    }
    for (const [peer, at] of silent) {
      if (world.now() - at > 20_000)
        throw new Fault(
          'events',
          `${machine.name} told that ${peer} is silent at ${at.toFixed(0)} ms, and nothing more`,
        );
    }
  }
}

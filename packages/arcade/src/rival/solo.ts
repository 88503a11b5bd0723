// A visitor alone: the far machine, the line to it, and what the visitor may change of both in mid-match.
import type { FieldSpecs, Match, MatchOptions, PlayerHandle } from '@lite-rollback/core';
import type { Buttons } from '../input/buttons.js';
import type { CabinetOptions } from '../options.js';
import { createFarMachine, type FarMachine } from './far-machine.js';
import { createLine, PERFECT } from './line.js';
import type { LineKind } from './line-kinds.js';
import { inputDelayOf, type Netcode } from './netcode.js';
import type { Opposition } from './opposition.js';
import { playRival, type RivalPlayer } from './play-rival.js';
import { createPressMeter } from './press-meter.js';
import type { Rival } from './rival.js';

/** What a visitor chooses. Each may be set at any time. */
export interface SoloChoice<F extends FieldSpecs> {
  rival: Rival<F>;
  line: LineKind;
  netcode: Netcode;
}

/** What was measured of one way to keep in step, on the line that there is now. */
export interface Feel {
  readonly pressMs: number | undefined;
  readonly stalls: number;
}

export interface Solo<F extends FieldSpecs> extends Opposition {
  readonly choice: Readonly<SoloChoice<F>>;
  choose(change: Partial<SoloChoice<F>>): void;
  feelOf(netcode: Netcode): Feel;
  /** Forgets what was measured of all of them. */
  measureAnew(): void;
  /** A key or button of this machine went down: for the measurement. */
  pressed(handle: PlayerHandle, bits: number, atMs: number): void;
}

/** Frames that rest on guesses at most: enough for the worst of the lines, gaps included. */
const MAX_PREDICTION = 12;
/** Longest time that passes at once, ms: a page that slept did not hold its packets meanwhile. */
const LONGEST_JUMP_MS = 250;
/** Ticks in which two machines on a perfect line find each other many times over. */
const MEETING_TICKS = 600;

export interface SoloOptions<F extends FieldSpecs> {
  cabinet: CabinetOptions<F>;
  buttons: Buttons;
  choice: SoloChoice<F>;
  /** A uint32: chance. */
  seed: number;
  /** A picture has been drawn: what stands beside it may be brought up to date. */
  onDraw: () => void;
  /** A tick of play has passed, or one of waiting. */
  onTick: () => void;
}

export function createSolo<F extends FieldSpecs>({
  buttons,
  cabinet,
  choice,
  onDraw,
  onTick,
  seed,
}: SoloOptions<F>): Solo<F> {
  const { game, localPlayers = 1 } = cabinet;
  const hz = game.hz ?? 60;
  const line = createLine({ profile: choice.line.profile, seed });
  const chosen: SoloChoice<F> = { ...choice };
  const meters = new Map<Netcode['id'], ReturnType<typeof createPressMeter>>();
  const matchOptions = {
    now: line.now,
    maxPrediction: MAX_PREDICTION,
    inputDelay: inputDelayOf(choice.netcode, choice.line.profile, hz),
  };
  let near: Match<FieldSpecs> | undefined;
  let far: FarMachine<F> | undefined;
  /** By handle: the seats of this machine that no person has. */
  let partners = new Map<PlayerHandle, RivalPlayer<F>>();
  let matchSeed = 0;
  let last: number | undefined;

  function meterOf({ id }: Netcode): ReturnType<typeof createPressMeter> {
    const known = meters.get(id) ?? createPressMeter(() => (near ? near.session.frame() + near.session.inputDelay : 0));
    meters.set(id, known);
    return known;
  }

  function measureAnew(): void {
    for (const meter of meters.values()) meter.reset();
  }

  /** Whether `match` lacks an input of its next frame, under a netcode that does not guess. */
  function waits(match: Match<FieldSpecs>): boolean {
    if (chosen.netcode.guesses || match.state !== 'running') return false;
    const { session } = match;
    if (session.frame() <= session.confirmedFrame()) return false;
    // No tick is run, so the network is read here.
    match.poll();
    return match.state === 'running' && session.frame() > session.confirmedFrame();
  }

  function seatPartners(match: Match<FieldSpecs>): void {
    partners = new Map(
      match.localHandles
        .slice(1)
        .map((handle) => [handle, playRival({ game, rival: chosen.rival, handle, seed: matchSeed })]),
    );
  }

  function setDelays(): void {
    matchOptions.inputDelay = inputDelayOf(chosen.netcode, chosen.line.profile, hz);
    for (const match of [near, far?.match])
      if (match !== undefined && match.state !== 'ended') match.setInputDelay(matchOptions.inputDelay);
  }

  return {
    transport: line.near,
    matchOptions,
    get farMatch() {
      // A match of any game is read through its unnamed fields, as globalThis.arcade.match is.
      return (far?.match as Match<FieldSpecs> | undefined) ?? null;
    },
    people: 1,
    choice: chosen,
    choose(change) {
      const { line: nextLine = chosen.line, netcode = chosen.netcode, rival = chosen.rival } = change;
      const measuresAnew = nextLine !== chosen.line;
      Object.assign(chosen, { line: nextLine, netcode, rival });
      line.profile = nextLine.profile;
      if (measuresAnew) measureAnew();
      setDelays();
      if (far !== undefined && far.rival !== rival) {
        far.rival = rival;
        if (near !== undefined) seatPartners(near);
      }
    },
    feelOf: meterOf,
    measureAnew,
    pressed: (handle, bits, atMs) => meterOf(chosen.netcode).pressed(handle, bits, atMs),
    meet(match) {
      far?.close();
      near = match;
      const { ticket: _ticket, trace: _trace, ...terms } = { ...(cabinet.match ?? {}) } as MatchOptions<F>;
      far = createFarMachine<F>({
        game,
        transport: line.far,
        localPlayers: game.numPlayers - localPlayers,
        match: { onDesync: 'end', ...terms, ...matchOptions },
        rival: chosen.rival,
      });
      match.on('start', (event) => {
        matchSeed = event.seed;
        seatPartners(match);
      });
      // Nobody came to watch a handshake: it takes no time, on a line that is perfect for as long as it lasts.
      line.profile = PERFECT;
      const running = (): boolean => match.state === 'running' && far?.match.state === 'running';
      for (let tick = 0; tick < MEETING_TICKS && !running(); tick++) {
        line.advance(1000 / hz);
        meetOn(match);
        meetOn(far.match);
      }
      line.profile = chosen.line.profile;
    },
    beat(nowMs) {
      const elapsed = last === undefined ? 0 : Math.max(0, Math.min(LONGEST_JUMP_MS, nowMs - last));
      last = nowMs;
      line.advance(elapsed);
      const match = far?.match;
      if (match !== undefined) far?.advance(elapsed, () => waits(match as Match<FieldSpecs>));
    },
    stalls() {
      if (near === undefined || !waits(near)) return false;
      meterOf(chosen.netcode).stalled();
      onTick();
      return true;
    },
    beforeTick() {
      if (near === undefined || partners.size === 0) return;
      const { session } = near;
      const shown = session.frame() - 1;
      // Their game is the cabinet's.
      const fields = (session.depth() > 0 ? session.stateAt(shown) : session.fields) as Match<F>['session']['fields'];
      for (const [handle, player] of partners)
        buttons.hold('rival', handle, player.input(fields, shown, session.frame() + session.inputDelay));
    },
    afterTick() {
      if (near === undefined) return;
      for (const meter of meters.values()) meter.ticked(near);
      if (near.state === 'running') onTick();
    },
    afterDraw() {
      for (const meter of meters.values()) meter.drawn(performance.now());
      onDraw();
    },
    close() {
      far?.close();
      line.near.close();
      line.far.close();
    },
  };
}

/** A turn of a match that has not begun; one that has waits for the other, and takes no input yet. */
function meetOn(match: Pick<Match<FieldSpecs>, 'advance' | 'poll' | 'state'>): void {
  if (match.state === 'running') match.poll();
  else match.advance();
}

// Both halves of an online match in one page, over a line within it: two real matches, each with players of its
// own, `frames` of 1/60 s apart each way. The cabinet is the near machine; the far one has the other keys, and a view
// that the game draws.
import {
  type ArcadeHandle,
  type CabinetOptions,
  type Controls,
  createButtons,
  createLine,
  createMatchLoop,
  keyControls,
  type KeyMap,
  listenToKeyboard,
  mount,
  type Picture,
  startTicker,
  type TickRunner,
} from '@lite-rollback/arcade';
import {
  createMatch,
  type FieldSpecs,
  type Match,
  type MatchOptions,
  type PlayerHandle,
  type Transport,
} from '@lite-rollback/core';
import './lag.css';
import type { LagMode } from './lag-mode.js';

export interface LagOptions<F extends FieldSpecs> extends LagMode {
  cabinet: CabinetOptions<F>;
  /**
   * Draws the cabinet's picture, and beside it the same moment as the far machine has it. No far picture: there is
   * nothing to see there yet.
   */
  draw(context: CanvasRenderingContext2D, near: Picture<F>, far: Picture<F> | undefined): void;
}

/** Longest that the network's clock jumps at once, ms: a page that slept did not hold its packets meanwhile. */
const LONGEST_JUMP = 250;
/** Frames a machine may guess ahead: the default, or what the lag needs to play without stalling. */
const predictionFor = (frames: number): number => Math.min(30, Math.max(8, frames + 6));
/**
 * ms. So long the match that has ended goes on answering: its last words may be lost, and the near machine would wait
 * for them.
 */
const REMATCH_AFTER = 2500;

/** ms, for people. */
export const millisecondsOf = (frames: number): number => Math.round((frames * 1000) / 60);

export function openLag<F extends FieldSpecs>({ cabinet, draw, frames, loss }: LagOptions<F>): void {
  const { classList, style } = document.documentElement;
  classList.add('is-lag');
  style.setProperty('--lag-words', `"Two machines, ${millisecondsOf(frames)} ms apart, are finding each other."`);
  const line = createLine({
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    profile: { latencyMs: (frames * 1000) / 60, loss: loss / 100 },
  });
  const options = { now: line.now, maxPrediction: predictionFor(frames) };
  const seats = cabinet.localPlayers ?? 1;
  const far = playFar(cabinet, line.far, options, cabinet.keys.slice(seats));

  mount({
    ...cabinet,
    match: options,
    keys: cabinet.keys.slice(0, seats),
    ...(cabinet.keyNames === undefined ? {} : { keyNames: cabinet.keyNames.slice(0, seats) }),
    search: '?host=1',
    online: {
      host: () => Promise.resolve({ transport: line.near, code: '', close: () => {} }),
      join: () => Promise.reject(new Error('there is nobody to join here')),
    },
    draw(context, picture) {
      if (!picture.live) return draw(context, picture, undefined);
      // The far machine's keys are on this keyboard, whatever the cabinet thinks.
      const controls = (handle: PlayerHandle): Controls => far.controls(handle) ?? picture.controls(handle);
      const near = { ...picture, controls };
      draw(context, near, far.picture(near));
    },
  });
  exposeBoth(far);

  let last = performance.now();
  startTicker((now) => {
    line.advance(Math.max(0, Math.min(LONGEST_JUMP, now - last)));
    last = now;
    far.beat(now);
  });
}

interface Far<F extends FieldSpecs> {
  match(): Match<F>;
  beat(nowMs: number): void;
  /** Of a player of its own. */
  controls(handle: PlayerHandle): Controls | undefined;
  /** Its newest frame, drawn as `near` is. */
  picture(near: Picture<F>): Picture<F> | undefined;
  press(handle: PlayerHandle, bits: number): void;
  release(handle: PlayerHandle, bits: number): void;
}

/** The other machine: a match, a loop, its keys, and a new match whenever one has ended. */
function playFar<F extends FieldSpecs>(
  { game, localPlayers = 1 }: CabinetOptions<F>,
  transport: Transport,
  options: Pick<MatchOptions<F>, 'now' | 'maxPrediction'>,
  keys: readonly KeyMap[],
): Far<F> {
  const buttons = createButtons(game.numPlayers);
  const controls = keys.map((map) => keyControls(() => map));
  let match: Match<F>;
  let loop: TickRunner;
  let endedAt = 0;
  const begin = (): void => {
    match = createMatch<F>({ ...options, game, transport, localPlayers });
    loop = createMatchLoop({ match, hz: game.hz ?? 60, localPlayers, buttons });
  };
  begin();
  listenToKeyboard({
    target: window,
    buttons,
    maps: keys,
    handleOf: (seat) => match.localHandles[seat] ?? -1,
    active: () => match.state === 'running',
  });
  return {
    match: () => match,
    beat(nowMs) {
      loop.beat(nowMs);
      if (match.state !== 'ended') endedAt = nowMs;
      else if (nowMs - endedAt > REMATCH_AFTER) begin();
    },
    controls: (handle) => controls[match.localHandles.indexOf(handle)],
    picture(near) {
      const { session } = match;
      const newest = session.frame() - 1;
      if (session.depth() < 2) return undefined;
      return {
        ...near,
        fields: session.stateAt(newest),
        previous: session.stateAt(newest - 1),
        frame: newest,
        offset: () => 0,
        localHandles: match.localHandles,
      };
    },
    press: (handle, bits) => buttons.hold('script', handle, buttons.held('script', handle) | bits),
    release: (handle, bits) => buttons.hold('script', handle, buttons.held('script', handle) & ~bits),
  };
}

/** globalThis.arcade then presses for whoever plays the handle, here or there. `matches` holds both ends. */
function exposeBoth<F extends FieldSpecs>(far: Far<F>): void {
  // The cabinet puts it there; its package's declarations do not carry the global.
  const page = globalThis as { arcade?: ArcadeHandle };
  const near = page.arcade;
  if (near === undefined) return;
  const isNear = (handle: PlayerHandle): boolean => near.match?.localHandles.includes(handle) !== false;
  page.arcade = Object.freeze({
    game: near.game,
    get match() {
      return near.match;
    },
    get matches() {
      return [near.match, far.match()].filter((match) => match !== null);
    },
    get timeline() {
      return near.timeline;
    },
    code: '',
    replay: null,
    press(handle: PlayerHandle, bits: number) {
      if (isNear(handle)) near.press(handle, bits);
      else far.press(handle, bits);
    },
    release(handle: PlayerHandle, bits: number) {
      if (isNear(handle)) near.release(handle, bits);
      else far.release(handle, bits);
    },
  });
}

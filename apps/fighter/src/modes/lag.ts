// Does not roll back: both halves of an online match in one page, over the simulated network: two real matches, each with a player of its own,
// `frames` of 1/60 s apart each way. Left is what Red's machine sees; the small picture is Blue's.
import { type ArcadeHandle, createButtons, createTickLoop, listenToKeyboard, mount, startTicker } from '@lite-rollback/arcade';
import { createMatch, type Match, type PlayerHandle } from '@lite-rollback/core';
import { createSimulatedNetwork } from '@lite-rollback/core/testing';
import { cabinetOptions, createDraw, type FightFields, type FightPicture, KEY_MAPS, sheetSize } from '../cabinet.js';
import { PAPER } from '../draw/palette.js';
import { BIG_TYPE } from '../draw/words.js';
import { fighter } from '../game.js';

const RED = 'red';
const BLUE = 'blue';
/** Longest that the network's clock jumps at once, ms: a page that slept did not hold its packets meanwhile. */
const LONGEST_JUMP = 250;
/** Frames a machine may guess ahead: the default, or what the lag needs to play without stalling. */
const predictionFor = (frames: number): number => Math.min(30, Math.max(8, frames + 6));
/** ms. So long the match that has ended goes on answering: its last words may be lost, and Red's would wait for them. */
const REMATCH_AFTER = 2500;
/** Share of the sheet's width that Blue's view takes. */
const INSET = 0.27;

export function openLag(frames: number, loss: number): void {
  const { classList, style } = document.documentElement;
  classList.add('is-lag');
  style.setProperty('--lag-words', `"Two machines, ${milliseconds(frames)} ms apart, are finding each other."`);
  const network = createSimulatedNetwork({
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    latencyMs: (frames * 1000) / 60,
    loss: loss / 100,
  });
  const matchOptions = { now: () => network.now(), maxPrediction: predictionFor(frames) };
  const blue = playBlue(network.transport(BLUE), matchOptions);

  const draw = createDraw(false);
  const drawInset = createDraw(false);
  mount({
    ...cabinetOptions(false),
    match: matchOptions,
    keys: [KEY_MAPS[0]],
    keyNames: ['W A S D'],
    search: '?host=1',
    online: {
      host: () => Promise.resolve({ transport: network.transport(RED), code: '', close: () => {} }),
      join: () => Promise.reject(new Error('there is nobody to join here')),
    },
    draw(context, picture) {
      draw(context, picture);
      if (picture.live) drawBlue(context, picture, blue.match(), drawInset, frames, loss);
    },
  });
  exposeBoth(blue);

  let last = performance.now();
  startTicker((now) => {
    network.advance(Math.max(0, Math.min(LONGEST_JUMP, now - last)));
    last = now;
    blue.beat(now);
  });
}

function milliseconds(frames: number): number {
  return Math.round((frames * 1000) / 60);
}

interface Blue {
  match(): Match<FightFields>;
  beat(nowMs: number): void;
  press(handle: PlayerHandle, bits: number): void;
  release(handle: PlayerHandle, bits: number): void;
}

/** The other machine: a match, a loop and the arrow keys, and a new match whenever one has ended. */
function playBlue(transport: ReturnType<ReturnType<typeof createSimulatedNetwork>['transport']>, options: { now: () => number; maxPrediction: number }): Blue {
  const buttons = createButtons(2);
  let match: Match<FightFields>;
  let loop: ReturnType<typeof createTickLoop>;
  let endedAt = 0;
  const begin = (): void => {
    match = createMatch({ ...options, game: fighter, transport });
    loop = createTickLoop({ match, hz: 60, localPlayers: 1, buttons });
  };
  begin();
  const mine = (): PlayerHandle => match.localHandles[0] ?? -1;
  listenToKeyboard({ target: window, buttons, maps: [KEY_MAPS[1]], handleOf: mine, active: () => match.state === 'running' });
  return {
    match: () => match,
    beat(nowMs) {
      loop.beat(nowMs);
      if (match.state !== 'ended') endedAt = nowMs;
      else if (nowMs - endedAt > REMATCH_AFTER) begin();
    },
    press: (handle, bits) => buttons.hold('script', handle, buttons.held('script', handle) | bits),
    release: (handle, bits) => buttons.hold('script', handle, buttons.held('script', handle) & ~bits),
  };
}

/** globalThis.arcade then presses for whoever plays the handle, here or there. `matches` holds both ends. */
function exposeBoth(blue: Blue): void {
  // The cabinet puts it there; its package's declarations do not carry the global.
  const page = globalThis as { arcade?: ArcadeHandle };
  const red = page.arcade;
  if (red === undefined) return;
  const ofRed = (handle: PlayerHandle): boolean => red.match?.localHandles.includes(handle) !== false;
  page.arcade = Object.freeze({
    game: red.game,
    get match() {
      return red.match;
    },
    get matches() {
      return [red.match, blue.match()];
    },
    code: '',
    replay: null,
    press(handle: PlayerHandle, bits: number) {
      if (ofRed(handle)) red.press(handle, bits);
      else blue.press(handle, bits);
    },
    release(handle: PlayerHandle, bits: number) {
      if (ofRed(handle)) red.release(handle, bits);
      else blue.release(handle, bits);
    },
  });
}

function drawBlue(context: CanvasRenderingContext2D, red: FightPicture, match: Match<FightFields>, draw: ReturnType<typeof createDraw>, frames: number, loss: number): void {
  const { session } = match;
  const newest = session.frame() - 1;
  if (session.depth() < 2) return;
  const { width, height } = sheetSize;
  const scale = height > width ? INSET * 1.25 : INSET;
  // What is worth seeing: from the heads to the ground.
  const shown = height * 0.5;
  const from = height * 0.34;
  context.save();
  context.translate((width * (1 - scale)) / 2, height - shown * scale - 8);
  context.fillStyle = PAPER;
  context.fillRect(-0.8, -0.8, width * scale + 1.6, shown * scale + 1.6);
  context.font = `4.4px ${BIG_TYPE}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillText(`WHAT BLUE SEES · ${milliseconds(frames)} MS AWAY · ${loss} % LOST`, (width * scale) / 2, shown * scale + 2);
  context.beginPath();
  context.rect(0, 0, width * scale, shown * scale);
  context.clip();
  context.scale(scale, scale);
  context.translate(0, -from);
  draw(context, { ...red, fields: session.stateAt(newest), previous: session.stateAt(newest - 1), frame: newest, offset: () => 0 });
  context.restore();
}

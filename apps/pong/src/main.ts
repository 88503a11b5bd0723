// Wires pong to the cabinet and to its transports.
import { ABOUT_LINKS } from '@lite-rollback/app-shared/about-links';
import { goOffline } from '@lite-rollback/app-shared/go-offline';
import { lagModeWords, readLagMode } from '@lite-rollback/app-shared/lag-mode';
import { online } from '@lite-rollback/app-shared/online';
import { type CabinetOptions, mount } from '@lite-rollback/arcade';
import { createLocalTransport } from '@lite-rollback/local';
import { demoPlayer } from './demo-player.js';
import { drawPong } from './draw/draw.js';
import { PICTURE } from './draw/place.js';
import { SIDE_COLOURS, SIDE_NAMES } from './draw/palette.js';
import { SMOOTH_BALL_X, SMOOTH_BALL_Y, SMOOTH_PADDLES } from './draw/players.js';
import { pong, pongOfFour } from './game.js';
import { rivalsOn } from './rival/rivals.js';
import { COURT_OF_FOUR, COURT_OF_TWO } from './sim/court.js';
import { LEFT, type pongFields, RIGHT, X, Y } from './sim/fields.js';
import { NO_GOAL } from './sim/flight.js';
import { winner } from './sim/simulate.js';
import { DOWN, ONE_PX, STAGE_WIDTH, UP } from './sim/stage.js';
import { SOUNDS } from './sounds.js';
import '@lite-rollback/app-shared/look.css';
import './style.css';

const here = new URL(location.href);
const four = here.searchParams.get('players') === '4';
const court = four ? COURT_OF_FOUR : COURT_OF_TWO;
const handles = Array.from({ length: court.numPlayers }, (_, handle) => handle);

/** The same page for the other number of players. */
function otherCourt(): { label: string; note: string; href: string } {
  const url = new URL('./', here);
  if (!four) url.searchParams.set('players', '4');
  return four
    ? { label: 'One against one', note: 'two paddles', href: url.href }
    : { label: 'Two against two', note: 'four paddles', href: url.href };
}

/** The same court with a bad network between its two machines. */
function badNetwork(): { label: string; note: string; href: string; minor: boolean } {
  const url = new URL('./', here);
  if (four) url.searchParams.set('players', '4');
  url.searchParams.set('mode', 'lag:6:10');
  return { label: 'Bad network', note: '100 ms away, 10 % lost', href: url.href, minor: true };
}

const options: CabinetOptions<ReturnType<typeof pongFields>> = {
  game: four ? pongOfFour : pong,
  title: 'Pong',
  goal: 'Keep the ball out of your goal. The first side with seven points wins.',
  stage: PICTURE,
  draw: drawPong(court),
  keys: [
    { KeyW: UP, KeyS: DOWN },
    { ArrowUp: UP, ArrowDown: DOWN },
    { KeyT: UP, KeyG: DOWN },
    { KeyI: UP, KeyK: DOWN },
  ].slice(0, court.numPlayers),
  keyNames: ['W S', '↑ ↓', 'T G', 'I K'].slice(0, court.numPlayers),
  gamepad: { up: UP, down: DOWN, buttons: { 0: DOWN, 3: UP } },
  pad: [
    { bits: UP, label: 'up', glyph: '↑', thumb: 'right' },
    { bits: DOWN, label: 'down', glyph: '↓', thumb: 'right' },
  ],
  players: handles.map((handle) => ({
    name: SIDE_NAMES[court.sideOf[handle] ?? LEFT],
    colour: SIDE_COLOURS[court.sideOf[handle] ?? LEFT],
    ...(four ? { role: handle % 2 === 0 ? 'goal' : 'front' } : {}),
  })),
  localPlayers: court.numPlayers / 2,
  online,
  transports: { room: (room) => createLocalTransport({ room: `pong-${court.numPlayers}-${room}` }) },
  winners: (fields) => {
    const side = winner(fields);
    return side === NO_GOAL ? [] : handles.filter((handle) => court.sideOf[handle] === side);
  },
  result: (fields) => `${fields.score[LEFT] ?? 0} : ${fields.score[RIGHT] ?? 0}`,
  cues: {
    read: (fields) => fields.cues[0] ?? 0,
    sounds: SOUNDS,
    pan: (fields) => ((fields.ball[X] ?? 0) / STAGE_WIDTH) * 1.4 - 0.7,
  },
  smooth: {
    count: SMOOTH_PADDLES + court.numPlayers,
    limit: 60,
    read(fields, out) {
      out[SMOOTH_BALL_X] = (fields.ball[X] ?? 0) / ONE_PX;
      out[SMOOTH_BALL_Y] = (fields.ball[Y] ?? 0) / ONE_PX;
      for (const handle of handles) out[SMOOTH_PADDLES + handle] = (fields.paddleY[handle] ?? 0) / ONE_PX;
    },
  },
  rival: rivalsOn(court),
  demo: demoPlayer(court),
  links: [otherCourt(), badNetwork()],
  about: ABOUT_LINKS,
  modeWords: lagModeWords,
};

const lag = readLagMode(here.searchParams.get('mode') ?? '');
if (lag === undefined) mount(options);
else void import('./pong-lag.js').then(({ openPongLag }) => openPongLag(options, lag));
goOffline();

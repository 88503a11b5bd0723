// A machine that plays pong by itself over a room, and keeps the checksum of every frame that all machines have
// confirmed.
import { createFixedClock, createMatch, type Match } from '@lite-rollback/core';
import { hostRoom, joinRoom, type PeerJSOptions } from '@lite-rollback/webrtc/peerjs';
import { pong, pongOfFour } from '../../../apps/pong/src/game.js';

export interface MatchReport {
  readonly state: string;
  readonly confirmed: number;
  /** By frame, from 0 without a gap unless the page was held up for longer than the match keeps its states. */
  readonly checksums: readonly (readonly [number, number])[];
  readonly rollbacks: number;
  readonly maxRollbackDepth: number;
  readonly stalls: number;
  readonly desyncs: number;
  /** `drop timeout`, `end dropped` and so on, in order. */
  readonly events: readonly string[];
  readonly localHandles: readonly number[];
}

type Played = typeof pong | typeof pongOfFour;
const UP = 1;
const DOWN = 2;
/** 8 px of pong's 1/256 px: within it the paddle rests, so keys are pressed and released all the time. */
const SLACK = 2048;

let report: () => MatchReport = () => {
  throw new Error('no match yet');
};

function play(game: Played, match: Match<Played['fields']>): void {
  const events: string[] = [];
  let desyncs = 0;
  match.on('desync', () => void desyncs++);
  match.on('interrupt', () => void events.push('interrupt'));
  match.on('drop', ({ reason }) => void events.push(`drop ${reason}`));
  match.on('end', ({ reason }) => void events.push(`end ${reason}`));

  const checksums: [number, number][] = [];
  let next = 0;
  const { session } = match;
  function keep(): void {
    const comparable = Math.min(session.confirmedFrame(), session.frame() - 1);
    for (let frame = Math.max(next, session.frame() - session.depth()); frame <= comparable; frame++) {
      checksums.push([frame, session.checksumAt(frame)]);
      next = frame + 1;
    }
  }
  function press(handle: number): number {
    const offset = (session.fields.ball[1] ?? 0) - (session.fields.paddleY[handle] ?? 0);
    return Math.abs(offset) < SLACK ? 0 : offset > 0 ? DOWN : UP;
  }

  const clock = createFixedClock({ hz: game.hz ?? 60 });
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    for (let ticks = clock.ticks(now - last, match.pacing()); ticks > 0; ticks--) {
      const [handle] = match.localHandles;
      match.advance(handle === undefined ? 0 : press(handle));
      keep();
    }
    last = now;
  }, 4);

  report = () => ({
    state: match.state,
    confirmed: session.confirmedFrame(),
    checksums,
    rollbacks: session.stats.rollbacks,
    maxRollbackDepth: session.stats.maxRollbackDepth,
    stalls: match.counters.stalls,
    desyncs,
    events,
    localHandles: match.localHandles,
  });
}

const connections: RTCPeerConnection[] = [];
const createDataChannel = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...args) {
  if (!connections.includes(this)) connections.push(this);
  return createDataChannel.apply(this, args);
};

const matchLab = {
  /** Closes every peer connection, as a browser does that gives up on them. The other side is told by DTLS. */
  breakConnections(): void {
    for (const connection of connections.splice(0)) connection.close();
  },
  async start(code: string | undefined, players: 2 | 4, options: PeerJSOptions): Promise<string> {
    const room = code === undefined ? await hostRoom(options) : await joinRoom(code, options);
    const game: Played = players === 2 ? pong : pongOfFour;
    play(game, createMatch({ game, transport: room.transport, host: code === undefined }));
    return room.code;
  },
  report: (): MatchReport => report(),
};

export type MatchLab = typeof matchLab;
declare global {
  var matchLab: MatchLab;
}
globalThis.matchLab = matchLab;

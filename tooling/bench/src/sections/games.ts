// The two games of this repository: a frame with eight redone, while they are being played.
import { createSession, type FieldSpecs, type Game } from '@lite-rollback/core';
import { createHeldInputs } from '@lite-rollback/core/testing';
import { fighter } from '@lite-rollback/fighter/src/game.js';
import { pong } from '@lite-rollback/pong/src/game.js';
import { endless } from '../endless.js';
import { check, report } from '../report.js';
import { bestOf, figure, type Timed } from '../rounds.js';

const DEPTH = 8;
/** Frames of input prepared before anything is timed, played round and round. */
const SCRIPT = 4096;
/** A bit that neither game reads: with it the input is another one every frame, and every guess is wrong. */
const UNREAD = 256;

function script(player: number): Uint32Array {
  const held = createHeldInputs(20_261);
  const out = new Uint32Array(1);
  return Uint32Array.from({ length: SCRIPT }, (_, frame) => {
    held(player, frame, out);
    return (out[0]! & 15) | (frame & 1 ? UNREAD : 0);
  });
}

function sessionOf<F extends FieldSpecs>(game: Game<F>) {
  const { fields, numPlayers, simulate, init } = endless(game);
  const session = createSession({ capacity: 16, fields, numPlayers, simulate });
  init?.(session.fields, 1);
  return session;
}

const inputs = [script(0), script(1)];
const inputAt = (player: number, frame: number): number => inputs[player]![frame % SCRIPT]!;
const redos: (() => void)[] = [];

function pieces<F extends FieldSpecs>(name: string, game: Game<F>): Timed[] {
  const straight = sessionOf(game);
  const late = sessionOf(game);
  for (let frame = 0; frame < DEPTH; frame++) {
    late.setLocalInput(inputAt(0, frame));
    late.step();
  }
  redos.push(() => {
    const { rollbacks, fastForwardFrames, maxRollbackDepth } = late.stats;
    check(
      maxRollbackDepth === DEPTH && rollbacks === late.frame() - DEPTH && fastForwardFrames === rollbacks * DEPTH,
      `${name} redoes ${DEPTH} frames every frame`,
    );
  });
  return [
    {
      name: `${name} frame`,
      run(count) {
        for (let i = 0; i < count; i++) {
          const frame = straight.frame();
          straight.setLocalInput(inputAt(0, frame));
          straight.queueRemoteInput(1, frame, inputAt(1, frame));
          straight.step();
        }
      },
    },
    {
      name: `${name} redo`,
      run(count) {
        for (let i = 0; i < count; i++) {
          const frame = late.frame();
          late.queueRemoteInput(1, frame - DEPTH, inputAt(1, frame - DEPTH));
          late.setLocalInput(inputAt(0, frame));
          late.step();
        }
      },
    },
  ];
}

const times = bestOf([...pieces('pong', pong), ...pieces('fighter', fighter)]);
for (const checkRedos of redos) checkRedos();
report(
  ['pong', 'fighter'].map((name) => ({
    row: `${name}-redo`,
    value: figure(times, `${name} redo`),
    basis: figure(times, `${name} frame`),
  })),
);

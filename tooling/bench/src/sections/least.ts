// Core against the least that any rollback engine does: the game's own step, and one copy of the whole state into the
// next slot. Argument: bytes of state.
import { createRollback, createSession, TRACE, type Trace } from '@lite-rollback/core';
import { check, report } from '../report.js';
import { bestOf, figure, type Timed } from '../rounds.js';

const CAPACITY = 16;
const DEPTH = 8;
const bytes = Number(process.argv[2]);
const length = bytes / 4;

type Cells = { readonly x: Int32Array };

/** A few integer adds: the engine's own cost is what shall show. */
function simulate({ x }: Cells, inputs: Uint32Array, frame: number): void {
  x[0] = (x[0]! + inputs[0]!) | 0;
  x[1] = (x[1]! + inputs[1]!) | 0;
  x[2] = (x[2]! ^ frame) | 0;
}

/** Some content: memory that was never written is one shared page of zeros, and faster to read than any game's. */
function fill(x: Int32Array): void {
  for (let i = 0; i < x.length; i++) x[i] = Math.imul(i + 1, 0x9e3779b1);
}

const fields = { x: { type: Int32Array, length } } as const;
const makeSession = (trace?: Trace) => {
  const session = createSession({ capacity: CAPACITY, numPlayers: 2, fields, simulate, ...(trace && { trace }) });
  fill(session.fields.x);
  for (let i = 0; i < DEPTH; i++) session.step();
  return session;
};

/** A ring as the engine has one, without the engine. */
function bareRing() {
  const words = new Uint32Array(length * (CAPACITY + 1));
  const x = new Int32Array(words.buffer, 0, length);
  fill(x);
  return { words, live: words.subarray(0, length), cells: { x }, inputs: new Uint32Array(2) };
}

function copies(): Timed {
  const { words, live } = bareRing();
  let frame = 0;
  return {
    name: 'copy',
    run(count) {
      for (let i = 0; i < count; i++) words.set(live, ((frame++ & (CAPACITY - 1)) + 1) * length);
    },
  };
}

function copiesAndSimulates(): Timed {
  const { words, live, cells, inputs } = bareRing();
  let frame = 0;
  return {
    name: 'copy and simulate',
    run(count) {
      for (let i = 0; i < count; i++) {
        inputs[0] = i;
        simulate(cells, inputs, frame);
        words.set(live, ((frame++ & (CAPACITY - 1)) + 1) * length);
      }
    },
  };
}

function commits(): Timed {
  const ring = createRollback({ capacity: CAPACITY, fields });
  fill(ring.fields.x);
  return {
    name: 'commit',
    run(count) {
      for (let i = 0; i < count; i++) ring.commit();
    },
  };
}

function simulatesAndCommits(): Timed {
  const ring = createRollback({ capacity: CAPACITY, fields });
  fill(ring.fields.x);
  const inputs = new Uint32Array(2);
  let frame = 0;
  return {
    name: 'simulate and commit',
    run(count) {
      for (let i = 0; i < count; i++) {
        inputs[0] = i;
        simulate(ring.fields, inputs, frame++);
        ring.commit();
      }
    },
  };
}

function steps(): Timed {
  const session = makeSession();
  return {
    name: 'step',
    run(count) {
      for (let i = 0; i < count; i++) session.step();
    },
  };
}

function stepsWithInputs(): Timed {
  const session = makeSession();
  return {
    name: 'step with inputs',
    run(count) {
      for (let i = 0; i < count; i++) {
        session.setLocalInput(i & 15);
        session.queueRemoteInput(1, session.frame(), i & 7);
        session.step();
      }
    },
  };
}

function redo(name: string, session: ReturnType<typeof makeSession>): Timed {
  let turn = 0;
  return {
    name,
    run(count) {
      for (let i = 0; i < count; i++) {
        turn ^= 1;
        session.setLocalInput(turn);
        session.step();
        session.queueRemoteInput(1, session.frame() - DEPTH, turn);
        session.resync();
      }
    },
  };
}

const redoing = makeSession();
const told = new Float64Array(Object.keys(TRACE).length);
const traced = makeSession((kind) => void told[kind]!++);

/** Where results go, so that no compiler takes the work for useless. */
const sink = new Uint32Array(1);

function sums(): Timed {
  const { live } = bareRing();
  return {
    name: 'sum',
    run(count) {
      for (let i = 0; i < count; i++) {
        let total = 0;
        for (let word = 0; word < live.length; word++) total = (total + live[word]!) | 0;
        sink[0] = total;
      }
    },
  };
}

function checksums(): Timed {
  const session = makeSession();
  return {
    name: 'checksum',
    run(count) {
      for (let i = 0; i < count; i++) sink[0] = session.checksumAt(session.frame() - 1);
    },
  };
}

const times = bestOf([
  copies(),
  commits(),
  copiesAndSimulates(),
  simulatesAndCommits(),
  steps(),
  stepsWithInputs(),
  redo('redo', redoing),
  redo('redo, traced', traced),
  sums(),
  checksums(),
]);
for (const { frame, stats } of [redoing, traced]) {
  const redos = frame() - DEPTH;
  check(
    redos > 0 && stats.rollbacks === redos && stats.fastForwardFrames === redos * DEPTH,
    `a rollback of ${DEPTH} frames every frame`,
  );
}
check(
  told[TRACE.RESIMULATE] === traced.stats.fastForwardFrames && told[TRACE.STEP] === traced.frame(),
  'a trace of every frame',
);

const frame = figure(times, 'copy and simulate');
report([
  { row: 'commit', bytes, value: figure(times, 'commit'), basis: figure(times, 'copy') },
  { row: 'simulate-commit', bytes, value: figure(times, 'simulate and commit'), basis: frame },
  { row: 'step', bytes, value: figure(times, 'step'), basis: frame },
  { row: 'step-inputs', bytes, value: figure(times, 'step with inputs'), basis: frame },
  { row: 'redo', bytes, value: figure(times, 'redo'), basis: (DEPTH + 1) * frame },
  { row: 'redo-traced', bytes, value: figure(times, 'redo, traced'), basis: figure(times, 'redo') },
  { row: 'checksum', bytes, value: figure(times, 'checksum'), basis: figure(times, 'sum') },
]);

// In the project `built` the entries are what tsup made of them; a module of its own, like src/match/match.js, is
// still the source.
import { describe, expect, it } from 'vitest';
import { INTERNAL_PROPERTIES, LETTERS } from '../../internal-properties.js';
import * as core from '../../src/index.js';
import * as loop from '../../src/loop.js';
import * as testing from '../../src/testing.js';
import { createFakePage } from '../../src/loop/fake-page.js';
import { createTickLoop } from '../../src/loop/tick-loop.js';
import { createTickRunner } from '../../src/loop/tick-runner.js';
import { defineGame } from '../../src/match/game.js';
import { createMatch } from '../../src/match/match.js';
import { openReplay } from '../../src/replay/player.js';
import { recordMatch } from '../../src/replay/recorder.js';
import { createFixedClock } from '../../src/run/fixed-clock.js';
import { createPRNG } from '../../src/base/prng.js';
import { createSession } from '../../src/session/session.js';
import { createRollback } from '../../src/state/rollback.js';
import { createSimulatedNetwork } from '../../src/testing/simulated-network.js';
import { runSyncTest } from '../../src/testing/sync-test.js';
import {
  intrinsicProperties,
  pageProperties,
  publicProperties,
  spelledStrings,
  usedProperties,
} from './property-names.js';

/** The names of all that can be reached from a value, as paths. Elements of arrays are memory, not names. */
function shape(value: unknown, path = '', found: string[] = []): string[] {
  if (
    (typeof value !== 'object' && typeof value !== 'function') ||
    value === null ||
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer
  )
    return found;
  for (const name of Object.keys(value)) {
    found.push(`${path}.${name}`);
    shape(Reflect.get(value, name), `${path}.${name}`, found);
  }
  return found.sort();
}

const FIELDS = { x: { type: Int32Array, length: 3 } } as const;

/** One of everything that a caller can hold, after a little use. */
function specimens(
  make: Pick<
    typeof core,
    | 'createRollback'
    | 'createSession'
    | 'createPRNG'
    | 'createFixedClock'
    | 'defineGame'
    | 'createMatch'
    | 'recordMatch'
    | 'openReplay'
  > &
    Pick<typeof testing, 'createSimulatedNetwork' | 'runSyncTest'> &
    Pick<typeof loop, 'createTickLoop' | 'createTickRunner'>,
): Record<string, unknown> {
  const game = make.defineGame({
    id: 'adds/1',
    fields: FIELDS,
    numPlayers: 2,
    simulate: ({ x }, inputs, frame) => {
      for (let player = 0; player < 2; player++) x[player] = (x[player]! + inputs[player]!) | 0;
      x[2] = frame;
    },
  });
  const network = make.createSimulatedNetwork({ seed: 1 });
  let started: unknown;
  const matches = ['a', 'b'].map((id) =>
    make.createMatch({
      game,
      transport: network.transport(id),
      now: () => network.now(),
      random: () => 7 + id.charCodeAt(0),
    }),
  );
  matches[0]!.on('start', (detail) => (started = detail));
  const recorder = make.recordMatch(matches[0]!);
  for (let tick = 0; tick < 200; tick++) {
    network.advance(17);
    for (const match of matches) match.advance(tick & 3);
  }
  expect(matches[0]!.session.frame()).toBeGreaterThan(50);
  const session = make.createSession({ capacity: 4, numPlayers: 2, fields: FIELDS, simulate: game.simulate });
  session.step();
  const peer = matches[0]!.stats('b');
  expect(peer).toBeDefined();
  const page = createFakePage();
  let ticks = 0;
  const looping = make.createTickLoop({ hz: 60, pacing: () => 1, tick: () => ticks++, draw() {} }, page);
  for (let picture = 0; picture < 4; picture++) {
    page.pass(20);
    page.animate();
  }
  expect([ticks, page.errors]).toEqual([4, []]);
  return {
    loop: looping,
    runner: make.createTickRunner({ hz: 60, pacing: () => 1, tick() {} }),
    rollback: make.createRollback({ capacity: 2, fields: FIELDS }),
    session,
    snapshot: session.peek(),
    prng: make.createPRNG(1),
    clock: make.createFixedClock({ hz: 60 }),
    game,
    match: matches[0],
    peer,
    started,
    recorder,
    replay: make.openReplay(game, recorder.bytes()),
    network,
    links: network.linkStats('a', 'b'),
    report: make.runSyncTest(game, { frames: 20 }),
  };
}

describe('what is built', () => {
  it('is what these tests import', () => {
    let stack = '';
    try {
      core.createRollback({ capacity: 3, fields: FIELDS });
    } catch (error) {
      stack = String((error as Error).stack);
    }
    expect(stack).toContain('.built');
  });

  it('exports exactly the public names', () => {
    expect(Object.keys(core).sort()).toEqual([
      'CODEC_HEADER_BYTES',
      'CONSTANTS',
      'NULL_FRAME',
      'ReplayError',
      'TRACE',
      'VERSION',
      'assertTransport',
      'checksum',
      'createEmitter',
      'createFixedClock',
      'createMatch',
      'createPRNG',
      'createRollback',
      'createSession',
      'defineGame',
      'isArrayBuffer',
      'isBytes',
      'nextPRNG',
      'openReplay',
      'packInputs',
      'recordMatch',
      'stateChecksum',
      'unpackInputs',
    ]);
    expect(Object.keys(loop).sort()).toEqual([
      'createSleepWatch',
      'createTickLoop',
      'createTickRunner',
      'createWorkerTimer',
      'startTicker',
    ]);
    expect(Object.keys(testing).sort()).toEqual([
      'createHeldInputs',
      'createSimulatedNetwork',
      'describeTransport',
      'runSyncTest',
    ]);
  });

  it('hands out the same names as the source', () => {
    const source = {
      createRollback,
      createSession,
      createPRNG,
      createFixedClock,
      defineGame,
      createMatch,
      recordMatch,
      openReplay,
      createSimulatedNetwork,
      runSyncTest,
      createTickLoop,
      createTickRunner,
    };
    const expected = shape(specimens(source));
    expect(expected.length).toBeGreaterThan(150);
    expect(shape(specimens({ ...core, ...loop, ...testing }))).toEqual(expected);
  });
});

describe('the list of internal properties', () => {
  const listed = new Set(INTERNAL_PROPERTIES);
  const among = (names: Set<string>) => [...listed].filter((name) => names.has(name));

  it('has each name once, and nearly all are used', () => {
    expect(INTERNAL_PROPERTIES.length).toBe(listed.size);
    expect(among(usedProperties()).length).toBeGreaterThan(listed.size * 0.8);
  });

  it('gives letters that no property has already', () => {
    const letters = Array.from({ length: LETTERS }, (_, index) => String.fromCharCode(97 + index));
    expect(letters.at(-1)! <= 'w').toBe(true);
    expect(letters.filter((letter) => usedProperties().has(letter))).toEqual([]);
  });

  it('has none that a public declaration names', () => {
    const names = publicProperties();
    for (const name of [
      'numPlayers',
      'dropAfterMs',
      'rttMs',
      'burstLoss',
      'selfId',
      'localHandles',
      'cuts',
      'mismatch',
      'CAPACITY_MAX',
    ])
      expect(names).toContain(name);
    expect(among(names)).toEqual([]);
  });

  it('has none that the language or the platform uses', () => {
    const names = intrinsicProperties();
    for (const name of ['copyWithin', 'byteOffset', 'isInteger', 'next', 'getRandomValues', 'now', 'stack'])
      expect(names).toContain(name);
    expect(among(names)).toEqual([]);
    expect(INTERNAL_PROPERTIES.filter((name) => name in globalThis || name in console)).toEqual([]);
  });

  it('has none of the page that the loop uses', () => {
    const names = pageProperties();
    for (const name of ['visibilityState', 'postMessage', 'terminate', 'onerror', 'addEventListener'])
      expect(names).toContain(name);
    expect(among(names)).toEqual([]);
  });

  it('has none that the code spells as a string', () => {
    const strings = spelledStrings();
    expect(strings).toContain('maxPrediction');
    expect(among(strings)).toEqual([]);
  });
});

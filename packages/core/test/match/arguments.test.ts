// A caller's mistake throws at once, with the value and its bounds, and changes nothing.
import { describe, expect, it } from 'vitest';
import { createMatch, defineGame, type MatchOptions } from '../../src/index.js';
import { expectRefusal, shown, type Named } from '../conformance/refusal.js';
import { createNetwork } from './network.js';
import { FIELDS, sensitiveGame, type Fields } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

const transport = () => createNetwork(1).join('a');

/** createMatch with one option of any type at all. */
const make = (name: string, value: unknown, game = sensitiveGame()): (() => unknown) => {
  // What a caller without TypeScript can do.
  const options = { game, transport: transport(), [name]: value } as unknown as MatchOptions<Fields>;
  return () => createMatch(options);
};

describe('createMatch', () => {
  const BOUNDS: readonly (readonly [name: string, min: number, max: number | undefined])[] = [
    ['localPlayers', 1, 2],
    ['inputDelay', 0, 15],
    ['maxPrediction', 0, 30],
    ['desyncInterval', 0, undefined],
    ['rejoinGraceMs', 0, undefined],
    ['notifyAfterMs', 0, undefined],
    ['dropAfterMs', 0, undefined],
    ['pauseTimeoutMs', 0, undefined],
    ['syncTimeoutMs', 0, undefined],
  ];

  it.each(BOUNDS)('%s from %d to %s', (name, min, max) => {
    expectRefusal(make(name, min - 1), RangeError, name, min - 1, min);
    expectRefusal(make(name, -Infinity), TypeError, name, '-Infinity');
    if (max !== undefined) {
      expectRefusal(make(name, max + 1), RangeError, name, max + 1, max);
      expect(make(name, max)).not.toThrow();
    }
    for (const value of [NaN, '2', null, {}, true, min + 0.5])
      expectRefusal(make(name, value), TypeError, name, shown(value));
    expect(make(name, undefined)).not.toThrow();
    expect(make(name, min)).not.toThrow();
  });

  it.each([
    ['onDrop', ['end', 'neutral', 'repeat']],
    ['onDesync', ['report', 'end']],
    ['role', ['player', 'spectator']],
  ] as const)('%s', (name, values) => {
    for (const value of values) expect(make(name, value)).not.toThrow();
    for (const value of ['', 'End', 1, null, values])
      expectRefusal(make(name, value), TypeError, name, ...values, shown(value));
  });

  it('now, random, ticket, host', () => {
    for (const name of ['now', 'random'])
      for (const value of [1, null, 'x', {}]) expectRefusal(make(name, value), TypeError, name);
    expectRefusal(make('ticket', 5), TypeError, 'ticket', 5);
    expectRefusal(make('host', 'yes'), TypeError, 'host', 'yes');
    // A ticket is from elsewhere: one that makes no sense is refused by the match, not by an exception.
    for (const ticket of ['', 'x', 'zzzz.yyyy.1', '🂡', 'a'.repeat(10_000)])
      expect(make('ticket', ticket)).not.toThrow();
  });

  it('transport', () => {
    for (const value of [null, 1, 'x', {}, { send() {} }, { send() {}, onMessage: 1, close() {} }])
      expectRefusal(make('transport', value), TypeError, /transport/);
  });

  it('game', () => {
    const game = sensitiveGame();
    const change = (changes: object) => () =>
      createMatch({ game: { ...game, ...changes }, transport: transport() } as unknown as MatchOptions<Fields>);
    expectRefusal(() => createMatch(undefined as never), TypeError);
    expectRefusal(() => createMatch({} as never), TypeError);
    expectRefusal(() => createMatch({ game: null } as never), TypeError);
    expectRefusal(change({ id: 5 }), TypeError, 'id', 5);
    expectRefusal(change({ id: '' }), RangeError, 'id');
    expectRefusal(change({ numPlayers: 0 }), RangeError, 'numPlayers', 0, 1, 32);
    expectRefusal(change({ numPlayers: 33 }), RangeError, 'numPlayers', 33, 1, 32);
    expectRefusal(change({ numPlayers: 2.5 }), TypeError, 'numPlayers', 2.5);
    expectRefusal(change({ inputWords: 17 }), RangeError, 'inputWords', 17, 1, 16);
    expectRefusal(change({ hz: 0 }), RangeError, 'hz', 0);
    expectRefusal(change({ hz: NaN }), /* either */ RangeError, 'hz', 'NaN');
    expectRefusal(change({ hz: '60' }), TypeError, 'hz', '60');
    expectRefusal(change({ simulate: undefined }), TypeError, 'simulate');
    for (const name of ['init', 'predict', 'isOver']) expectRefusal(change({ [name]: 5 }), TypeError, name);
    expectRefusal(change({ fields: {} }), TypeError, 'fields');
    expectRefusal(change({ fields: { x: { type: Int32Array, length: 0 } } }), RangeError, 0);
    expect(() => defineGame(game)).not.toThrow();
    expect(defineGame(game).fields).toBe(FIELDS);
  });

  it('a machine whose own inputs of one frame cannot fit one packet', () => {
    const game = sensitiveGame({ numPlayers: 32, inputWords: 16 });
    expectRefusal(make('localPlayers', 32, game), RangeError, /localPlayers|inputWords/, 1200);
    expect(make('localPlayers', 8, game)).not.toThrow();
    const narrow = { ...transport(), maxPayload: 100 };
    expectRefusal(() => createMatch({ game: sensitiveGame({ inputWords: 16 }), transport: narrow }), RangeError, 100);
  });

  it('without a transport every player is local', () => {
    expectRefusal(() => createMatch({ game: sensitiveGame(), localPlayers: 1 }), RangeError, 'localPlayers', 1, 2);
    expect(() => createMatch({ game: sensitiveGame(), localPlayers: 2 })).not.toThrow();
  });

  it('touches neither the options nor the transport before it is sure', () => {
    let touched = 0;
    const port = transport();
    const watched = {
      ...port,
      onMessage: (handler: never) => (touched++, port.onMessage(handler)),
      send: () => void touched++,
    };
    expect(() => createMatch({ game: sensitiveGame(), transport: watched, inputDelay: 99 })).toThrow(RangeError);
    expect(touched).toBe(0);
    const options = Object.freeze({ game: Object.freeze(sensitiveGame()), transport: transport() });
    expect(() => createMatch(options)).not.toThrow();
  });

  it('defaults: clock and chance are there', () => {
    const match = createMatch({ game: sensitiveGame(), transport: transport() });
    expect(match.advance(0)).toBe('waiting');
    match.close();
    expect(match.state).toBe('ended');
  });
});

describe('a running match', () => {
  const run = (localPlayers: number, inputWords: number): Machine => {
    const world = createWorld({
      seed: 1,
      game: sensitiveGame({ numPlayers: 2 * localPlayers, inputWords }),
      link: { latencyMs: 10 },
      options: { localPlayers },
    });
    const [a] = [world.machine('a'), world.machine('b')];
    world.play(30);
    return a;
  };
  // Anything can be handed over where TypeScript does not look.
  const refuse = (machine: Machine, inputs: readonly unknown[], ...named: readonly Named[]): void => {
    for (const input of inputs) {
      const before = [machine.match.session.frame(), machine.match.counters.ticks];
      expectRefusal(() => machine.match.advance(input as never), TypeError, ...named);
      expect([machine.match.session.frame(), machine.match.counters.ticks]).toEqual(before);
    }
  };

  it('advance takes one input of one word', () => {
    const machine = run(1, 1);
    refuse(machine, [undefined, null, '5', true, {}, [], [1, 2], () => 1, new Uint32Array(2)], /input/);
    refuse(machine, [1.5, NaN, Infinity, [0.5], Float32Array.of(NaN)], /whole number/);
    for (const input of [0, -1, -(2 ** 40), 2 ** 40, [7], Uint32Array.of(7)])
      expect(() => machine.match.advance(input)).not.toThrow();
  });

  it('advance takes one input of three words', () => {
    const machine = run(1, 3);
    refuse(machine, [undefined, 5, [1, 2], [1, 2, 3, 4], [[1, 2, 3]], 'abc'], /input/, 3);
    expect(() => machine.match.advance([1, 2, 3])).not.toThrow();
    expect(() => machine.match.advance(new Float64Array(3))).not.toThrow();
  });

  it('advance takes exactly one input for each of several players', () => {
    const one = run(2, 1);
    refuse(one, [undefined, 5, [1], [1, 2, 3], [1, '2'], [1, undefined], [1, [2, 3]], '12'], /input/, 2);
    expect(() => one.match.advance([1, 2])).not.toThrow();
    expect(() => one.match.advance([[1], [2]])).not.toThrow();
    const three = run(2, 3);
    refuse(
      three,
      [
        [1, 2, 3],
        [[1, 2, 3]],
        [
          [1, 2, 3],
          [1, 2],
        ],
        [[1, 2, 3], 4],
      ],
      /input/,
      2,
      3,
    );
    expect(() => three.match.advance([[1, 2, 3], new Uint32Array(3)])).not.toThrow();
  });

  it('a value is taken as a uint32', () => {
    const world = createWorld({ seed: 3, game: sensitiveGame(), link: { latencyMs: 10 } });
    const values = [-1, 7, -(2 ** 31), 2 ** 32 + 5, 2 ** 52 + 1, -0];
    world.machine('a', { hands: (_player, _words, random) => [values[Math.floor(random() * values.length)]!] });
    world.machine('b');
    // The log of the truth holds each `>>> 0`.
    world.play(200);
  });

  it('setInputDelay, pause, on, stats', () => {
    const { match } = run(1, 1);
    // Anything can be handed over where TypeScript does not look.
    const loose = match as unknown as Record<string, (...args: unknown[]) => unknown>;
    expectRefusal(() => match.setInputDelay(16), RangeError, 16, 0, 15);
    expectRefusal(() => match.setInputDelay(-1), RangeError, -1, 0, 15);
    for (const value of [1.5, NaN, '3', undefined, null])
      expectRefusal(() => loose['setInputDelay']!(value), TypeError, shown(value));
    expect(match.session.inputDelay).toBe(2);
    expectRefusal(() => loose['pause']!('lunch'), TypeError, 'lunch', 'hidden', 'user');
    expectRefusal(() => loose['on']!('strat', () => undefined), TypeError, 'strat');
    expectRefusal(() => loose['on']!('start', 5), TypeError, 5);
    expect(match.stats('nobody')).toBeUndefined();
    expect(match.state).toBe('running');
  });

  it('every handle is frozen', () => {
    const { match } = run(1, 1);
    for (const handle of [match, match.session, match.counters, match.session.stats])
      expect(Object.isFrozen(handle)).toBe(true);
  });

  it('before the start input is optional, but not free', () => {
    const match = createMatch({ game: sensitiveGame(), transport: transport(), now: () => 0 });
    expect(match.advance()).toBe('waiting');
    expect(match.advance(3)).toBe('waiting');
    expectRefusal(() => match.advance([1, 2] as never), TypeError);
    expect(match.session.frame()).toBe(0);
    expect(match.session.depth()).toBe(0);
    expect(match.localHandles).toEqual([]);
    expect(match.state).toBe('connecting');
    expect(match.pacing()).toBe(1);
  });
});

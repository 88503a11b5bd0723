// Runs a blind test on a match that is on: changes the netcode from round to round, asks, and tells which was which.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Parts } from '../parts.js';
import type { Table } from '../table.js';
import { type BlindResult, writeBlind } from './blind-result.js';
import { blindAnswer, blindQuestion } from './blind-screens.js';
import { createBlindTest, shuffled, type BlindTest } from './blind-test.js';
import { NETCODES, type Netcode } from './netcode.js';
import type { Solo } from './solo.js';

export interface BlindControl {
  /** Whether a test is on: then nobody is told which netcode it is, and nobody changes it. */
  readonly on: boolean;
  /** "Round 2 of 3, 14 s"; '' while none is on. */
  readonly words: string;
  start(): void;
  stop(): void;
  /** A tick of play has passed. */
  tick(): void;
}

export interface BlindWays<F extends FieldSpecs> {
  parts: Parts<F>;
  table: Table;
  solo: Solo<F>;
  /** The address under which others find `blind`. */
  linkTo: (blind: string) => string;
  /** The netcode has been changed. */
  changed: () => void;
}

export function createBlindControl<F extends FieldSpecs>(ways: BlindWays<F>): BlindControl {
  const { changed, linkTo, parts, solo, table } = ways;
  const { shell } = parts;
  const hz = parts.options.game.hz ?? 60;
  let test: BlindTest | undefined;

  function use(netcode: Netcode): void {
    solo.choose({ netcode });
    changed();
  }

  function end(): void {
    test = undefined;
    delete shell.root.dataset['blind'];
  }

  function ask({ order }: BlindTest): void {
    const feels = order.map((netcode) => {
      const { pressMs = -1, stalls } = solo.feelOf(netcode);
      return { pressMs: Math.round(pressMs), stalls };
    });
    table.pause(blindQuestion((best) => tell({ order, best, feels })));
  }

  function tell(result: BlindResult): void {
    end();
    const { line } = solo.choice;
    const goOn = (): void => {
      use(NETCODES[0]);
      table.unpause();
    };
    const again = (): void => {
      table.unpause();
      start();
    };
    shell.show(
      'over',
      blindAnswer(
        result,
        line.name,
        [{ label: 'Go on', main: true, onClick: goOn }, { label: 'Once more', onClick: again }, parts.toMenu],
        linkTo(writeBlind(result)),
      ),
    );
  }

  function start(): void {
    test = createBlindTest(shuffled(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0));
    // What would tell: the figures of the connection, and the netcode's name.
    shell.root.dataset['blind'] = 'yes';
    solo.measureAnew();
    use(test.order[0]);
  }

  return {
    get on() {
      return test !== undefined;
    },
    get words() {
      return test === undefined || test.round === test.order.length
        ? ''
        : `Round ${test.round + 1} of 3 · ${Math.ceil(test.left / hz)} s`;
    },
    start,
    stop() {
      end();
      use(NETCODES[0]);
    },
    tick() {
      // They went on to play instead of answering.
      if (test?.round === test?.order.length) end();
      if (test === undefined || !test.tick()) return;
      const next = test.order[test.round];
      if (next === undefined) ask(test);
      else use(next);
    },
  };
}

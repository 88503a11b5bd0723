// Opens a match for a visitor alone, and what they choose with. It is loaded when somebody plays alone, and not before.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Parts } from '../parts.js';
import type { Address } from '../rooms/address.js';
import type { Table } from '../table.js';
import type { Choice } from '../ui/choices.js';
import { createBlindControl } from './blind-control.js';
import { readBlind } from './blind-result.js';
import { blindAnswer } from './blind-screens.js';
import { DEFAULT_LINE, LINE_KINDS, lineKindOf } from './line-kinds.js';
import { NETCODES, netcodeOf } from './netcode.js';
import type { Rival } from './rival.js';
import { rivalsOf } from './rivals-of.js';
import { createSolo, type Solo, type SoloChoice } from './solo.js';
import { createSoloStrip, rivalName } from './solo-strip.js';

/** Goes on to the next line, and to the next netcode, where a game has no use of its own for the key. */
const LINE_KEY = 'KeyM';
const NETCODE_KEY = 'KeyN';

type AloneAddress = Address & { kind: 'alone' };

/** Returns what closes it. */
export function openAlone<F extends FieldSpecs>(parts: Parts<F>, table: Table, address: AloneAddress): () => void {
  const { bindings, buttons, link, options, shell } = parts;
  const rivals = rivalsOf(options.rival ?? []);
  const solo = createSolo<F>({
    cabinet: options,
    buttons,
    onDraw: () => strip.draw(performance.now()),
    onTick: () => blind.tick(),
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    choice: choiceOf(address, rivals),
  });
  /** What stands in an address for what is played now. */
  const chosen = (): AloneAddress => {
    const { line, netcode, rival } = solo.choice;
    return { kind: 'alone', rival: rival.id, line: line.id, ...(blind.on ? {} : { netcode: netcode.id }) };
  };
  const blind = createBlindControl({
    parts,
    table,
    solo,
    linkTo: (result) => link({ ...chosen(), blind: result }),
    changed: () => show(),
  });

  function show(): void {
    // A reload, and a link that is passed on, then open the same.
    history.replaceState(null, '', link(chosen()));
    strip.draw(performance.now());
    // Keys belong to the game; a button that keeps the focus would take some of them.
    if (shell.view === 'play') shell.stage.focus({ preventScroll: true });
  }
  function choose(change: Partial<SoloChoice<F>>): void {
    solo.choose(change);
    show();
  }

  const isGameKey = (code: string): boolean => bindings.maps.some((map) => Object.hasOwn(map, code));
  const strip = createSoloStrip(solo, {
    rivals,
    choose,
    lineKey: isGameKey(LINE_KEY) ? '' : 'M',
    netcodeKey: isGameKey(NETCODE_KEY) ? '' : 'N',
    onBlind: () => (blind.on ? blind.stop() : blind.start()),
    blindWords: () => blind.words,
  });
  shell.hud.before(strip.root);

  const onKey = (event: KeyboardEvent): void => {
    if (shell.view !== 'play' || isGameKey(event.code) || event.repeat) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.code === LINE_KEY) choose({ line: next(LINE_KINDS, solo.choice.line) });
    if (event.code === NETCODE_KEY && !blind.on) choose({ netcode: next(NETCODES, solo.choice.netcode) });
  };
  addEventListener('keydown', onKey);
  const offPress = buttons.onPress((handle, bits, source) => {
    if (source !== 'rival' && shell.view === 'play') solo.pressed(handle, bits, performance.now());
  });

  function begin(): void {
    table.begin({
      opposition: solo,
      // The person has the first seats: Red, the left side.
      host: true,
      onward: (won, again) => (won ? strongerOffer(solo, rivals, choose, again) : undefined),
    });
  }

  const result = readBlind(address.blind ?? '');
  if (result === undefined) begin();
  else {
    const beginBlind = (): void => {
      begin();
      blind.start();
    };
    shell.show(
      'screen',
      blindAnswer(result, solo.choice.line.name, [
        { label: 'Try it blind', main: true, onClick: beginBlind },
        { label: 'Play now', onClick: begin },
        parts.toMenu,
      ]),
    );
  }

  return () => {
    removeEventListener('keydown', onKey);
    offPress();
    strip.root.remove();
    solo.close();
  };
}

function choiceOf<F extends FieldSpecs>(address: AloneAddress, rivals: readonly Rival<F>[]): SoloChoice<F> {
  const [first] = rivals;
  if (first === undefined) throw new Error('openAlone: the game brings no rival'); // the router has asked before
  return {
    rival: rivals.find(({ id }) => id === address.rival) ?? first,
    line: lineKindOf(address.line ?? '') ?? DEFAULT_LINE,
    netcode: netcodeOf(address.netcode ?? '') ?? NETCODES[0],
  };
}

/** After a win: the rival of the same name who is a level above, if there is one. */
function strongerOffer<F extends FieldSpecs>(
  solo: Solo<F>,
  rivals: readonly Rival<F>[],
  choose: (change: Partial<SoloChoice<F>>) => void,
  again: () => void,
): Choice | undefined {
  const { rival } = solo.choice;
  const above = rivals[rivals.indexOf(rival) + 1];
  if (above?.name !== rival.name) return undefined;
  return {
    label: `Next: ${rivalName(above)}`,
    main: true,
    onClick: () => {
      choose({ rival: above });
      again();
    },
  };
}

function next<T>(all: readonly T[], one: T): T {
  return all[(all.indexOf(one) + 1) % all.length] ?? one;
}

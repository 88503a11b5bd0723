// The strip under the stage on which a visitor alone chooses the opponent, the line and the netcode.
import type { FieldSpecs } from '@lite-rollback/core';
import { element } from '../ui/element.js';
import { LINE_KINDS, type LineKind } from './line-kinds.js';
import { NETCODES, type Netcode } from './netcode.js';
import type { Rival } from './rival.js';
import { installSoloStyle } from './solo-style.js';
import type { Solo, SoloChoice } from './solo.js';

export interface SoloStrip {
  readonly root: HTMLElement;
  /** With each picture; prints a few times a second, and at once after a choice. */
  draw(nowMs: number): void;
}

export interface SoloStripWays<F extends FieldSpecs> {
  rivals: readonly Rival<F>[];
  choose(change: Partial<SoloChoice<F>>): void;
  /** The keys that go on to the next line and netcode; '' where a game has them for itself. */
  lineKey: string;
  netcodeKey: string;
  /** Begins a blind test, or ends the one that is on. */
  onBlind: () => void;
  /** "Round 2 of 3, 14 s"; '' while no blind test is on: then nothing says which netcode it is. */
  blindWords: () => string;
}

/** Figures that change faster than this cannot be read. */
const PRINT_MS = 250;

interface Choosable {
  readonly id: string;
  readonly name: string;
  readonly short?: string;
}

/** Buttons side by side, one of them pressed; pressing that one goes on to the next, for where only it is shown. */
function segments<T extends Choosable>(
  label: string,
  key: string,
  all: readonly T[],
  choose: (one: T) => void,
): { root: HTMLElement; print(chosen: T, detailOf: (one: T) => string): void } {
  const buttons = all.map((one, at) => {
    const detail = element('small');
    const made = element('button', { class: 'arcade-segment', attributes: { type: 'button' } }, [
      element('span', { text: one.name }),
      one.short === undefined ? undefined : element('abbr', { text: one.short, attributes: { title: one.name } }),
      detail,
    ]);
    made.addEventListener('click', () => {
      const next = all[(at + 1) % all.length];
      choose(made.getAttribute('aria-pressed') === 'true' && next !== undefined ? next : one);
    });
    return { one, made, detail };
  });
  const name = element('span', { class: 'arcade-segments-name', text: label }, [
    key === '' ? undefined : element('kbd', { text: key }),
  ]);
  return {
    root: element('div', { class: 'arcade-segments', attributes: { role: 'group', 'aria-label': label } }, [
      name,
      ...buttons.map(({ made }) => made),
    ]),
    print(chosen, detailOf) {
      for (const { detail, made, one } of buttons) {
        const pressed = String(one === chosen);
        if (made.getAttribute('aria-pressed') !== pressed) made.setAttribute('aria-pressed', pressed);
        const text = detailOf(one);
        if (detail.textContent !== text) detail.textContent = text;
      }
    },
  };
}

export function createSoloStrip<F extends FieldSpecs>(solo: Solo<F>, ways: SoloStripWays<F>): SoloStrip {
  const { choose, lineKey, netcodeKey, rivals } = ways;
  installSoloStyle();
  const lines = segments<LineKind>('Line', lineKey, LINE_KINDS, (line) => choose({ line }));
  const netcodes = segments<Netcode>('Netcode', netcodeKey, NETCODES, (netcode) => choose({ netcode }));
  const select = rivalSelect(rivals, (rival) => choose({ rival }));
  const blindLabel = element('span', { text: 'Blind test' });
  const blindState = element('small');
  const blind = element(
    'button',
    { class: 'arcade-segment is-blind', attributes: { type: 'button' }, onClick: ways.onBlind },
    [blindLabel, blindState],
  );
  const root = element('div', { class: 'arcade-solo', attributes: { role: 'group', 'aria-label': 'Playing alone' } }, [
    rivals.length > 1 ? element('label', { class: 'arcade-rival', text: 'Rival' }, [select]) : undefined,
    lines.root,
    netcodes.root,
    blind,
  ]);
  let printed = -Infinity;
  let shown = '';

  return {
    root,
    draw(nowMs) {
      const { line, netcode, rival } = solo.choice;
      const blindWords = ways.blindWords();
      const now = `${line.id} ${netcode.id} ${rival.id} ${blindWords}`;
      if (now === shown && nowMs - printed < PRINT_MS) return;
      printed = nowMs;
      shown = now;
      select.value = rival.id;
      netcodes.root.hidden = blindWords !== '';
      blindLabel.textContent = blindWords === '' ? 'Blind test' : 'Stop the blind test';
      blindState.textContent = blindWords;
      lines.print(line, () => '');
      netcodes.print(netcode, (one) => {
        const { pressMs, stalls } = solo.feelOf(one);
        const press = pressMs === undefined ? '–' : `${Math.round(pressMs)} ms`;
        return pressMs === undefined && stalls === 0 ? '' : `${press} · ${stalls} stalled`;
      });
    },
  };
}

function rivalSelect<F extends FieldSpecs>(
  rivals: readonly Rival<F>[],
  choose: (rival: Rival<F>) => void,
): HTMLSelectElement {
  const select = element(
    'select',
    { class: 'arcade-key', attributes: { 'aria-label': 'Rival' } },
    rivals.map((rival) => element('option', { text: rivalName(rival), attributes: { value: rival.id } })),
  );
  select.addEventListener('change', () => {
    const chosen = rivals.find(({ id }) => id === select.value);
    if (chosen !== undefined) choose(chosen);
  });
  return select;
}

/** "Rusher 2" */
export function rivalName<F extends FieldSpecs>({ level, name }: Rival<F>): string {
  return level === undefined ? name : `${name} ${level}`;
}

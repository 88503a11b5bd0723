// Prints the connection's figures under the stage.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Round } from '../rooms/round.js';
import { element } from '../ui/element.js';
import { netFigures } from './net-figures.js';
import { createNetGraph } from './net-graph.js';

export interface Hud {
  /** After each tick. */
  ticked(round: Round<FieldSpecs>, rolledBack: boolean, stalled: boolean): void;
  /** With each drawn frame; prints a few times a second. */
  draw(round: Round<FieldSpecs>, nowMs: number): void;
}

/** Figures that change faster than this cannot be read. */
const PRINT_MS = 250;

export function createHud(into: HTMLElement): Hud {
  const graph = createNetGraph(element('canvas', { attributes: { role: 'img', 'aria-label': 'Frames rolled back' } }));
  const graphLabel = element('dt', { text: 'Frames rolled back' });
  const top = element('span', { text: String(graph.fullDepth) });
  let printed = 0;
  /** What only who plays can measure. */
  const ofPlayers: HTMLElement[] = [];
  const cell = (label: string, title: string, of: 'all' | 'players'): HTMLElement => {
    const value = element('dd');
    const made = element('dl', { attributes: { title } }, [element('dt', { text: label }), value]);
    into.append(made);
    if (of === 'players') ofPlayers.push(made);
    return value;
  };
  const ping = cell('Ping', 'There and back, milliseconds', 'players');
  into.append(
    element(
      'dl',
      {
        attributes: {
          title: 'Frames rolled back at each tick of the last two seconds. Striped bars are stalled ticks',
        },
      },
      [
        graphLabel,
        element('dd', { class: 'arcade-graph' }, [
          element('span', { class: 'arcade-axis', attributes: { 'aria-hidden': 'true' } }, [
            top,
            element('span', { text: '0' }),
          ]),
          graph.canvas,
        ]),
      ],
    ),
  );
  const deepest = cell('Deepest', 'The longest rollback so far, frames', 'players');
  const ahead = cell('Ahead', 'How many frames this machine runs ahead of the other', 'players');
  const loss = cell('Loss', 'Packets lost on the way here', 'players');
  const stalls = cell('Stalls', 'Ticks spent waiting for another machine', 'all');
  const sync = cell('Sync', 'Checksum of the game at this frame: all screens show the same', 'all');

  return {
    ticked(round, rolledBack, stalled) {
      graph.add(rolledBack ? round.match.counters.lastRollbackDepth : 0, stalled);
    },
    draw(round, nowMs) {
      graph.draw();
      if (nowMs - printed < PRINT_MS) return;
      printed = nowMs;
      const figures = netFigures(round);
      for (const made of ofPlayers) made.hidden = figures.watching;
      graphLabel.textContent = figures.watching ? 'Stalls' : 'Frames rolled back';
      top.textContent = String(graph.fullDepth);
      graph.canvas.setAttribute('aria-label', graph.summary);
      ping.textContent = figures.pingMs < 0 ? '–' : `${Math.round(figures.pingMs)} ms`;
      deepest.textContent = String(figures.deepest);
      const lead = Math.abs(figures.framesAhead).toFixed(1);
      ahead.textContent = lead === '0.0' ? lead : (figures.framesAhead < 0 ? '−' : '+') + lead;
      loss.textContent = `${Math.round(figures.loss * 100)} %`;
      stalls.textContent = String(figures.stalls);
      sync.textContent =
        figures.sync === 'starting'
          ? '–'
          : figures.sync === 'apart'
            ? 'apart'
            : `${figures.checksum.toString(16).padStart(8, '0')} @ ${figures.checkedFrame}`;
      sync.classList.toggle('is-wrong', figures.sync === 'apart');
    },
  };
}

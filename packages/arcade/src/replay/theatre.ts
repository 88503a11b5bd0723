// Matches that were played earlier: opened from a file, run, and scrubbed through.
import { NULL_FRAME, openReplay, type FieldSpecs, type ReplayPlayer } from '@lite-rollback/core';
import type { Parts } from '../parts.js';
import { button, buttons } from '../ui/choices.js';
import { element } from '../ui/element.js';
import { createProjector, type Projector } from './projector.js';
import { timeOf, wordsForReplay } from './words-for-replay.js';

export interface Theatre {
  /** Whether a replay has the stage. */
  readonly on: boolean;
  /** Asks for a file. `trouble`: what was wrong with the last one. */
  ask(trouble?: string): void;
  /** Takes a file that was chosen or dropped. */
  take(file: Blob): void;
  beat(nowMs: number): void;
  draw(): void;
}

const SPEEDS = [0.25, 1, 4];
/** The largest file read: an hour of four busy players takes a few hundred KB. */
const FILE_MAX = 32 * 1024 * 1024;

export function createTheatre<F extends FieldSpecs>(parts: Parts<F>): Theatre {
  const { exposed, options, shell, toMenu } = parts;
  const hz = options.game.hz ?? 60;
  let projector: Projector<F> | undefined;
  let refresh = (): void => {};

  function ask(trouble?: string): void {
    const input = element('input', {
      attributes: {
        type: 'file',
        id: 'arcade-replay-file',
        accept: '.replay,application/octet-stream',
        'data-first': '',
      },
    });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file !== undefined) take(file);
    });
    shell.show(
      'screen',
      element('div', { class: 'arcade-panel' }, [
        element('h2', { class: 'arcade-heading', text: 'Watch a replay' }),
        trouble === undefined
          ? undefined
          : element('p', { class: 'arcade-lead', attributes: { role: 'alert' }, text: trouble }),
        element('label', {
          class: 'arcade-lead',
          attributes: { for: 'arcade-replay-file' },
          text: 'Choose a file that was saved at the end of a match, or drop it anywhere on this page.',
        }),
        element('div', { class: 'arcade-file' }, [input]),
        buttons([toMenu]),
      ]),
    );
  }

  function take(file: Blob): void {
    if (file.size > FILE_MAX) return ask(wordsForReplay({ code: 'not-a-replay' }));
    file
      .arrayBuffer()
      .then((buffer) => show(openReplay(options.game, new Uint8Array(buffer))))
      .catch((error: unknown) => ask(wordsForReplay(error)));
  }

  function show(player: ReplayPlayer<F>): void {
    const running = createProjector(player, options, parts.synth, parts.reducedMotion, () => parts.canvas.pxPerUnit);
    projector = running;
    exposed.replay = player;
    const end = player.startFrame + player.frames;
    const slider = element('input', {
      class: 'arcade-scrub',
      attributes: {
        type: 'range',
        min: String(player.startFrame),
        max: String(end),
        step: '1',
        value: String(player.startFrame),
        'aria-label': 'Where in the match',
        'data-first': '',
      },
    });
    slider.addEventListener('input', () => running.seek(Number(slider.value)));
    const toggle = button({ label: 'Stop', onClick: () => running.run(!running.running) });
    const time = element('span', { class: 'arcade-time' });
    const speed = element(
      'select',
      { class: 'arcade-key', attributes: { 'aria-label': 'Speed' } },
      SPEEDS.map((times) => element('option', { text: `${times} ×`, attributes: { value: String(times) } })),
    );
    speed.value = '1';
    speed.addEventListener('change', () => void (running.speed = Number(speed.value)));
    const doubt = element('p', { class: 'arcade-note', attributes: { role: 'status' } });
    refresh = () => {
      const { frame } = running;
      if (document.activeElement !== slider || running.running) slider.value = String(frame);
      const text = `${timeOf(frame - player.startFrame, hz)} of ${timeOf(player.frames, hz)}`;
      if (time.textContent !== text) time.textContent = text;
      const spoken = `${text}, frame ${frame}`;
      if (slider.getAttribute('aria-valuetext') !== spoken) slider.setAttribute('aria-valuetext', spoken);
      const label = running.running ? 'Stop' : 'Play';
      if (toggle.textContent !== label) toggle.textContent = label;
    };
    shell.show(
      'over',
      element('div', { class: 'arcade-panel is-replay' }, [
        toggle,
        slider,
        time,
        speed,
        buttons([{ label: 'Another one', onClick: close }, toMenu]),
        doubt,
      ]),
    );
    shell.hud.hidden = true;
    shell.hint.replaceChildren();
    running.run(true);
    // It simulates everything: after the first picture.
    setTimeout(() => {
      const wrong = player.verify();
      if (wrong !== NULL_FRAME && projector === running) {
        doubt.textContent = `From frame ${wrong} on this is not what was played: the replay was made by another version of the game. Open it with that one.`;
      }
    }, 200);
  }

  function close(): void {
    projector = undefined;
    exposed.replay = null;
    ask();
  }

  return {
    get on() {
      return projector !== undefined;
    },
    ask,
    take,
    beat(nowMs) {
      projector?.beat(nowMs);
      refresh();
    },
    draw() {
      const context = parts.canvas.begin();
      if (context !== undefined && projector !== undefined) options.draw(context, projector.picture());
    },
  };
}

// Home, back, play, forward, End, reset, and the position as a slider.
import { currentWall, type Lesson } from '../lesson.js';
import { element, setText } from './element.js';
import type { StagePart } from './part.js';

/** Drawn, because the characters for these come in colour on some machines. Paths on a grid of 16. */
const ICONS = {
  home: 'M3 3h2v10H3zM13 3v10L6 8z',
  back: 'M11 3v10L4 8z',
  play: 'M4 2v12l10-6z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  forward: 'M5 3v10l7-5z',
  end: 'M11 3h2v10h-2zM3 3v10l7-5z',
  reset: 'M8 2.5a5.5 5.5 0 1 0 5.3 4H11a3.3 3.3 0 1 1-3-1.8v2L12 3.600 8 .5z',
} as const;

function icon(name: keyof typeof ICONS): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** What the bar covers of the window at its lower edge, px: a variable of style.css, as a phone's bar has two rows. */
export const barHeight = (part: Element): number => parseFloat(getComputedStyle(part).getPropertyValue('--bar'));

export function createTransport(lesson: Lesson): StagePart {
  const button = (name: keyof typeof ICONS, label: string, key: string, act: () => void): HTMLButtonElement =>
    element(
      'button',
      {
        class: 'transport-button',
        attributes: { type: 'button', 'aria-label': label, title: `${label} (${key})`, 'aria-keyshortcuts': key },
        onClick: act,
      },
      [icon(name)],
    );
  const home = button('home', 'To the start', 'Home', () => lesson.goTo(0));
  const back = button('back', 'Step back', 'ArrowLeft', () => lesson.goTo(lesson.state.at - 1));
  const play = button('play', 'Play', 'Space', () => (lesson.state.playing ? lesson.pause() : lesson.play()));
  play.classList.add('is-main');
  const forward = button('forward', 'Step', 'ArrowRight', () => lesson.goTo(lesson.state.at + 1));
  const end = button('end', 'To the end', 'End', () => lesson.goToEnd());
  const reset = button('reset', 'Reset: the default scenario', 'r', () => lesson.reset());

  const slider = element('input', {
    class: 'transport-slider',
    attributes: { type: 'range', min: '0', step: '1', 'aria-label': 'Wall frame' },
  });
  slider.addEventListener('input', () => lesson.goTo(Number(slider.value)));
  const count = element('output', { class: 'transport-count' });

  return {
    root: element('div', { class: 'transport', attributes: { role: 'group', 'aria-label': 'Playback' } }, [
      element('div', { class: 'transport-buttons' }, [home, back, play, forward, end]),
      slider,
      count,
      reset,
    ]),
    show(state) {
      const { run, at, playing } = state;
      const total = run.walls.length;
      slider.max = String(total);
      slider.value = String(at);
      slider.style.setProperty('--done', String(at / total));
      slider.setAttribute(
        'aria-valuetext',
        currentWall(state) === undefined ? 'before the first tick' : `${at} of ${total}`,
      );
      setText(count, `${at} / ${total}`);
      play.replaceChildren(icon(playing ? 'pause' : 'play'), element('span', { text: playing ? 'Pause' : 'Play' }));
      play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
      home.disabled = back.disabled = at === 0;
      forward.disabled = end.disabled = at === total;
    },
  };
}

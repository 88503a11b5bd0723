// What is asked and told at the end of a blind test, and what a link to one says.
import { buttons, type Choice } from '../ui/choices.js';
import { copyBox } from '../ui/copy-box.js';
import { element } from '../ui/element.js';
import { messagePanel } from '../ui/message-panel.js';
import { bestWords, roundWords, type BlindResult } from './blind-result.js';

const ROUNDS = [0, 1, 2];

/** `choose` is given the round, or −1. */
export function blindQuestion(choose: (best: number) => void): HTMLElement {
  return messagePanel(
    'Which felt best?',
    ['One guessed, one held your keys back, one waited at each frame.'],
    [
      ...ROUNDS.map((round): Choice => ({ label: `Round ${round + 1}`, onClick: () => choose(round) })),
      { label: 'No difference', onClick: () => choose(-1) },
    ],
  );
}

/** `link` is to be sent to others; without one it is what somebody else has sent. */
export function blindAnswer(
  result: BlindResult,
  lineName: string,
  choices: readonly Choice[],
  link?: string,
): HTMLElement {
  return element('div', { class: 'arcade-panel' }, [
    element('h2', { class: 'arcade-heading', text: link === undefined ? 'A blind test' : 'Which was which' }),
    element('p', {
      class: 'arcade-lead',
      text: `Line: ${lineName}. ${bestWords(result, link === undefined ? 'They' : 'You')}`,
    }),
    element(
      'ul',
      { class: 'arcade-blind' },
      ROUNDS.map((round) =>
        element('li', {
          text: roundWords(result, round),
          ...(round === result.best ? { class: 'is-best' } : {}),
        }),
      ),
    ),
    link === undefined ? undefined : copyBox('Link to this result', link),
    buttons(choices),
  ]);
}

// What each screen of the cabinet holds. They say what to do; the cabinet does it.
import type { FieldSpecs } from '@lite-rollback/core';
import type { CabinetOptions } from './options.js';
import { namesOf } from './player-names.js';
import type { Address } from './rooms/address.js';
import type { Round } from './rooms/round.js';
import { buttons, type Choice } from './ui/choices.js';
import { copyBox } from './ui/copy-box.js';
import { element } from './ui/element.js';
import { menuPanel, type MenuEntry } from './ui/menu-panel.js';
import { messagePanel } from './ui/message-panel.js';
import { desyncLine, wordsForEnd, type Words } from './ui/words-for-end.js';

export interface MenuWays {
  link: (address: Address) => string;
  /** By seat. */
  keyNames: readonly string[];
  onTwoTabs: () => void;
  onControls: () => void;
  onTimeline?: (() => void) | undefined;
}

export function menuScreen<F extends FieldSpecs>(
  options: CabinetOptions<F>,
  { keyNames, link, onControls, onTimeline, onTwoTabs }: MenuWays,
): HTMLElement {
  const fingers = matchMedia('(pointer: coarse)').matches;
  const entries: MenuEntry[] = [
    ...(options.rival === undefined
      ? []
      : [{ label: 'Play now', note: 'against the machine', href: link({ kind: 'alone' }) }]),
    {
      label: 'Same screen',
      note: fingers ? 'a pad for each' : `keys ${keyNames.slice(0, options.game.numPlayers).join(' · ')}`,
      href: link({ kind: 'hotseat' }),
    },
  ];
  if (options.transports?.room !== undefined) {
    entries.push({ label: 'Two tabs', note: 'opens the second for you', onClick: onTwoTabs });
  }
  if (options.online !== undefined) {
    entries.push({ label: 'Online', note: 'a link to send to a friend', href: link({ kind: 'host' }) });
  }
  for (const { label, note = '', href, minor = false } of options.links ?? [])
    entries.push({ label, note, href, minor });
  entries.push({ label: 'Replay', note: 'watch a match again', href: link({ kind: 'replay' }), minor: true });
  if (onTimeline !== undefined)
    entries.push({ label: 'Timeline', note: 'a file of one', onClick: onTimeline, minor: true });
  entries.push({
    label: 'Controls',
    note: options.gamepad === undefined ? 'your own keys' : 'your own keys, gamepads',
    onClick: onControls,
    minor: true,
  });
  return menuPanel({
    title: options.title,
    goal: options.goal,
    about: options.about ?? [],
    entries,
    ...(options.online === undefined
      ? {}
      : {
          async onJoin(code) {
            if ((await options.online?.isCode?.(code)) === false)
              return `“${code}” is not a whole code. Compare it with the one that you were sent.`;
            location.assign(link({ kind: 'join', code }));
            return undefined;
          },
        }),
  });
}

export interface WaitingParts {
  title: string;
  lines: readonly string[];
  link?: string;
  /** Show the link as a QR code, too. */
  qr?: boolean;
  watchLink?: string;
  code?: string;
  choices: readonly Choice[];
  note?: string;
}

export function waitingScreen(parts: WaitingParts): HTMLElement {
  const picture = element('div', { class: 'arcade-qr-place' });
  if (parts.qr === true && parts.link !== undefined) {
    const { link } = parts;
    // Without it the link and the code are still there, so a failure to load it is nobody's loss.
    import('./ui/qr-code.js').then(
      ({ qrCode }) => picture.append(qrCode(link, 'The link as a QR code')),
      () => {},
    );
  }
  return element('div', { class: 'arcade-panel' }, [
    element('h2', { class: 'arcade-heading', text: parts.title }),
    ...parts.lines.map((line) => element('p', { class: 'arcade-lead', text: line })),
    parts.code === undefined || parts.code === ''
      ? undefined
      : element('p', { class: 'arcade-code', text: parts.code }),
    parts.link === undefined ? undefined : copyBox('Link to this game', parts.link),
    parts.qr === true ? picture : undefined,
    buttons(parts.choices),
    parts.note === undefined ? undefined : element('p', { class: 'arcade-note', text: parts.note }),
    parts.watchLink === undefined
      ? undefined
      : element('details', { class: 'arcade-more' }, [
          element('summary', { text: 'Let others watch' }),
          copyBox('Link to watch', parts.watchLink),
        ]),
  ]);
}

/** `who` has gone, and may come back. */
export function awaitingScreen(who: string, choices: readonly Choice[]): HTMLElement {
  return messagePanel(
    'One moment',
    [`Waiting for ${who} to come back. Their page was reloaded or closed; a reload takes a few seconds.`],
    choices,
  );
}

/** Headline of a match that was played to its end. */
export function headline<F extends FieldSpecs>(options: CabinetOptions<F>, round: Round<F>): string {
  const { match } = round;
  const winners = options.winners?.(match.session.fields) ?? [];
  if (winners.length === 0) return 'It is over';
  const mine = match.localHandles;
  const everyoneIsHere = mine.length === options.game.numPlayers;
  if (!everyoneIsHere && mine.length > 0)
    return mine.some((handle) => winners.includes(handle)) ? 'You win' : 'You lose';
  return `${namesOf(options, winners)} wins`;
}

export interface EndChoices {
  /** Comes before `again`. */
  onward?: Choice;
  again: Choice;
  retry: Choice;
  menu: Choice;
  /** Where something was played. */
  save?: Choice;
  /** What the match did, for those who look for the fault. */
  timeline?: Choice;
  /** To watch the match that this machine could not join. */
  watch?: Choice;
}

export function endScreen<F extends FieldSpecs>(
  options: CabinetOptions<F>,
  round: Round<F>,
  choices: EndChoices,
): HTMLElement {
  const { again, menu, onward, retry, save, timeline, watch } = choices;
  const last = save === undefined ? [menu] : [save, menu];
  if (round.endReason === 'finished')
    return messagePanel(
      headline(options, round),
      [],
      [...(onward === undefined ? [] : [onward]), again, ...last],
      options.result?.(round.match.session.fields),
    );
  const words: Words = wordsForEnd(round);
  if (round.endReason === 'desync')
    return desyncScreen(words, desyncLine(round), [retry, ...(timeline === undefined ? [] : [timeline]), ...last]);
  if (round.endReason !== 'rejected') return messagePanel(words.title, [words.detail], [again, ...last]);
  // A full game stays full: trying again is not what helps.
  if (round.lastReject?.reason !== 'full') return messagePanel(words.title, [words.detail], [retry, menu]);
  return messagePanel(
    words.title,
    [words.detail],
    watch === undefined ? [{ ...menu, main: true }] : [{ ...watch, main: true }, menu],
  );
}

/** On a phone's screen the line takes as many. */
const DESYNC_LINES = 3;

function desyncScreen(words: Words, line: string, choices: readonly Choice[]): HTMLElement {
  return element('div', { class: 'arcade-panel' }, [
    element('h2', { class: 'arcade-heading', text: words.title }),
    element('p', { class: 'arcade-lead', text: words.detail }),
    copyBox('What differs', line, DESYNC_LINES),
    buttons(choices),
  ]);
}

// Opens what an address asks for. Each way ends at the table, or at words that say what to do.
import type { FieldSpecs } from '@lite-rollback/core';
import type { OnlineProvider, OnlineRoom } from './options.js';
import { keyNamesOf, type Parts } from './parts.js';
import { newRoomName, type Address } from './rooms/address.js';
import { canShareLink, shareLink } from './browser/share-link.js';
import type { Theatre } from './replay/theatre.js';
import { menuScreen, waitingScreen } from './screens.js';
import type { Table } from './table.js';
import type { Choice } from './ui/choices.js';
import { messagePanel } from './ui/message-panel.js';
import { MALFORMED_CODE, wordsForFailure, type NextStep } from './ui/words-for-failure.js';

export interface Router {
  open(address: Address): void;
  /** Closes what was opened to reach others. */
  close(): void;
}

/** Names of this machine for itself: a link with one of them in it leads nowhere from another. */
const OWN_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `controls` makes the screen on which keys are chosen; it ends with `back`. */
export function createRouter<F extends FieldSpecs>(
  parts: Parts<F>,
  table: Table,
  theatre: Theatre,
  controls: (back: () => void) => HTMLElement,
): Router {
  const { exposed, link, options, retry, shell, toMenu } = parts;
  const leaving = new AbortController();
  let closeTransport = (): void => {};

  function fail(error: unknown, hosting: boolean, room: string): void {
    const { detail, steps, title } = wordsForFailure(error, hosting, room);
    const choices: Record<NextStep, Choice> = {
      retry,
      host: { label: 'Host a game', href: link({ kind: 'host' }) },
      join: { label: 'Join it', href: link({ kind: 'join', code: room }) },
      menu: toMenu,
    };
    shell.show(
      'screen',
      messagePanel(
        title,
        [detail],
        steps.map((step, index) => ({ ...choices[step], main: index === 0 })),
      ),
    );
  }
  /** Trying again would not help. */
  function refuse(title: string, detail: string): void {
    shell.show('screen', messagePanel(title, [detail], [{ ...toMenu, main: true }]));
  }

  function openMenu(): void {
    const onTwoTabs = (): void => {
      const room = newRoomName(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
      const target = link({ kind: 'room', room });
      // The other tab first, while the press still counts as a person's. Where it is refused, this tab offers the link.
      openTab(target);
      location.assign(target);
    };
    const keyNames = options.keys.map((_, seat) => keyNamesOf(parts, seat));
    shell.show(
      'screen',
      menuScreen(options, {
        link,
        keyNames,
        onTwoTabs,
        onControls: openControls,
        onTimeline: parts.timeline && (() => parts.timeline?.toggle(true)),
      }),
    );
  }

  function openControls(): void {
    shell.show('screen', controls(openMenu));
  }

  function openRoom({ room, watch }: Address & { kind: 'room' }): void {
    const make = options.transports?.room;
    if (make === undefined)
      return refuse('No rooms here', 'This page cannot play between tabs. The menu has other ways.');
    const transport = make(room);
    closeTransport = () => transport.close();
    const target = link({ kind: 'room', room });
    const watchLink = link({ kind: 'room', room, watch: true });
    table.begin({
      transport,
      room: `tabs ${room}`,
      watchLink,
      ...(watch === true
        ? { watch, waiting: waitingToWatch() }
        : {
            waiting: {
              title: 'Waiting for the second tab',
              lines: ['Open this link in another tab or window of this browser. The game starts by itself.'],
              link: target,
              watchLink,
              choices: [{ label: 'Open the second tab', main: true, onClick: () => openTab(target) }, toMenu],
              note: 'Two windows side by side show both ends of the match.',
            },
          }),
    });
  }

  function openAlone(address: Address & { kind: 'alone' }): void {
    if (options.rival === undefined)
      return refuse('Nobody to play against here', 'This game brings no opponent. The menu has other ways to play.');
    import('./rival/open-alone.js').then(
      ({ openAlone: open }) => {
        if (!leaving.signal.aborted) closeTransport = open(parts, table, address);
      },
      (error: unknown) => fail(error, false, ''),
    );
  }

  /** Something to do until the others come. */
  function sparChoices(): Choice[] {
    if (options.rival === undefined) return [];
    const onClick = (): void =>
      void import('./rival/open-sparring.js').then(
        ({ openSparring }) => table.spar(openSparring(parts)),
        // Without it the waiting goes on, as it does on a line that fails.
        () => {},
      );
    return [{ label: 'Spar meanwhile', onClick }];
  }

  function waitingToWatch() {
    return { title: 'Waiting for the game', lines: ['You watch. It shows as soon as it is on.'], choices: [toMenu] };
  }

  function enter(room: OnlineRoom, hosting: boolean, watch: boolean): void {
    if (leaving.signal.aborted) return room.close();
    closeTransport = () => room.close();
    const { code, transport } = room;
    const watchLink = link({ kind: 'join', code, watch: true });
    if (hosting) {
      exposed.code = code;
      // A reload then opens the same game again, so that the link that was sent stays good.
      history.replaceState(null, '', link({ kind: 'host', code }));
    }
    const target = link({ kind: 'join', code });
    table.begin({
      transport,
      host: hosting,
      room: `online ${code}`,
      watchLink,
      ...(watch
        ? { watch, waiting: waitingToWatch() }
        : {
            waiting: hosting
              ? {
                  title: 'Send this to a friend',
                  lines: ['They open the link, scan the picture, or type the code. The game starts by itself.'],
                  code,
                  link: target,
                  qr: true,
                  watchLink,
                  choices: [...shareChoices(options.title, target), ...sparChoices(), toMenu],
                  ...(OWN_NAMES.test(location.hostname)
                    ? {
                        note: `“${location.hostname}” means this machine only. To play with another one, open this page at the address that the server printed for other machines, and host there.`,
                      }
                    : {}),
                }
              : {
                  title: 'Found it',
                  lines: ['It starts as soon as the host’s page answers.'],
                  watchLink,
                  choices: [toMenu],
                },
          }),
    });
  }

  function openOnline(address: Address & { kind: 'host' | 'join' }): void {
    const provider = options.online;
    if (provider === undefined)
      return refuse('No online play here', 'This page cannot reach other machines. The menu has other ways.');
    const hosting = address.kind === 'host';
    shell.show(
      'screen',
      waitingScreen({
        title: hosting ? 'Opening a game…' : 'Looking for the game…',
        lines: ['This takes a few seconds.'],
        choices: [toMenu],
      }),
    );
    const { signal } = leaving;
    arrive(provider, address)
      .then((room) => enter(room, hosting, 'watch' in address && address.watch === true))
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error, hosting, address.code ?? '');
      });
  }

  async function arrive(provider: OnlineProvider, { code, kind }: Address & { kind: 'host' | 'join' }) {
    const { signal } = leaving;
    if (code !== undefined && (await provider.isCode?.(code)) === false)
      throw Object.assign(new Error('not the form of a code'), { code: MALFORMED_CODE });
    if (kind === 'join' && code !== undefined) return provider.join(code, { signal });
    return provider.host({ signal, ...(code === undefined ? {} : { code }) });
  }

  return {
    open(address) {
      try {
        if (address.kind === 'menu') openMenu();
        else if (address.kind === 'hotseat') table.begin({});
        else if (address.kind === 'alone') openAlone(address);
        else if (address.kind === 'room') openRoom(address);
        else if (address.kind === 'mode')
          refuse(
            'No such mode',
            options.modeWords?.(address.mode) ?? `There is no mode “${address.mode}” here. The menu has what there is.`,
          );
        else if (address.kind === 'replay') theatre.ask();
        else openOnline(address);
      } catch (error) {
        // A transport that this browser lacks says so by throwing.
        fail(error, false, '');
      }
    },
    close() {
      leaving.abort();
      closeTransport();
    },
  };
}

/**
 * Without an opener: a tab that is opened by this one would be given a copy of its sessionStorage, and with it its
 * ticket.
 */
function openTab(target: string): void {
  window.open(target, '_blank', 'noopener');
}

/** The phone's own way to pass on a link, where it has one. */
function shareChoices(title: string, target: string): Choice[] {
  if (!canShareLink(target)) return [];
  return [{ label: 'Share', main: true, onClick: () => void shareLink(title, target) }];
}

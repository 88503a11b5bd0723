// Does not roll back: the ways in. Each address opens one of them, and each ends at the table or at words that say what to do.
import type { FieldSpecs } from '@lite-rollback/core';
import type { OnlineRoom } from './options.js';
import type { Parts } from './parts.js';
import { newRoomName, type Address } from './rooms/address.js';
import { menuScreen, waitingScreen } from './screens.js';
import type { Table } from './table.js';
import { messagePanel } from './ui/panels.js';
import { wordsForFailure, type Words } from './ui/words.js';

export interface Doors {
  open(address: Address): void;
  /** Closes what was opened to reach others. */
  close(): void;
}

export function createDoors<F extends FieldSpecs>(parts: Parts<F>, table: Table): Doors {
  const { exposed, link, options, retry, shell, toMenu } = parts;
  let closed = false;
  let closeTransport = (): void => {};

  function fail(words: Words): void {
    shell.show('screen', messagePanel(words.title, [words.detail], [retry, toMenu]));
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
      window.open(target, '_blank');
      location.assign(target);
    };
    shell.show('screen', menuScreen(options, link, onTwoTabs));
  }

  function openRoom(room: string): void {
    const make = options.transports?.room;
    if (make === undefined) return refuse('No rooms here', 'This page cannot play between tabs. The menu has other ways.');
    const transport = make(room);
    closeTransport = () => transport.close();
    const target = link({ kind: 'room', room });
    table.begin({ transport }, {
      title: 'Waiting for the second tab',
      lines: ['Open this link in another tab or window of this browser. The game starts by itself.'],
      link: target,
      choices: [{ label: 'Open the second tab', main: true, onClick: () => void window.open(target, '_blank') }, toMenu],
      note: 'Two windows side by side show both ends of the match.',
    });
  }

  function enter(room: OnlineRoom, hosting: boolean): void {
    if (closed) return room.close();
    closeTransport = () => room.close();
    exposed.code = hosting ? room.code : '';
    table.begin({ transport: room.transport, host: hosting }, hosting
      ? {
          title: 'Send this to a friend',
          lines: ['They open the link, or type the code. The game starts by itself.'],
          code: room.code,
          link: link({ kind: 'join', code: room.code }),
          choices: [toMenu],
        }
      : { title: 'Found it', lines: ['It starts as soon as the host’s page answers.'], choices: [toMenu] });
  }

  function openOnline(address: Address & { kind: 'host' | 'join' }): void {
    const provider = options.online;
    if (provider === undefined) return refuse('No online play here', 'This page cannot reach other machines. The menu has other ways.');
    const hosting = address.kind === 'host';
    shell.show('screen', waitingScreen({
      title: hosting ? 'Opening a game…' : 'Looking for the game…',
      lines: ['This takes a few seconds.'],
      choices: [toMenu],
    }));
    const arriving = address.kind === 'host' ? provider.host() : provider.join(address.code);
    arriving.then((room) => enter(room, hosting)).catch((error: unknown) => {
      if (!closed) fail(wordsForFailure(error));
    });
  }

  return {
    open(address) {
      try {
        if (address.kind === 'menu') openMenu();
        else if (address.kind === 'hotseat') table.begin({});
        else if (address.kind === 'room') openRoom(address.room);
        else if (address.kind === 'mode') refuse('No such mode', `There is no mode “${address.mode}” here. The menu has what there is.`);
        else openOnline(address);
      } catch (error) {
        // A transport that this browser lacks says so by throwing.
        fail(wordsForFailure(error));
      }
    },
    close() {
      closed = true;
      closeTransport();
    },
  };
}

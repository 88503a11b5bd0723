// The ticket of the match that this tab plays, so that a reload takes the same seat again.
import { storedText } from '../browser/stored-text.js';

export interface Tickets {
  /** Of the match that was on in this room when the page was left; '' if there was none. */
  read(): string;
  keep(ticket: string): void;
  forget(): void;
}

/**
 * In sessionStorage, which lives as long as the tab: it survives a reload, and a second tab does not have it. `room` is
 * whatever tells rooms apart. Where storage is forbidden nothing is kept, and a reload is a new player.
 */
export function createTickets(game: string, room: string): Tickets {
  const stored = storedText('session', `arcade-ticket ${game} ${room}`);
  return {
    read: () => stored.get() ?? '',
    keep(ticket) {
      if (ticket !== '') stored.set(ticket);
    },
    forget: () => stored.set(null),
  };
}

// The ticket of the match that this tab plays, so that a reload takes the same seat again.

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
  const key = `arcade-ticket ${game} ${room}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    keep(ticket) {
      try {
        if (ticket !== '') sessionStorage.setItem(key, ticket);
      } catch {
        // see above
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // see above
      }
    },
  };
}

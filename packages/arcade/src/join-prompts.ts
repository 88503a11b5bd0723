// The words beside the picture that ask for players where several play at one machine: one for each free seat.
import type { FieldSpecs, PlayerHandle } from '@lite-rollback/core';
import { homeKeys } from './input/controls.js';
import { keyNamesOf, type Parts } from './parts.js';
import { fullName } from './player-look.js';
import { lookOf } from './player-names.js';
import { element } from './ui/element.js';

export interface JoinPrompts {
  /**
   * A match has begun, or who has which seat has changed: the players at this machine. One alone has nothing to claim.
   */
  show(mine: readonly PlayerHandle[]): void;
  /** Takes down what has been read by now. */
  beat(nowMs: number): void;
}

/** Long enough to read that a held key does not act. */
const SAID_MS = 2000;

export function createJoinPrompts<F extends FieldSpecs>(
  parts: Pick<Parts<F>, 'bindings' | 'options' | 'seats' | 'shell'>,
): JoinPrompts {
  const { bindings, options, seats, shell } = parts;
  let shown: readonly PlayerHandle[] = [];
  const free = new Set<PlayerHandle>();
  /** Of those who have just joined: since when it has been said, ms; undefined before the first beat. */
  const joined = new Map<PlayerHandle, number | undefined>();

  function prompt(handle: PlayerHandle): HTMLElement | undefined {
    const look = lookOf(options, handle);
    const name = element('b', { text: fullName(look) });
    const says = (text: string, keys?: string): HTMLElement => {
      const made = element('p', { class: 'arcade-join' }, [
        name,
        element('span', { text }),
        keys === undefined ? undefined : element('kbd', { text: keys }),
      ]);
      if (look.colour !== undefined) made.style.setProperty('--player', look.colour);
      return made;
    };
    if (joined.has(handle)) return says('is in: let go, and play');
    if (!free.has(handle)) return undefined;
    if (shell.root.dataset['touch'] === 'yes') return says('touch to join');
    const home = keyNamesOf(parts, homeKeys(shown, handle, bindings.maps.length));
    return says('press any of your keys to join', options.gamepad === undefined ? home : `${home} or a gamepad`);
  }

  function print(): void {
    shell.joins.replaceChildren(...shown.map(prompt).filter((made) => made !== undefined));
  }

  return {
    show(mine) {
      shown = mine.length > 1 ? mine : [];
      for (const handle of shown) {
        const owner = seats.ownerOf(handle);
        if (owner === undefined) {
          free.add(handle);
          joined.delete(handle);
        } else if (free.delete(handle) && !owner.startsWith('touch')) joined.set(handle, undefined); // a touch plays at once
      }
      print();
    },
    beat(nowMs) {
      for (const [handle, since] of joined) {
        if (since === undefined) joined.set(handle, nowMs);
        else if (nowMs - since > SAID_MS) {
          joined.delete(handle);
          print();
        }
      }
    },
  };
}

// The line under the stage that says who plays here, and with what.
import type { FieldSpecs, PlayerHandle } from '@lite-rollback/core';
import { homeKeys } from './input/controls.js';
import { keyNamesOf, type Parts } from './parts.js';
import { fullName } from './player-look.js';
import { lookOf } from './player-names.js';
import { element } from './ui/element.js';

/** "W S" for who plays with keys, and for a seat that nobody has claimed: those keys claim it. */
function deviceName<F extends FieldSpecs>(
  parts: Parts<F>,
  handle: PlayerHandle,
  mine: readonly PlayerHandle[],
): string {
  const { bindings, seats } = parts;
  const owner = seats.ownerOf(handle);
  if (owner === undefined) return keyNamesOf(parts, homeKeys(mine, handle, bindings.maps.length));
  const [kind, number] = owner.split(' ');
  return kind === 'keys'
    ? keyNamesOf(parts, Number(number))
    : kind === 'gamepad'
      ? `gamepad ${Number(number) + 1}`
      : 'touch';
}

/**
 * One for each of `mine`, the players at this machine; none for a seat that is free: there a prompt says how to join. For
 * who watches, that.
 */
export function hintsFor<F extends FieldSpecs>(parts: Parts<F>, mine: readonly PlayerHandle[]): HTMLElement[] {
  if (mine.length === 0) return [element('span', { text: 'You are watching. Only the players can pause.' })];
  const taken = mine.filter((handle) => mine.length === 1 || parts.seats.ownerOf(handle) !== undefined);
  return taken.map((handle) => {
    const look = lookOf(parts.options, handle);
    const hint = element('span', { text: mine.length > 1 ? fullName(look) : `You are ${fullName(look)}` }, [
      element('kbd', { text: deviceName(parts, handle, mine) }),
    ]);
    if (look.colour !== undefined) hint.style.setProperty('--player', look.colour);
    return hint;
  });
}

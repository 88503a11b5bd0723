// What the players of a cabinet's game are called.
import type { FieldSpecs } from '@lite-rollback/core';
import type { CabinetOptions } from './options.js';
import type { PlayerLook } from './player-look.js';

/** How `handle` is named and coloured. */
export function lookOf<F extends FieldSpecs>(options: CabinetOptions<F>, handle: number): PlayerLook {
  return options.players[handle] ?? { name: `Player ${handle + 1}` };
}

/** "Red", "Red and Blue"; '' for none. Players of one side may share a name, which is said once. */
export function namesOf<F extends FieldSpecs>(options: CabinetOptions<F>, handles: readonly number[]): string {
  return [...new Set(handles.map((handle) => lookOf(options, handle).name))].join(' and ');
}

// The rivals of a game, in the one shape that the cabinet works with.
import type { FieldSpecs } from '@lite-rollback/core';
import { REACTION_MS_MAX } from './play-rival.js';
import type { Rival, RivalHands } from './rival.js';

/** What a game hands to the cabinet: one function, or several opponents, of whom the first is who a visitor meets. */
export type RivalOption<F extends FieldSpecs> = RivalHands<F> | readonly Rival<F>[];

export function rivalsOf<F extends FieldSpecs>(option: RivalOption<F>): readonly Rival<F>[] {
  return typeof option === 'function' ? [{ id: 'rival', name: 'Rival', hands: option }] : option;
}

const ID = /^[a-z0-9-]{1,32}$/;

/** @throws TypeError or RangeError for the first thing that is wrong, naming it. */
export function assertRivals(option: unknown): void {
  if (option === undefined || typeof option === 'function') return;
  if (!Array.isArray(option) || option.length === 0)
    throw new TypeError(
      `mount: rival must be a function (fields, self) => bits, or a list of at least one { id, name, hands }, got ${Array.isArray(option) ? 'an empty list' : typeof option}`,
    );
  const ids = new Set<string>();
  for (const [at, rival] of (option as readonly unknown[]).entries()) {
    // Whatever the caller has put there; each member is checked.
    const { hands, id, name, reactionMs = 0 } = Object(rival) as Partial<Record<keyof Rival<FieldSpecs>, unknown>>;
    if (typeof id !== 'string' || !ID.test(id))
      throw new TypeError(
        `mount: rival[${at}].id must be 1 to 32 of a-z, 0-9 and -, as in an address, got ${String(id)}`,
      );
    if (ids.has(id)) throw new RangeError(`mount: rival[${at}].id must be its own, but '${id}' is there twice`);
    ids.add(id);
    if (typeof name !== 'string') throw new TypeError(`mount: rival[${at}].name must be a string, got ${typeof name}`);
    if (typeof hands !== 'function')
      throw new TypeError(`mount: rival[${at}].hands must be a function, got ${typeof hands}`);
    if (typeof reactionMs !== 'number' || !(reactionMs >= 0 && reactionMs <= REACTION_MS_MAX))
      throw new RangeError(
        `mount: rival[${at}].reactionMs must be a number in 0 … ${REACTION_MS_MAX} ms, got ${String(reactionMs)}`,
      );
  }
}

// Somebody to spar with until the others come. It is loaded when somebody does, and not before.
import type { FieldSpecs } from '@lite-rollback/core';
import type { Parts } from '../parts.js';
import { LINE_KINDS } from './line-kinds.js';
import { NETCODES } from './netcode.js';
import type { Opposition } from './opposition.js';
import { rivalsOf } from './rivals-of.js';
import { createSolo } from './solo.js';

/** The mildest rival, on a line that is no trouble. */
export function openSparring<F extends FieldSpecs>({ buttons, options }: Parts<F>): Opposition {
  const [rival] = rivalsOf(options.rival ?? []);
  if (rival === undefined) throw new Error('openSparring: the game brings no rival'); // the router has asked before
  return createSolo<F>({
    cabinet: options,
    buttons,
    onDraw: () => {},
    onTick: () => {},
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    choice: { rival, line: LINE_KINDS[1], netcode: NETCODES[0] },
  });
}

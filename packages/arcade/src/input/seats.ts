// Does not roll back: which player a set of keys or a touch pad plays.
import type { PlayerHandle } from '@lite-rollback/core';

/**
 * The handle of seat `seat` (0-based: the order of key maps and touch pads) at a machine that plays `localHandles`; −1 at a machine that plays
 * none. With one local player every seat plays it, so that W S and the arrows both work; with several, seats take them in turn.
 */
export function handleOfSeat(seat: number, localHandles: readonly PlayerHandle[]): PlayerHandle {
  if (localHandles.length === 0) return -1;
  return localHandles[seat % localHandles.length] ?? -1;
}

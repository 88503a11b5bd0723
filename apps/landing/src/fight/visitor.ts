// The visitor's own hands in the fight: keys, and buttons for fingers. Whoever presses nothing for a while hands over to
// the bot again.
import { BIT_BLOCK, BIT_LEFT, BIT_PUNCH, BIT_RIGHT } from '@lite-rollback/fighter/src/sim/layout.js';
import { listenToKeys } from '../hands/keys.js';
import type { Side } from '../world/line.js';
import type { FightHands } from './bots.js';

/** Frames without a key or a touch until the bot plays on: five seconds, for the wait between two rounds is three. */
const LET_GO = 300;

export interface VisitorFighter {
  /** The hands of `side` in a match that begins: the visitor's, or those of `bot`. */
  begin(side: Side, bot: FightHands): FightHands;
  /** Whether the visitor plays that side now. */
  plays(side: Side): boolean;
  /** The visitor takes that side, without pressing anything yet. */
  take(side: Side): void;
  /** Bits that fingers hold for the side that was touched last. */
  touch(bits: number): void;
}

export interface VisitorFighterOptions {
  /** By side: elements that take the focus. */
  pictures: readonly [HTMLElement, HTMLElement];
  /** False: nobody plays. */
  active(): boolean;
}

export function visitorFighter({ active, pictures }: VisitorFighterOptions): VisitorFighter {
  const idle: [number, number] = [LET_GO, LET_GO];
  let touched: Side = 0;
  let touches = 0;
  let tapped = 0;
  const take = (side: Side): void => {
    idle[side] = 0;
    touched = side;
  };
  const keys = listenToKeys({
    pictures,
    letters: { KeyA: BIT_LEFT, KeyD: BIT_RIGHT, KeyW: BIT_BLOCK, KeyS: BIT_PUNCH },
    arrows: { ArrowLeft: BIT_LEFT, ArrowRight: BIT_RIGHT, ArrowUp: BIT_BLOCK, ArrowDown: BIT_PUNCH },
    active,
    lettersCount: () => true,
    onPress: take,
  });
  for (const side of [0, 1] as const)
    pictures[side].addEventListener('pointerdown', (event) => {
      if (event.button === 0 && active()) take(side);
    });

  function pressed(side: Side): number {
    const bits = keys[side].held | keys[side].takeTapped();
    if (side !== touched) return bits;
    const fingers = touches | tapped;
    tapped = 0;
    return bits | fingers;
  }

  return {
    begin: (side, bot) => (fields, frame) => {
      const scripted = bot(fields, frame);
      const bits = pressed(side);
      if (bits !== 0) idle[side] = 0;
      else if (idle[side] < LET_GO) idle[side] += 1;
      return idle[side] < LET_GO ? bits : scripted;
    },
    plays: (side) => idle[side] < LET_GO,
    take,
    touch(bits) {
      if (!active()) return;
      tapped |= bits & ~touches;
      touches = bits;
      if (bits !== 0) take(touched);
    },
  };
}

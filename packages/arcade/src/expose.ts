// Exposes globalThis.arcade and <html data-match>, for tests and for the curious.
import type { AnyGame, FieldSpecs, Match, ReplayPlayer } from '@lite-rollback/core';
import type { Buttons } from './input/buttons.js';
import type { ArcadeHandle } from './options.js';
import type { TimelineHandle } from './timeline/timeline-handle.js';

declare global {
  // `var` is how a global is declared.
  var arcade: ArcadeHandle | undefined;
}

export interface Exposed {
  match: Match<FieldSpecs> | null;
  /** The match at the other end, where it is in this page. */
  matchElsewhere: () => Match<FieldSpecs> | null;
  replay: ReplayPlayer<FieldSpecs> | null;
  timeline: TimelineHandle | null;
  code: string;
  /** Whether a script has pressed or released anything on this page. */
  readonly scripted: boolean;
  /** Copies the match's state to the page. To be called whenever it may have changed. */
  sync(): void;
}

function assertBits(bits: number): void {
  if (!Number.isInteger(bits)) throw new TypeError(`bits must be an integer, got ${bits}`);
}

/** Of a match that is on; before it, nobody knows who plays where, and what is pressed waits. */
function assertLocal(match: Exposed['match'], handle: number): void {
  if ((match?.state !== 'running' && match?.state !== 'paused') || match.localHandles.includes(handle)) return;
  const local =
    match.localHandles.length === 0 ? 'none is, this page watches' : `here: ${match.localHandles.join(', ')}`;
  throw new RangeError(`handle ${handle} is not played at this machine (${local})`);
}

export function expose(game: AnyGame, buttons: Buttons): Exposed {
  let scripted = false;
  const exposed: Exposed = {
    match: null,
    matchElsewhere: () => null,
    replay: null,
    timeline: null,
    code: '',
    get scripted() {
      return scripted;
    },
    sync() {
      const state = exposed.match?.state ?? 'connecting';
      const { dataset } = document.documentElement;
      if (dataset['match'] !== state) dataset['match'] = state;
    },
  };
  globalThis.arcade = Object.freeze({
    game,
    get match() {
      return exposed.match;
    },
    get matches() {
      return [exposed.match, exposed.matchElsewhere()].filter((match) => match !== null);
    },
    get replay() {
      return exposed.replay;
    },
    get timeline() {
      return exposed.timeline;
    },
    get code() {
      return exposed.code;
    },
    press(handle: number, bits: number) {
      assertBits(bits);
      const held = buttons.held('script', handle);
      assertLocal(exposed.match, handle);
      scripted = true;
      buttons.hold('script', handle, held | bits);
    },
    release(handle: number, bits: number) {
      assertBits(bits);
      // Of any handle: what is held down may have been pressed when another one was played here.
      buttons.hold('script', handle, buttons.held('script', handle) & ~bits);
      scripted = true;
    },
  });
  exposed.sync();
  return exposed;
}

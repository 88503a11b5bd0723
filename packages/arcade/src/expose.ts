// Does not roll back: globalThis.arcade and <html data-match>, for tests and for the curious.
import type { AnyGame, FieldSpecs, Match, ReplayPlayer } from '@lite-rollback/core';
import type { Buttons } from './input/buttons.js';
import type { ArcadeHandle } from './options.js';
import type { TimelineHandle } from './timeline/timeline.js';

declare global {
  // `var` is how a global is declared.
  var arcade: ArcadeHandle | undefined;
}

export interface Exposed {
  match: Match<FieldSpecs> | null;
  replay: ReplayPlayer<FieldSpecs> | null;
  timeline: TimelineHandle | null;
  code: string;
  /** Copies the match's state to the page. To be called whenever it may have changed. */
  sync(): void;
}

function assertBits(bits: number): void {
  if (!Number.isInteger(bits)) throw new TypeError(`bits must be an integer, got ${bits}`);
}

export function expose(game: AnyGame, buttons: Buttons): Exposed {
  const exposed: Exposed = {
    match: null,
    replay: null,
    timeline: null,
    code: '',
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
      buttons.hold('script', handle, buttons.held('script', handle) | bits);
    },
    release(handle: number, bits: number) {
      assertBits(bits);
      buttons.hold('script', handle, buttons.held('script', handle) & ~bits);
    },
  });
  exposed.sync();
  return exposed;
}

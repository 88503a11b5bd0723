// What a match shows at this instant, as a game's draw() takes it.
import type { FieldSpecs, FieldViews, Frame, Match, PlayerHandle } from '@lite-rollback/core';
import { ELSEWHERE, type Controls } from '../input/controls.js';
import type { Picture } from '../options.js';

const NO_OFFSET = (): number => 0;

export interface MatchView<F extends FieldSpecs> {
  /** The same object each time, brought up to date. */
  at(alpha: number): Picture<F>;
}

export function viewOfMatch<F extends FieldSpecs>(
  match: Match<F>,
  options: {
    live: boolean;
    reducedMotion: () => boolean;
    /** Left out: as large as one likes. */
    pxPerUnit?: () => number;
    offset?: (index: number) => number;
    controls?: (handle: PlayerHandle) => Controls;
  },
): MatchView<F> {
  const picture: {
    fields: FieldViews<F>;
    previous: FieldViews<F>;
    frame: Frame;
    alpha: number;
    offset: (index: number) => number;
    localHandles: readonly PlayerHandle[];
    controls: (handle: PlayerHandle) => Controls;
    pxPerUnit: number;
    reducedMotion: boolean;
    live: boolean;
  } = {
    fields: match.session.fields,
    previous: match.session.fields,
    frame: -1,
    alpha: 1,
    offset: options.offset ?? NO_OFFSET,
    localHandles: [],
    controls: options.controls ?? (() => ELSEWHERE),
    pxPerUnit: Infinity,
    reducedMotion: false,
    live: options.live,
  };
  return {
    at(alpha) {
      const { session } = match;
      const newest = session.frame() - 1;
      const depth = session.depth();
      picture.fields = depth > 0 ? session.stateAt(newest) : session.fields;
      picture.previous = depth > 1 ? session.stateAt(newest - 1) : picture.fields;
      picture.frame = newest;
      picture.alpha = alpha;
      picture.localHandles = options.live ? match.localHandles : [];
      picture.pxPerUnit = options.pxPerUnit?.() ?? Infinity;
      picture.reducedMotion = options.reducedMotion();
      return picture;
    },
  };
}

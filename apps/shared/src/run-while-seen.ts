// When something on a page moves: while the visitor wants it to, and can see it.

export interface Running {
  /** What the visitor wants. */
  readonly wanted: boolean;
  /** Wanted, in view, and on a page that is not hidden. */
  readonly now: boolean;
  want(wanted: boolean): void;
}

/**
 * Calls `beat` with the time since the last one, ms, once an animation frame, while it runs.
 * @param element what has to be in view
 * @param onChange is told what the visitor wants
 */
export function runWhileSeen(
  element: Element,
  wanted: boolean,
  beat: (ms: number) => void,
  onChange: (wanted: boolean) => void,
): Running {
  const state = { wanted, inView: false, request: 0, last: 0 };
  const now = (): boolean => state.wanted && state.inView && document.visibilityState === 'visible';

  function frame(at: number): void {
    state.request = requestAnimationFrame(frame);
    const elapsed = at - state.last;
    state.last = at;
    beat(elapsed);
  }

  function settle(): void {
    if (now() === (state.request !== 0)) return;
    if (now()) {
      // The time in which nobody looked did not pass.
      state.last = performance.now();
      state.request = requestAnimationFrame(frame);
    } else {
      cancelAnimationFrame(state.request);
      state.request = 0;
    }
  }

  new IntersectionObserver(
    (entries) => {
      state.inView = entries[entries.length - 1]?.isIntersecting === true;
      settle();
    },
    { threshold: 0 },
  ).observe(element);
  document.addEventListener('visibilitychange', settle);
  return {
    get wanted() {
      return state.wanted;
    },
    get now() {
      return now();
    },
    want(next) {
      state.wanted = next;
      settle();
      onChange(next);
    },
  };
}

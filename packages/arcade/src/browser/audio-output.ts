// Web Audio, which browsers keep silent until the person has done something on the page.
import { attempt, succeeds } from './attempt.js';

/**
 * What a browser takes for a person's doing. A finger's pointerdown is none, because it may be the beginning of a
 * scroll: its pointerup and its click are.
 */
const GESTURES = ['pointerdown', 'pointerup', 'click', 'keydown', 'touchend'] as const;

export interface AudioOutput {
  /** Undefined until sound may be made, and for good where there is no Web Audio or no device for it. */
  readonly context: AudioContext | undefined;
  close(): void;
}

/** Opens with the first gesture, and again with the next after the system has taken the sound away. */
export function createAudioOutput(): AudioOutput {
  let context: AudioContext | undefined;

  function wake(): void {
    context ??= attempt(() => new AudioContext({ latencyHint: 'interactive' }), undefined);
    // 'suspended' before a gesture; 'interrupted' on iOS after a call, a lock or another app, which TypeScript does not
    // know. A closed one cannot be had back.
    if (context !== undefined && context.state !== 'running' && context.state !== 'closed') {
      const asleep = context;
      void succeeds(() => asleep.resume());
    }
  }
  /** The system gives the sound back when the page is seen again, and needs no gesture for that. */
  function onVisibility(): void {
    if (context !== undefined && document.visibilityState === 'visible') wake();
  }

  for (const gesture of GESTURES) addEventListener(gesture, wake, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  return {
    get context() {
      return context?.state === 'running' ? context : undefined;
    },
    close() {
      for (const gesture of GESTURES) removeEventListener(gesture, wake, { capture: true });
      document.removeEventListener('visibilitychange', onVisibility);
      const open = context;
      void succeeds(() => open?.close());
    },
  };
}

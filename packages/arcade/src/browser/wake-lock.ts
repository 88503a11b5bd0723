// Keeps the screen of a phone on while somebody plays by gamepad, or watches, and nothing touches the screen.
import { attempt, succeeds } from './attempt.js';

export interface WakeLock {
  /** To be told again and again: asks where it has to, and once. */
  keep(on: boolean): void;
}

/** ms between two tries: it is refused while the battery is low, and lost whenever the page is hidden. */
const RETRY_MS = 10_000;

export function createWakeLock(now: () => number): WakeLock {
  let held: WakeLockSentinel | undefined;
  let triedAt = -Infinity;
  let wanted = false;

  function release(): void {
    const lock = held;
    held = undefined;
    if (lock !== undefined) void succeeds(() => lock.release());
  }

  async function request(): Promise<void> {
    // Undefined outside a secure context, whatever its type says.
    const lock = await attempt(() => navigator.wakeLock.request('screen'), undefined);
    if (lock === undefined) return;
    held = lock;
    if (!wanted) release();
  }

  return {
    keep(on) {
      wanted = on;
      if (!on) return release();
      if (held?.released === false || now() - triedAt < RETRY_MS || document.visibilityState === 'hidden') return;
      triedAt = now();
      request().catch(() => {}); // refused: asked again later
    },
  };
}

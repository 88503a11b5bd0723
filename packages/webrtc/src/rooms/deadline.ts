import { RoomError } from './room-error.js';

/** One time-out and one AbortSignal over all the steps of opening a room. */
export interface Deadline {
  /**
   * Settles as `work` does, or rejects first: with 'aborted' on the signal, with late() when the time is up. `work`
   * itself goes on; the caller cleans up.
   */
  race<T>(work: Promise<T>, late: () => RoomError): Promise<T>;
  /** The time is up. */
  expired(): boolean;
  /** Releases the timer and the signal. */
  end(): void;
}

export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  let cut: 'late' | 'aborted' | undefined;
  let wake: () => void = () => {};
  const stopped = new Promise<void>((resolve) => (wake = resolve));
  const stop = (reason: 'late' | 'aborted'): void => {
    cut ??= reason;
    wake();
  };
  const onAbort = (): void => stop('aborted');
  const timer = setTimeout(() => stop('late'), timeoutMs);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();

  return {
    async race(work, late) {
      // A loser that rejects later must not surface as an unhandled rejection.
      work.catch(() => {});
      const failure = (): RoomError =>
        cut === 'late' ? late() : new RoomError('aborted', 'Opening the room was aborted.', signal?.reason);
      if (cut !== undefined) throw failure();
      return Promise.race([
        work,
        stopped.then(() => {
          throw failure();
        }),
      ]);
    },
    expired: () => cut === 'late',
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

import { typed } from './errors.js';

interface Subscription<Detail> {
  readonly handler: (detail: Detail) => void;
  active: boolean;
}

/**
 * The handlers of a few events. `Events` maps each event to its detail, for example
 * `{ message: { payload: Bytes; peer: PeerId } }`.
 *
 * emit() calls the handlers that were subscribed when it began. A handler that is unsubscribed meanwhile is not called
 * any more. A handler that is added meanwhile is called from the next emit() on. So a handler may unsubscribe itself or
 * another one, and may subscribe again, and every emit() ends.
 */
export interface Emitter<Events> {
  /**
   * Calls `handler` at each emit() of `event`, in order of subscription. A function that is subscribed twice is called
   * twice.
   *
   * @returns the unsubscribe: it ends this one subscription and may be called twice
   * @throws TypeError unless `handler` is a function
   */
  on<E extends keyof Events>(event: E, handler: (detail: Events[E]) => void): () => void;
  /** Calls the event's handlers. One that throws starves no other: its error is reported. Allocates nothing. */
  emit<E extends keyof Events>(event: E, detail: Events[E]): void;
  /** Unsubscribes every handler of every event. */
  clear(): void;
}

/** `report` gets every error that a handler throws. It must not throw itself. */
export function createEmitter<Events>(report: (error: unknown) => void): Emitter<Events> {
  // Each list is replaced and never changed: an emit() under way keeps the list that it began with.
  const lists: { [E in keyof Events]?: readonly Subscription<Events[E]>[] } = Object.create(null);
  return Object.freeze<Emitter<Events>>({
    on(event, handler) {
      typed('handler', handler, 'function');
      const subscription = { handler, active: true };
      lists[event] = [...(lists[event] ?? []), subscription];
      return () => {
        subscription.active = false;
        lists[event] = (lists[event] ?? []).filter((other) => other !== subscription);
      };
    },
    emit(event, detail) {
      const list = lists[event];
      if (list === undefined) return;
      for (let i = 0; i < list.length; i++) {
        const { handler, active } = list[i]!;
        if (!active) continue;
        try {
          handler(detail);
        } catch (error) {
          report(error);
        }
      }
    },
    clear() {
      for (const event in lists) {
        for (const subscription of lists[event] ?? []) subscription.active = false;
        delete lists[event];
      }
    },
  });
}

import { typed } from '../base/errors.js';

interface Subscription<A, B> {
  readonly handler: (a: A, b: B) => void;
  active: boolean;
}

/** Handlers of one event. Calling them allocates nothing. */
export class Subscribers<A, B> {
  /** Replaced, never changed: a handler may subscribe or unsubscribe while it is being walked. */
  #subscriptions: readonly Subscription<A, B>[] = [];

  /** The same function added twice is called twice. @returns the unsubscribe */
  add(handler: (a: A, b: B) => void): () => void {
    typed('handler', handler, 'function');
    const subscription: Subscription<A, B> = { handler, active: true };
    this.#subscriptions = [...this.#subscriptions, subscription];
    return () => {
      subscription.active = false;
      this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
    };
  }

  /** Calls every handler that is subscribed when its turn comes; what they throw goes to `errors`. */
  call(a: A, b: B, errors: unknown[]): void {
    const subscriptions = this.#subscriptions;
    for (let i = 0; i < subscriptions.length; i++) {
      const subscription = subscriptions[i]!;
      if (!subscription.active) continue;
      try {
        subscription.handler(a, b);
      } catch (error) {
        errors.push(error);
      }
    }
  }

  clear(): void {
    for (const subscription of this.#subscriptions) subscription.active = false;
    this.#subscriptions = [];
  }
}

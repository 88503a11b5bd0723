/** Tells the page's console of an error that a handler threw and that nobody here can do anything about. */
export function report(error: unknown): void {
  (globalThis.reportError ?? console.error)(error);
}

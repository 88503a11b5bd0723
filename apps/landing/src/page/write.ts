/** Writes only what has changed: text that is set again is laid out again. */
export function write(into: HTMLElement, text: string): void {
  if (into.textContent !== text) into.textContent = text;
}

// The elements of the page, made as the cabinet makes its own.
export { element, type ElementParts } from '@lite-rollback/arcade';

/** Sets text only where it changes: a live region speaks again at every write. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

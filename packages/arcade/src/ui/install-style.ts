// Styles that a strict content security policy lets through: a constructed sheet is no inline style.
import { element } from './element.js';

const installed = new WeakMap<Document, Set<string>>();

/**
 * Gives the page `css`, once a page for each `name`, in the cascade layer `arcade`: whatever a page's own stylesheet says
 * outside of layers wins.
 */
export function installStyle(name: string, css: string): void {
  const names = installed.get(document) ?? new Set<string>();
  installed.set(document, names);
  if (names.has(name)) return;
  names.add(name);
  const layered = `@layer arcade{${css}}`;
  // Undefined in Safari before 16.4.
  const adopted: readonly CSSStyleSheet[] | undefined = document.adoptedStyleSheets;
  if (adopted === undefined) {
    document.head.append(element('style', { text: layered }));
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(layered);
  document.adoptedStyleSheets = [...adopted, sheet];
}

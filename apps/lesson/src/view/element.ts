// The one place where the page's elements are made. Text goes in as text.
export interface ElementParts {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  onClick?: (event: MouseEvent) => void;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: className, text, attributes = {}, onClick }: ElementParts = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== undefined) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.append(text);
  made.append(...children);
  // Through the wider type: of a generic tag the compiler does not see that its click is a MouseEvent.
  if (onClick !== undefined) (made as HTMLElement).addEventListener('click', onClick);
  return made;
}

/** Sets text only where it changes: a live region speaks again at every write. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

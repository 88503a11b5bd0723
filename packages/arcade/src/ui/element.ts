// The one place where the cabinet makes elements. Text goes in as text, so nobody's name can be HTML.

/** What an element is made with. */
export interface ElementParts {
  class?: string;
  /** Becomes a text node. */
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  onClick?: (event: MouseEvent) => void;
}

/** Makes an element. Children that are undefined are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: ElementParts = {},
  children: readonly (Node | string | undefined)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (parts.class !== undefined) made.className = parts.class;
  for (const [name, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(name, value);
  if (parts.text !== undefined) made.append(parts.text);
  for (const child of children) if (child !== undefined) made.append(child);
  // The handler is added to the concrete element, whose event map has click as a MouseEvent; the generic K hides that
  // from the compiler.
  if (parts.onClick !== undefined) (made as HTMLElement).addEventListener('click', parts.onClick);
  return made;
}

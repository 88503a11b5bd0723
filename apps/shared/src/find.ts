// Elements of index.html, by what they must be.

/** @throws Error when the page has no such element: index.html and the code have parted */
export function find<E extends HTMLElement>(selector: string, type: new () => E, within: ParentNode = document): E {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`index.html has no ${type.name} at ${selector}`);
  return found;
}

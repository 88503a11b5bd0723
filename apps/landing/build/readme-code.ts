// The taste of code on the page is cut out of core's README at build time, so that it cannot become another code than
// the one that tests build and play.

export interface Taste {
  /** From the game to the match between two tabs. */
  readonly game: string;
  /** The line that starts the loop. */
  readonly tick: string;
  /** The match between two machines. */
  readonly online: string;
}

/**
 * @param readme the text of packages/core/README.md
 * @throws Error when it no longer has one of the lines that the page shows
 */
export function tasteOf(readme: string): Taste {
  const block = /^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  return {
    game: cut(block, /^const game = defineGame\(\{\n.*?^const match = createMatch\([^\n]*$/ms),
    tick: cut(block, /^createTickLoop\([^\n]*match\.advance\([^\n]*$/m),
    online: cut(readme, /^\+const match = createMatch\([^\n]*openRoom[^\n]*$/m).slice(1),
  };
}

function cut(text: string, part: RegExp): string {
  const found = part.exec(text)?.[0];
  if (found === undefined)
    throw new Error(`packages/core/README.md: nothing there is like ${String(part)}, and apps/landing shows it`);
  return found;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** HTML of `code`, with its line comments marked: all the colour that it needs. */
export function codeAsHtml(code: string): string {
  return escapeHtml(code).replace(/\/\/.*$/gm, (comment) => `<i>${comment}</i>`);
}

/**
 * The two commands that the repository's README gives for installing, as it writes them.
 * @throws Error when it does not
 */
export function installOf(readme: string): readonly [string, string] {
  const tarballs = /`(npx -y pnpm@\S+ tarballs)`/.exec(readme)?.[1];
  const install = /`(npm install [^`]*tarballs[^`]*)`/.exec(readme)?.[1];
  if (tarballs === undefined || install === undefined)
    throw new Error('README.md no longer says how to install from tarballs, and apps/landing repeats it');
  return [tarballs, install];
}

/**
 * What a match costs a page at most, as `16 KB`: the budget that core's README names, and that the repository's tests
 * hold it to.
 * @throws Error when the README does not name it
 */
export function sizeOf(readme: string): string {
  const size = /^\| `createMatch` \| ≤ ([\d.]+ KB) \|/m.exec(readme)?.[1];
  if (size === undefined)
    throw new Error('packages/core/README.md no longer says what createMatch costs, and apps/landing repeats it');
  return size;
}

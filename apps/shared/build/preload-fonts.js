// Has the page ask for its faces along with its stylesheet, and not only once that has come: text is then seldom seen in
// another face first.

/**
 * The tags that preload fonts. Fonts are fetched without credentials: without `crossorigin` they would be fetched twice.
 * @param {Iterable<string>} files of the build @param {string} up from the page to the build's folder, as `./`
 */
export function fontPreloads(files, up) {
  return [...files]
    .filter((file) => file.endsWith('.woff2'))
    .sort()
    .map((file) => `<link rel="preload" href="${up}${file}" as="font" type="font/woff2" crossorigin />`);
}

/** For every page of the build. @returns {import('vite').Plugin} */
export function preloadFonts() {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace('</title>', ['</title>', ...fontPreloads(Object.keys(bundle), './')].join('\n    ')),
    },
  };
}

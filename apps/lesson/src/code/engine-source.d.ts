declare module 'virtual:engine-source' {
  export const SNIPPETS: readonly import('./snippet.js').Snippet[];
}

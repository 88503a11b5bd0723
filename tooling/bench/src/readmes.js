/** Which tables stand in which README. */
export const READMES = [
  { path: new URL('../../../README.md', import.meta.url), tables: ['rivals'] },
  { path: new URL('../../../packages/core/README.md', import.meta.url), tables: ['least', 'rivals', 'whole'] },
];

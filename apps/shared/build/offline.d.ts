import type { Plugin } from 'vite';

/** Writes sw.js into the build: a service worker that keeps every file that a page of the app loads. */
export function offline(): Plugin;

export interface KeptFile {
  readonly url: string;
  /** Null where the name itself changes with the content. */
  readonly revision: string | null;
}

/** What of a build is kept, by its relative path. */
export function keptFiles(dist: string): KeptFile[];

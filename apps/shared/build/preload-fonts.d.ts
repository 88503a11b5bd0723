import type { Plugin } from 'vite';

/** Preloads every font of the build in each of its pages. */
export function preloadFonts(): Plugin;

/** The tags that preload the fonts among `files`. `up` leads from the page to the build’s folder, as `./`. */
export function fontPreloads(files: Iterable<string>, up: string): string[];

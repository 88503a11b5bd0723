import type { Plugin } from 'vite';

/** Writes the licences of bundled packages and fonts into `licenses.txt`. The build fails for a font without one. */
export function licences(): Plugin;

/** The licence that stands in the font's folder or in the nearest folder above it, within its package. Throws when there is none. */
export function licenceOf(font: string): string;

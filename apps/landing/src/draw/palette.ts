// The colours of the page and its pictures. Printed posters on paper, and a dark room that two of them hang in.

export const PAPER = '#f4ebdc';
export const INK = '#191a23';
export const SUN = '#f6b73c';
/** By handle. Their shapes differ, too: nobody is told apart by colour alone. */
export const COLOURS: readonly [string, string] = ['#d63f28', '#1f4fd1'];
/** The same two on ink, where they keep a contrast of 4.5. */
export const COLOURS_ON_INK: readonly [string, string] = ['#ff6a55', '#6ea6ff'];
export const NAMES: readonly [string, string] = ['Red', 'Blue'];
export const FACE = '"Barlow Condensed", "Arial Narrow", sans-serif';

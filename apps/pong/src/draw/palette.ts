// The colours of pong. A printed poster: paper, ink, and one ink more for each side.

export const PAPER = '#f4ebdc';
export const INK = '#191a23';
/** By side: left, right. */
export const SIDE_COLOURS: readonly [string, string] = ['#d63f28', '#1f4fd1'];
export const SIDE_NAMES: readonly [string, string] = ['Red', 'Blue'];
/** CSS px: smaller words cannot be read. */
export const READABLE = 12;
export const FACE = '"Barlow Condensed", "Arial Narrow", sans-serif';

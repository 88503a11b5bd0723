// The few colours of the print. A scene a round, one ink for everything that fights.

/** Bodies, ground, big words. */
export const INK = '#15131c';
/** Words and keys on ink. */
export const PAPER = '#f6ecd9';
/** Only ever a parry: armed, ready, or landed. */
export const GOLD = '#ffc21f';
/** By fighter. Hue and lightness both differ, and so do their outlines: nobody is told apart by colour alone. */
export const ACCENTS = ['#d8262c', '#1d62d6'] as const;
/** The same two on ink rather than on paper: lighter, so that they keep a contrast of 4.5 there. */
export const ACCENTS_ON_INK = ['#ff6a55', '#6ea6ff'] as const;
/** By fighter, as in "Red wins". */
export const NAMES = ['Red', 'Blue'] as const;

export interface Scene {
  readonly sky: string;
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  /** Height of the sun's centre over the ground, in sun radii. */
  readonly sunHeight: number;
}

/** By round, in turn: a match goes from first light into the night. */
export const SCENES: readonly Scene[] = [
  { sky: '#f7e8cd', sun: '#f4794a', far: '#efd3aa', near: '#e3b888', sunHeight: 0.66 },
  { sky: '#f1efdf', sun: '#f6b73c', far: '#d8e0cd', near: '#b9c9b3', sunHeight: 1.0 },
  { sky: '#f8cda8', sun: '#e0492f', far: '#eaa685', near: '#c97b6c', sunHeight: 0.3 },
  { sky: '#a9bfda', sun: '#fbf5e1', far: '#8aa4c8', near: '#6a86b0', sunHeight: 1.05 },
  { sky: '#e7e2d8', sun: '#b81d2a', far: '#cfc8bc', near: '#aaa297', sunHeight: 0.7 },
];

export function sceneOfRound(round: number): Scene {
  return (
    SCENES[(Math.max(1, round) - 1) % SCENES.length] ?? {
      sky: PAPER,
      sun: GOLD,
      far: PAPER,
      near: PAPER,
      sunHeight: 0.5,
    }
  );
}

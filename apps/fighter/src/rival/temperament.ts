// How rivals differ: three temperaments, each at three strengths.

/** What a rival likes to do. Shares are of its decisions, 0 … 1. */
export interface Temperament {
  readonly id: string;
  readonly name: string;
  /** px between the two centres that it seeks while nobody strikes. */
  readonly distance: number;
  /** Share in which it goes in from there. */
  readonly advance: number;
  /** Within reach, what it does: shares of strike, held block, tapped block, and a step back. The rest: it stands. */
  readonly strike: number;
  readonly guard: number;
  readonly parry: number;
  readonly retreat: number;
  /** Share of the times when the other walks into its reach in which it taps block for the strike that comes then. */
  readonly read: number;
}

/** Waits behind its guard, and answers. */
export const TURTLE: Temperament = {
  id: 'turtle',
  name: 'Turtle',
  distance: 58,
  advance: 0.22,
  strike: 0.16,
  guard: 0.5,
  parry: 0.08,
  retreat: 0.16,
  read: 0.15,
};
/** Comes at you. */
export const RUSHER: Temperament = {
  id: 'rusher',
  name: 'Rusher',
  distance: 46,
  advance: 0.8,
  strike: 0.5,
  guard: 0.16,
  parry: 0.06,
  retreat: 0.16,
  read: 0.05,
};
/** Invites a punch, and taps block when it comes. */
export const PARRIER: Temperament = {
  id: 'parrier',
  name: 'Parrier',
  distance: 54,
  advance: 0.6,
  strike: 0.3,
  guard: 0.12,
  parry: 0.34,
  retreat: 0.12,
  read: 0.95,
};

/** How well it does it. */
export interface Strength {
  readonly level: string;
  /** From what it sees to what it does, ms. */
  readonly reactionMs: number;
  /** Share of its decisions in which it does something else, or nothing. */
  readonly lapse: number;
  /** px by which it misjudges a distance, either way. */
  readonly misjudge: number;
  /** How far it thinks what it saw on to what will be, 0 … 1. */
  readonly foresight: number;
  /** Share of openings that it takes. */
  readonly punish: number;
  /** Share of the reads that its temperament would try in which it does try. */
  readonly reads: number;
}

/** Each wins some seven fights in ten against the one before it; rivals.test.ts fights them. */
export const STRENGTHS: readonly Strength[] = [
  { level: '1', reactionMs: 300, lapse: 0.42, misjudge: 16, foresight: 0.4, punish: 0.33, reads: 0.15 },
  { level: '2', reactionMs: 240, lapse: 0.25, misjudge: 10, foresight: 0.65, punish: 0.62, reads: 0.4 },
  { level: '3', reactionMs: 180, lapse: 0.06, misjudge: 2, foresight: 1, punish: 0.92, reads: 1 },
];

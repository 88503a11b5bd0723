// What the code panel says of the repository's sources. Which lines it speaks of is said there: the comment `// @lesson
// place.mark` stands above each. Nothing here is a copy of code: the build cuts out the functions around the marked
// lines, and test/source.test.ts says which mark is missing.

/** A line of a function. */
export interface Mark {
  readonly id: string;
  /** What it does, in plain words. */
  readonly says: string;
}

/** A part of the engine: the function that holds its marks, or several. */
export interface Place {
  readonly id: string;
  /** What it is for. */
  readonly about: string;
  readonly marks: readonly Mark[];
}

export const PLACES: readonly Place[] = [
  {
    id: 'advance',
    about: 'One tick of a machine.',
    marks: [
      {
        id: 'read',
        says: 'Read the packets that have come. If one proves a guess wrong, the redo happens in here, before anything new runs.',
      },
      {
        id: 'sample',
        says: 'Take the local press for the frame due, once. A tick that waits does not ask again.',
      },
      { id: 'check', says: 'Count the frames that rest on guesses. Is the window full?' },
      {
        id: 'stall',
        says: 'It is full: this tick runs no frame. It has read and sent all the same, so the wait can end.',
      },
      {
        id: 'send',
        says: 'One packet to the other machine: every press that it has not acknowledged yet.',
      },
      { id: 'step', says: 'The window is not full: run the frame due.' },
    ],
  },
  {
    id: 'send',
    about: 'One packet to another machine.',
    marks: [
      {
        id: 'header',
        says: 'Which frame is due here; and, below, how much of the others’ presses has come. That acknowledges them.',
      },
      {
        id: 'presses',
        says: 'Every press of ours that the other machine has not acknowledged yet. So a packet that is lost is made good by the next.',
      },
      { id: 'tell', says: 'Tell the trace, if someone listens.' },
    ],
  },
  {
    id: 'take',
    about: 'A press comes out of a packet.',
    marks: [
      {
        id: 'next',
        says: 'Only the very next frame of that player is taken. What is left out comes again in the next packet.',
      },
      { id: 'receive', says: 'A press has landed: hand it to the session.' },
    ],
  },
  {
    id: 'accept',
    about: 'A press meets the guess of it.',
    marks: [
      { id: 'differs', says: 'Is it what the frame was simulated with?' },
      {
        id: 'confirm',
        says: 'Keep it as the real press of its frame. If the guess was the same, that is all: the frame is confirmed and nothing runs again.',
      },
      {
        id: 'mispredict',
        says: 'The guess was wrong. Remember the earliest such frame; the redo starts there.',
      },
    ],
  },
  {
    id: 'resimulate',
    about: 'Go back, catch up, go on.',
    marks: [
      { id: 'depth', says: 'How far back: from the frame due to the earliest wrong one.' },
      {
        id: 'rollback',
        says: 'Put back the state from before the wrong frame. It is one copy, whatever the distance.',
      },
      {
        id: 'tell',
        says: 'Tell whoever listens. This page does: what it shows is what calls like this one say.',
      },
      {
        id: 'resimulate',
        says: 'Run every frame since, and the new one if the tick has one. All of it between two pictures.',
      },
      { id: 'known', says: 'Is the real press of this player for this frame here?' },
      {
        id: 'predict',
        says: 'If not, guess: the same as in the frame before. So the last press that landed goes on.',
      },
      {
        id: 'simulate',
        says: 'Run the game one frame further. It cannot tell a guess from a press.',
      },
      {
        id: 'save',
        says: 'Save the state after it, so that a rollback can come back here.',
      },
    ],
  },
  {
    id: 'stepTrack',
    about: 'The whole game of this page.',
    marks: [
      { id: 'move', says: 'Each player moves one cell at most, and stays on the track.' },
      {
        id: 'hold',
        says: 'To meet or to pass holds both. So what P2 does decides where P1 can go.',
      },
    ],
  },
  {
    id: 'commit',
    about: 'Save a state.',
    marks: [
      {
        id: 'copy',
        says: 'One copy into a ring of slots. Nothing is freed: the slot of a frame that is long confirmed is simply used again.',
      },
    ],
  },
  {
    id: 'compare',
    about: 'Two checksums of one frame.',
    marks: [
      {
        id: 'equal',
        says: 'The same number: the same state, on both machines. Another one: they have not been playing the same game.',
      },
    ],
  },
];

/** `place.mark`, as everything outside names a line. */
export type LineName = `${string}.${string}`;

export function placeOf(line: LineName): Place | undefined {
  const [id] = line.split('.');
  return PLACES.find((place) => place.id === id);
}

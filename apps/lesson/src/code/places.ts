// The functions that the code panel shows, found in the repository's sources by their first lines, and the lines of
// them that it speaks of. Nothing here is a copy of code: the build cuts the functions out, and test/source.test.ts
// says which of these lines is no longer there.

/**
 * A line of a function. `line` is a part of it that no other line of the function has; with ^ in front, how it begins.
 */
export interface Mark {
  readonly id: string;
  readonly line: string;
  /** What it does, in plain words. */
  readonly says: string;
}

export interface Place {
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /**
   * How the line that opens the function begins; no other line of the file begins so, declarations that end in a
   * semicolon apart.
   */
  readonly head: string;
  /** What the function is for. */
  readonly about: string;
  readonly marks: readonly Mark[];
}

const ENGINE = 'packages/core/src/session/engine.ts';

export const PLACES: readonly Place[] = [
  {
    id: 'advance',
    file: 'packages/core/src/match/match.ts',
    head: 'advance(input?',
    about: 'One tick of a machine.',
    marks: [
      {
        id: 'read',
        line: 'const running = turn();',
        says: 'Read the packets that have come. If one proves a guess wrong, the redo happens in here, before anything new runs.',
      },
      {
        id: 'sample',
        line: 'sample(',
        says: 'Take the local press for the frame due, once. A tick that waits does not ask again.',
      },
      { id: 'check', line: 'const stalled =', says: 'Count the frames that rest on guesses. Is the window full?' },
      {
        id: 'stall',
        line: 'stalls++;',
        says: 'It is full: this tick runs no frame. It has read and sent all the same, so the wait can end.',
      },
      {
        id: 'send',
        line: '^sendAll();',
        says: 'One packet to the other machine: every press that it has not acknowledged yet.',
      },
      { id: 'step', line: 'session.step', says: 'The window is not full: run the frame due.' },
    ],
  },
  {
    id: 'send',
    file: 'packages/core/src/match/play.ts',
    head: 'const send = (to: Seat',
    about: 'One packet to another machine.',
    marks: [
      {
        id: 'header',
        line: 'out.putShort(frame);',
        says: 'Which frame is due here; and, below, how much of the others’ presses has come. That acknowledges them.',
      },
      {
        id: 'presses',
        line: 'to.acked + 1',
        says: 'Every press of ours that the other machine has not acknowledged yet. So a packet that is lost is made good by the next.',
      },
      { id: 'tell', line: '^settings.trace?.(', says: 'Tell the trace, if someone listens.' },
    ],
  },
  {
    id: 'take',
    file: 'packages/core/src/match/play.ts',
    head: 'const take = (frame: Frame): void => {',
    about: 'A press comes out of a packet.',
    marks: [
      {
        id: 'next',
        line: 'heldOf(table, owner) + 1',
        says: 'Only the very next frame of that player is taken. What is left out comes again in the next packet.',
      },
      { id: 'receive', line: 'session.queueRemoteInput(', says: 'A press has landed: hand it to the session.' },
    ],
  },
  {
    id: 'accept',
    file: ENGINE,
    head: 'const accept = (',
    about: 'A press meets the guess of it.',
    marks: [
      { id: 'differs', line: 'const different =', says: 'Is it what the frame was simulated with?' },
      {
        id: 'confirm',
        line: 'inputs.write(player, at, incoming);',
        says: 'Keep it as the real press of its frame. If the guess was the same, that is all: the frame is confirmed and nothing runs again.',
      },
      {
        id: 'mispredict',
        line: 'pending = Math.min(pending, at);',
        says: 'The guess was wrong. Remember the earliest such frame; the redo starts there.',
      },
    ],
  },
  {
    id: 'play',
    file: ENGINE,
    head: 'const play = (',
    about: 'Go back, catch up, go on.',
    marks: [
      { id: 'depth', line: '^const redone =', says: 'How far back: from the frame due to the earliest wrong one.' },
      {
        id: 'rollback',
        line: '^ring.rewind(redone);',
        says: 'Put back the state from before the wrong frame. It is one copy, whatever the distance.',
      },
      {
        id: 'tell',
        line: '^trace?.(ROLLBACK',
        says: 'Tell whoever listens. This page does: what it shows is what calls like this one say.',
      },
      {
        id: 'resimulate',
        line: '^for (; frame <',
        says: 'Run every frame since, and the new one if the tick has one. All of it between two pictures.',
      },
      { id: 'known', line: '^const real =', says: 'Is the real press of this player for this frame here?' },
      {
        id: 'predict',
        line: '^const from =',
        says: 'If not, guess: the same as in the frame before. So the last press that landed goes on.',
      },
      {
        id: 'simulate',
        line: '^simulate(',
        says: 'Run the game one frame further. It cannot tell a guess from a press.',
      },
      {
        id: 'save',
        line: '^handle.commit();',
        says: 'Save the state after it, so that a rollback can come back here.',
      },
    ],
  },
  {
    id: 'stepTrack',
    file: 'apps/lesson/src/sim/track.ts',
    head: 'export function stepTrack(',
    about: 'The whole game of this page.',
    marks: [
      { id: 'move', line: 'const second =', says: 'Each player moves one cell at most, and stays on the track.' },
      {
        id: 'hold',
        line: 'if (first >= second) return;',
        says: 'To meet or to pass holds both. So what P2 does decides where P1 can go.',
      },
    ],
  },
  {
    id: 'commit',
    file: 'packages/core/src/state/ring.ts',
    head: 'commit() {',
    about: 'Save a state.',
    marks: [
      {
        id: 'copy',
        line: 'words.set(live,',
        says: 'One copy into a ring of slots. Nothing is freed: the slot of a frame that is long confirmed is simply used again.',
      },
    ],
  },
  {
    id: 'compare',
    file: 'packages/core/src/match/desync.ts',
    head: 'const compare = (',
    about: 'Two checksums of one frame.',
    marks: [
      {
        id: 'equal',
        line: 'sums[theirs]',
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

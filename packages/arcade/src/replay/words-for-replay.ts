// What is said of a file that cannot be played.
import { messageOf } from '../ui/message-of.js';

/** By the `code` of a ReplayError. Each says what to do next. */
export function wordsForReplay(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'not-a-replay':
      return 'This file is no replay. Choose one that “Save replay” has made.';
    case 'version':
      return 'This replay was written by another version of the library. Open it with the version of the game that made it.';
    case 'game':
      return 'This replay is of another game. Open it there.';
    case 'layout':
      return 'This replay is of another version of this game, which keeps its state differently. Open it with the version that made it.';
    case 'truncated':
      return 'The end of this file is missing. Save or send it again.';
    case 'corrupt':
      return 'This file has been damaged on its way. Save or send it again.';
    default:
      return `This file cannot be read. Choose another one. (${messageOf(error)})`;
  }
}

/** "1:07.5" of a frame, at `hz`. */
export function timeOf(frame: number, hz: number): string {
  const tenths = Math.floor((Math.max(0, frame) * 10) / hz);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
}

// Which of the fighter's own modes a link asks for.
import { type Lesson, LESSONS } from '../sim/training/lessons.js';
import { type LagMode, readLagMode } from '@lite-rollback/app-shared/lag-mode';

export type Mode =
  | { kind: 'cabinet' }
  /** Two at one keyboard; `boxes` draws what the sim sees. */
  | { kind: 'fight'; boxes: boolean }
  | { kind: 'synctest' }
  /** The training room, at one of its lessons. */
  | { kind: 'training'; lesson: Lesson }
  /** One machine's two halves. */
  | ({ kind: 'lag' } & LagMode);

/** `training` alone is the parry, which everything hangs on. */
function lessonOf(mode: string): Lesson | undefined {
  const [name, id = 'parry'] = mode.split(':');
  return name === 'training' ? LESSONS.find((lesson) => lesson.id === id) : undefined;
}

/**
 * `search` as in location.search, `?mode=…`. What is not one of ours, or out of bounds, is left to the cabinet, which
 * says so.
 */
export function readMode(search: string): Mode {
  const mode = new URLSearchParams(search).get('mode') ?? '';
  if (mode === 'fight') return { kind: 'fight', boxes: false };
  if (mode === 'boxes') return { kind: 'fight', boxes: true };
  if (mode === 'synctest') return { kind: 'synctest' };
  const lesson = lessonOf(mode);
  if (lesson !== undefined) return { kind: 'training', lesson };
  const lag = readLagMode(mode);
  return lag === undefined ? { kind: 'cabinet' } : { kind: 'lag', ...lag };
}

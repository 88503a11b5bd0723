import type { LessonState } from '../lesson.js';

/** A piece of the stage: an element, and how to bring it to a state. */
export interface StagePart {
  readonly root: HTMLElement;
  show(state: LessonState): void;
}

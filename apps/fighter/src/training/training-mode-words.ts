// What to type instead of a lesson that there is not.
import { LESSONS } from '../sim/training/lessons.js';

/** Undefined for a `mode` of the address that does not begin as this one does. */
export function trainingModeWords(mode: string): string | undefined {
  if (!/^training(:|$)/.test(mode)) return undefined;
  const names = LESSONS.map(({ id }) => id).join(', ');
  return `“${mode}” does not work. Type ?mode=training:LESSON with one of ${names}. For example ?mode=training:parry.`;
}

import { show } from '../base/errors.js';
import type { InputValue } from './session-types.js';

/**
 * Copies one player's input for one frame into target[0 … inputWords), each word taken `>>> 0`. Nothing of `input` is
 * read twice. `call` is the function that was handed the input.
 * @throws TypeError for another count of words, or a word that is no integer. `target` may be half written then.
 */
export function copyInput(call: string, input: InputValue, inputWords: number, target: Uint32Array): void {
  if (typeof input === 'number' && inputWords === 1) {
    if (!Number.isInteger(input)) throw inputError(call, inputWords, input);
    target[0] = input;
    return;
  }
  // A string or a function has a length, too.
  if (typeof input !== 'object' || input?.length !== inputWords) throw inputError(call, inputWords, input);
  for (let word = 0; word < inputWords; word++) {
    const value = input[word]!;
    if (!Number.isInteger(value)) throw inputError(call, inputWords, value);
    // Storing into a Uint32Array is `>>> 0`.
    target[word] = value;
  }
}

/** `got`: the input, or the word of it that is none. */
function inputError(call: string, inputWords: number, got: unknown): TypeError {
  const needed = inputWords > 1 ? `an array of ${inputWords} integers` : 'one integer';
  const length = typeof got === 'object' ? (got as ArrayLike<unknown> | null)?.length : undefined;
  return TypeError(
    `${call}() needs an input: ${needed}, got ${show(got)}${length === undefined ? '' : ` of ${length}`}`,
  );
}

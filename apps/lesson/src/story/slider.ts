// The slider of a figure, and what it says beside it.
import { find } from '@lite-rollback/app-shared/find';

export interface Slider {
  value: number;
}

/** @param id of the input in index.html @param words for a value @param onInput called when the visitor moves it */
export function createSlider(id: string, words: (value: number) => string, onInput: (value: number) => void): Slider {
  const input = find(`#${id}`, HTMLInputElement);
  const output = find(`output[for=${id}]`, HTMLOutputElement);
  function show(): void {
    const text = words(input.valueAsNumber);
    if (output.value !== text) output.value = text;
    input.setAttribute('aria-valuetext', text);
  }
  input.addEventListener('input', () => {
    show();
    onInput(input.valueAsNumber);
  });
  show();
  return {
    get value() {
      return input.valueAsNumber;
    },
    set value(next) {
      input.value = String(next);
      show();
    },
  };
}

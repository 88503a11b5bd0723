// An input's first word as people call it.
import type { PadButton } from '../input/pad-button.js';

/** "left, punch"; "nothing" for 0; what no button has in hexadecimal: "0x30". */
export function inputWords(buttons: readonly PadButton[], word: number): string {
  return named(buttons, word, (button) => button.label, ', ') || 'nothing';
}

/** The same in little space: "← Punch"; "" for 0. */
export function inputGlyphs(buttons: readonly PadButton[], word: number): string {
  return named(buttons, word, (button) => button.glyph ?? button.label, ' ');
}

function named(
  buttons: readonly PadButton[],
  word: number,
  name: (button: PadButton) => string,
  between: string,
): string {
  let rest = word >>> 0;
  const names: string[] = [];
  for (const button of buttons) {
    const bits = button.bits >>> 0;
    if (bits === 0 || (rest & bits) >>> 0 !== bits) continue;
    names.push(name(button));
    rest = (rest & ~bits) >>> 0;
  }
  if (rest !== 0) names.push(`0x${rest.toString(16)}`);
  return names.join(between);
}

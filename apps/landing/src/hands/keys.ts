// The keys that a visitor holds, for one of the two matches of this page.
import type { Side } from '../world/line.js';

/** The bit of each key, by `event.code`. */
export type KeyMap = Readonly<Record<string, number>>;

export interface Keys {
  /** Bits of the keys that are down. */
  readonly held: number;
  /** Bits pressed since it was last called, even if they are up again: a tap between two frames counts. */
  takeTapped(): number;
}

export interface KeyOptions {
  /** By side: elements that take the focus. */
  pictures: readonly [HTMLElement, HTMLElement];
  /** They play red: while one of the pictures has the focus, and wherever it is as long as `lettersCount` says so. */
  letters: KeyMap;
  /** They play the side whose picture has the focus, and scroll the page otherwise. */
  arrows: KeyMap;
  /** False: nobody plays, and keys do what they always do. */
  active(): boolean;
  lettersCount(): boolean;
  onPress(side: Side): void;
}

/** Keys of red and of blue. */
export function listenToKeys(options: KeyOptions): readonly [Keys, Keys] {
  const { active, arrows, letters, lettersCount, onPress, pictures } = options;
  /** By `event.code`: whose key it was when it went down. */
  const down = new Map<string, { readonly side: Side; readonly bit: number }>();
  const tapped: [number, number] = [0, 0];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !active()) return;
    const focused = pictures.findIndex((picture) => picture === document.activeElement);
    const arrow = arrows[event.code];
    const bit = arrow ?? letters[event.code];
    if (bit === undefined || (focused < 0 && (arrow !== undefined || !lettersCount()))) return;
    const side: Side = arrow !== undefined && focused === 1 ? 1 : 0;
    if (arrow !== undefined) event.preventDefault();
    if (!event.repeat) tapped[side] |= bit;
    down.set(event.code, { side, bit });
    onPress(side);
  }

  const releaseAll = (): void => down.clear();
  addEventListener('keydown', onKeyDown);
  addEventListener('keyup', (event) => {
    // While Cmd is down, macOS tells of no other key that goes up.
    if (event.key === 'Meta') releaseAll();
    down.delete(event.code);
  });
  // A key that goes up while another window, a menu or another tab has the keyboard is never heard of.
  for (const type of ['blur', 'contextmenu'] as const) addEventListener(type, releaseAll);
  document.addEventListener('visibilitychange', releaseAll);
  // Arrows belong to the picture that had the focus; letters do not need one.
  for (const picture of pictures)
    picture.addEventListener('blur', () => {
      for (const code of Object.keys(arrows)) down.delete(code);
    });

  const keysOf = (side: Side): Keys => ({
    get held() {
      let bits = 0;
      for (const key of down.values()) if (key.side === side) bits |= key.bit;
      return bits;
    },
    takeTapped() {
      const bits = tapped[side];
      tapped[side] = 0;
      return bits;
    },
  });
  return [keysOf(0), keysOf(1)];
}

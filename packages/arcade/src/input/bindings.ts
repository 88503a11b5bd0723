// The keys as a person has set them, kept for the next visit.
import type { StoredText } from '../browser/stored-text.js';
import type { KeyMap } from './keyboard.js';

export interface Bindings {
  /** By seat. The array stays the same; its maps are replaced. */
  readonly maps: readonly KeyMap[];
  readonly changed: boolean;
  /** The key that holds exactly `bits` in a seat, as KeyboardEvent.code; '' for none. */
  codeOf(seat: number, bits: number): string;
  /**
   * Puts `code` on `bits` of a seat. A key does one thing only: whatever had it gets the key that is given up. False
   * for a key that is not to be had.
   */
  bind(seat: number, bits: number, code: string): boolean;
  reset(): void;
}

/** What goes through menus stays out of games, and what types text is nobody's loss. */
const RESERVED: ReadonlySet<string> = new Set([
  '',
  'Escape',
  'Tab',
  'Enter',
  'MetaLeft',
  'MetaRight',
  'ContextMenu',
  'Unidentified',
]);

/** The key of a map that holds exactly `bits`, as KeyboardEvent.code; '' for none. */
export function codeIn(map: KeyMap, bits: number): string {
  return Object.entries(map).find(([, mask]) => mask === bits)?.[0] ?? '';
}

export function createBindings(defaults: readonly KeyMap[], store: StoredText): Bindings {
  const maps: KeyMap[] = restore(defaults, store.get()) ?? [...defaults];
  let changed = maps.some((map, seat) => map !== defaults[seat]);

  const codeOf = (seat: number, bits: number): string => codeIn(maps[seat] ?? {}, bits);

  return {
    maps,
    get changed() {
      return changed;
    },
    codeOf,
    bind(seat, bits, code) {
      if (RESERVED.has(code) || maps[seat] === undefined) return false;
      const old = codeOf(seat, bits);
      if (old === code) return true;
      for (const [at, map] of maps.entries()) {
        const next: Record<string, number> = {};
        for (const [key, mask] of Object.entries(map)) {
          if (key !== code && !(at === seat && key === old)) next[key] = mask;
          else if (key === code && old !== '') next[old] = mask;
        }
        if (at === seat) next[code] = bits;
        maps[at] = next;
      }
      changed = true;
      store.set(JSON.stringify(maps));
      return true;
    },
    reset() {
      maps.splice(0, maps.length, ...defaults);
      changed = false;
      store.set(null);
    },
  };
}

/**
 * What an earlier visit stored, if it still fits: anyone can write into a page's storage, and games change their
 * buttons.
 */
function restore(defaults: readonly KeyMap[], text: string | null): KeyMap[] | undefined {
  if (text === null) return undefined;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(stored) || stored.length !== defaults.length) return undefined;
  const maps: KeyMap[] = [];
  for (const [seat, map] of stored.entries()) {
    if (typeof map !== 'object' || map === null) return undefined;
    const entries: [string, unknown][] = Object.entries(map);
    const wanted = new Set<unknown>(Object.values(defaults[seat] ?? {}));
    // Every action has its key, and no key has an action that is not the game's.
    const given = new Set(entries.map(([, bits]) => bits));
    if (
      entries.some(([code, bits]) => RESERVED.has(code) || !wanted.has(bits)) ||
      [...wanted].some((bits) => !given.has(bits))
    )
      return undefined;
    maps.push(Object.fromEntries(entries) as Record<string, number>); // each value was found among the default's
  }
  return maps;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ShiftLeft: 'Left Shift',
  ShiftRight: 'Right Shift',
};

/** How a key is called, by its place on a US keyboard: "W", "↑", "Num 4". */
export function keyName(code: string): string {
  if (code === '') return 'none';
  return (
    NAMES[code] ??
    code
      .replace(/^(Key|Digit)/, '')
      .replace(/^Numpad/, 'Num ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
  );
}

// What each gamepad's controls do: what the game has set, until a person sets it anew. Kept for the next visit.
import type { StoredText } from '../browser/stored-text.js';
import { asPadControl, type GamepadLike, type PadControl } from './pad-control.js';

/**
 * Which input bits a gamepad holds down. The left stick and the cross both are directions; `buttons` goes by index of
 * the standard mapping. A pad that the browser does not know is read in the same way; where that is wrong, a person can
 * change it.
 */
export interface GamepadMap {
  readonly left?: number;
  readonly right?: number;
  readonly up?: number;
  readonly down?: number;
  readonly buttons?: Readonly<Record<number, number>>;
}

/** What one control holds down. */
export interface PadBinding {
  readonly control: PadControl;
  readonly bits: number;
}

/** Which kind of gamepad: two alike share their bindings. */
export type PadKind = Pick<GamepadLike, 'id' | 'mapping'>;

export interface PadBindings {
  of(kind: PadKind): readonly PadBinding[];
  /** The control that holds exactly `bits`: the first, where there are several. Undefined for none. */
  controlOf(kind: PadKind, bits: number): PadControl | undefined;
  /** Puts `control`, and no other, on `bits`. What had it gets what `bits` had, unless it has another. */
  bind(kind: PadKind, bits: number, control: PadControl): void;
  /** Of every pad. */
  reset(): void;
}

/** The cross in the standard mapping, https://www.w3.org/TR/gamepad/#remapping. */
const CROSS = { up: 'button 12', down: 'button 13', left: 'button 14', right: 'button 15' } as const;
const STICK = { up: 'axis 1 -', down: 'axis 1 +', left: 'axis 0 -', right: 'axis 0 +' } as const;
const HAT = { up: 'hat up', down: 'hat down', left: 'hat left', right: 'hat right' } as const;
const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;
/** Kinds of pads that are remembered; the oldest goes. */
const KINDS_MAX = 8;

export function createPadBindings(map: GamepadMap, store: StoredText): PadBindings {
  /** Those that a person has changed, by id. */
  const changed = restore(map, store.get());
  const defaults = new Map<string, readonly PadBinding[]>();

  function of({ id, mapping }: PadKind): readonly PadBinding[] {
    const made = changed.get(id) ?? defaults.get(mapping) ?? defaultsOf(map, mapping);
    if (!changed.has(id)) defaults.set(mapping, made);
    return made;
  }

  const controlOf = (kind: PadKind, bits: number): PadControl | undefined =>
    of(kind).find((binding) => binding.bits === bits)?.control;

  return {
    of,
    controlOf,
    bind(kind, bits, control) {
      const before = of(kind);
      const given = controlOf(kind, bits);
      const taken = before.find((binding) => binding.control === control)?.bits;
      const next: PadBinding[] = before.filter((binding) => binding.bits !== bits && binding.control !== control);
      next.push({ control, bits });
      const orphaned = taken !== undefined && taken !== bits && !next.some((binding) => binding.bits === taken);
      if (orphaned && given !== undefined) next.push({ control: given, bits: taken });
      changed.delete(kind.id); // the newest stands last
      changed.set(kind.id, next);
      for (const oldest of changed.keys()) if (changed.size > KINDS_MAX) changed.delete(oldest);
      store.set(JSON.stringify(Object.fromEntries(changed)));
    },
    reset() {
      changed.clear();
      store.set(null);
    },
  };
}

function defaultsOf(map: GamepadMap, mapping: string): PadBinding[] {
  const made: PadBinding[] = [];
  // Without a mapping nobody knows what buttons 12 to 15 are.
  for (const ways of [STICK, mapping === '' ? HAT : CROSS]) {
    for (const way of DIRECTIONS) {
      const bits = map[way] ?? 0;
      if (bits !== 0) made.push({ control: ways[way], bits });
    }
  }
  for (const [index, bits] of Object.entries(map.buttons ?? {}))
    made.push({ control: `button ${Number(index)}`, bits });
  return made;
}

/** What an earlier visit stored, as far as it fits: anyone can write into a page's storage. */
function restore(map: GamepadMap, text: string | null): Map<string, readonly PadBinding[]> {
  const wanted = new Set(defaultsOf(map, '').map(({ bits }) => bits));
  const restored = new Map<string, readonly PadBinding[]>();
  for (const [id, list] of entriesOf(text).slice(-KINDS_MAX)) {
    if (!Array.isArray(list)) continue;
    const bindings = list.map((entry: unknown) => asBinding(entry, wanted));
    const whole = bindings.filter((binding) => binding !== undefined);
    // Every action has a control, and no control has an action that is not the game's.
    if (whole.length === bindings.length && [...wanted].every((bits) => whole.some((each) => each.bits === bits)))
      restored.set(id, whole);
  }
  return restored;
}

function entriesOf(text: string | null): [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    return typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  } catch {
    return [];
  }
}

function asBinding(entry: unknown, wanted: ReadonlySet<unknown>): PadBinding | undefined {
  if (typeof entry !== 'object' || entry === null || !('control' in entry) || !('bits' in entry)) return undefined;
  const control = asPadControl(entry.control);
  const { bits } = entry;
  return control !== undefined && typeof bits === 'number' && wanted.has(bits) ? { control, bits } : undefined;
}

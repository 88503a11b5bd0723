// One thing on a gamepad that a thumb can hold: a button, a stick's or trigger's axis to one side, a way of a cross.

/** What this reads of a Gamepad. */
export interface GamepadLike {
  readonly index: number;
  readonly id: string;
  /** 'standard' where the browser knows the pad; '' where it hands over buttons and axes as the pad numbers them. */
  readonly mapping: string;
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

const WAYS = ['up', 'right', 'down', 'left'] as const;
type Way = (typeof WAYS)[number];
/** As it is stored: "button 3", "axis 1 -", "hat up". */
export type PadControl = `button ${number}` | `axis ${number} ${'-' | '+'}` | `hat ${Way}`;

/**
 * A stick counts as tilted beyond the first, −1 … 1, and as back within the second. A worn stick at rest reads up to
 * 0.2; the room between the two keeps a hand that holds it near one of them from pressing sixty times a second.
 */
export const TILT_ON = 0.5;
export const TILT_OFF = 0.35;

/**
 * On a pad without a mapping the cross is one axis, 9: the number of the hat switch in the HID usage tables, 0x39, less
 * that of X, 0x30. Its eight ways stand 2/7 apart from −1, up, clockwise; at rest it is outside −1 … 1, or exactly 0
 * before it was first touched.
 */
const HAT_AXIS = 9;
const HAT_STEPS = 3.5;
/** How far from one of its ways a value may lie, in steps. */
const HAT_SLACK = 0.2;

/** −1, 0 or 1 for a stick's axis: an integer before anything of a game sees it. `before` is what it gave last. */
export function quantise(value: number | undefined, before: number): number {
  if (value === undefined || !Number.isFinite(value)) return 0;
  const limit = before !== 0 && Math.sign(value) === before ? TILT_OFF : TILT_ON;
  return Math.abs(value) > limit ? Math.sign(value) : 0;
}

/** Bit 1 << n is set for WAYS[n]; between two of them both are. */
function hatWays(value: number | undefined): number {
  const step = ((value ?? 0) + 1) * HAT_STEPS;
  const at = Math.round(step);
  if (!(Math.abs(step - at) <= HAT_SLACK) || at < 0 || at > 7) return 0;
  const first = at >> 1;
  return (1 << first) | (at % 2 === 0 ? 0 : 1 << ((first + 1) % 4));
}

/** Undefined for what is no control: anyone can write into a page's storage. */
export function asPadControl(text: unknown): PadControl | undefined {
  if (typeof text !== 'string' || !/^(?:button \d{1,2}|axis \d{1,2} [-+]|hat (?:up|right|down|left))$/.test(text))
    return undefined;
  return text as PadControl; // it has just been matched against all three forms
}

/** What of one gamepad is held. */
export interface PadReading {
  update(pad: GamepadLike): void;
  holds(control: PadControl): boolean;
  /** Everything that is held. */
  held(): PadControl[];
}

export function createPadReading(): PadReading {
  let pressed: readonly { readonly pressed: boolean }[] = [];
  let ways = 0;
  /** By axis: −1, 0 or 1. */
  const tilts: number[] = [];
  return {
    update(pad) {
      pressed = pad.buttons;
      const hat = pad.mapping === '' ? HAT_AXIS : -1;
      for (let i = 0; i < pad.axes.length; i++) tilts[i] = i === hat ? 0 : quantise(pad.axes[i], tilts[i] ?? 0);
      ways = hat < 0 ? 0 : hatWays(pad.axes[hat]);
    },
    holds(control) {
      const [kind, name = '', side] = control.split(' ');
      if (kind === 'button') return pressed[Number(name)]?.pressed === true;
      if (kind === 'axis') return tilts[Number(name)] === (side === '-' ? -1 : 1);
      return (ways & (1 << WAYS.findIndex((way) => way === name))) !== 0;
    },
    held() {
      const held: PadControl[] = [];
      pressed.forEach((button, index) => {
        if (button.pressed) held.push(`button ${index}`);
      });
      tilts.forEach((tilt, index) => {
        if (tilt !== 0) held.push(`axis ${index} ${tilt < 0 ? '-' : '+'}`);
      });
      for (const [index, way] of WAYS.entries()) if ((ways & (1 << index)) !== 0) held.push(`hat ${way}`);
      return held;
    },
  };
}

/** Of the standard mapping, https://www.w3.org/TR/gamepad/#remapping. */
const STANDARD: Readonly<Record<string, string>> = {
  'button 0': 'Lower button',
  'button 1': 'Right button',
  'button 2': 'Left button',
  'button 3': 'Upper button',
  'button 4': 'L1',
  'button 5': 'R1',
  'button 6': 'L2',
  'button 7': 'R2',
  'button 8': 'Select',
  'button 9': 'Start',
  'button 10': 'Left stick',
  'button 11': 'Right stick',
  'button 12': 'Cross ↑',
  'button 13': 'Cross ↓',
  'button 14': 'Cross ←',
  'button 15': 'Cross →',
};
const COMMON: Readonly<Record<string, string>> = {
  'axis 0 -': 'Stick ←',
  'axis 0 +': 'Stick →',
  'axis 1 -': 'Stick ↑',
  'axis 1 +': 'Stick ↓',
  'hat up': 'Cross ↑',
  'hat right': 'Cross →',
  'hat down': 'Cross ↓',
  'hat left': 'Cross ←',
};

/** How a person would call it: "Lower button", "Cross ↑", "Button 5", "Axis 3 −". */
export function padControlName(control: PadControl, mapping: string): string {
  const named = COMMON[control] ?? (mapping === 'standard' ? STANDARD[control] : undefined);
  return named ?? control.replace('-', '−').replace(/^./, (letter) => letter.toUpperCase());
}

import type { FieldSpecs } from './fields.js';

/** Characters of describeLayout's text, all of them ASCII: so many bytes in a packet. */
export const LAYOUT_TEXT_MAX = 400;

/** Stands for the fields that a text has no room for. No field is written like it. */
const MORE = '+';

const TYPES: Readonly<Record<string, string>> = {
  i1: 'Int8Array',
  u1: 'Uint8Array',
  c1: 'Uint8ClampedArray',
  i2: 'Int16Array',
  u2: 'Uint16Array',
  i4: 'Int32Array',
  u4: 'Uint32Array',
  f4: 'Float32Array',
  f8: 'Float64Array',
};

/** Printable ASCII without the characters that the text uses itself. */
const escaped = (name: string): string =>
  name.replace(/[^!-$&-)+-:<-~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The names, types and lengths of a game's fields in the order of declaration, for a machine whose layout digest is
 * another: `i4*2 ball;u1*1 hp`. Fields for which LAYOUT_TEXT_MAX leaves no room are left out, and `+` ends the text
 * then.
 */
export function describeLayout(specs: FieldSpecs): string {
  let text = '';
  for (const name of Object.keys(specs)) {
    const { type, length } = specs[name]!;
    const short = Object.keys(TYPES).find((key) => TYPES[key] === type.name) ?? escaped(type.name);
    const field = `${text && ';'}${short}*${length} ${escaped(name)}`;
    // Room for MORE is kept.
    if (text.length + field.length > LAYOUT_TEXT_MAX - 2) return text + (text && ';') + MORE;
    text += field;
  }
  return text;
}

interface Described {
  /** By name, 'Int32Array[2]'. */
  readonly fields: ReadonlyMap<string, string>;
  /** False if some were left out. */
  readonly whole: boolean;
}

/** Undefined for a text that describeLayout does not write. */
function parse(text: string): Described | undefined {
  const parts = text.slice(0, LAYOUT_TEXT_MAX).split(';');
  const whole = parts.at(-1) !== MORE;
  if (!whole) parts.pop();
  const fields = new Map<string, string>();
  for (const part of parts) {
    const [, type, length, name] = /^([!-)+-:<-~]+)\*(\d+) ([!-)+-:<-~]*)$/.exec(part) ?? [];
    if (type === undefined || length === undefined || name === undefined) return undefined;
    fields.set(name, `${Object.hasOwn(TYPES, type) ? TYPES[type] : type}[${length}]`);
  }
  return { fields, whole };
}

/**
 * One sentence on the first difference between two texts of describeLayout: 'layout: field ball is Int32Array[2] here,
 * Int16Array[2] there'. `there` may come from anyone: it is cut at LAYOUT_TEXT_MAX, and the sentence holds nothing of it
 * but printable ASCII.
 */
export function describeLayoutDifference(here: string, there: string): string {
  const [ours, theirs] = [parse(here), parse(there)];
  if (!ours || !theirs) return 'layout: the fields there could not be read';
  const added = ours.whole ? [...theirs.fields.keys()].find((name) => !ours.fields.has(name)) : undefined;
  for (const [name, type] of ours.fields) {
    const other = theirs.fields.get(name);
    if (other === undefined && theirs.whole) {
      // Renamed, most likely.
      return `layout: field ${name} exists only here${added === undefined ? '' : `, field ${added} only there`}`;
    }
    if (other !== undefined && other !== type) return `layout: field ${name} is ${type} here, ${other} there`;
  }
  if (added !== undefined) return `layout: field ${added} exists only there`;
  const names = [...ours.fields.keys()];
  const others = [...theirs.fields.keys()];
  const at = names.findIndex((name, i) => i < others.length && name !== others[i]);
  if (at >= 0) return `layout: field ${at + 1} is ${names[at]} here, ${others[at]} there: the order counts`;
  return `layout: the first ${Math.min(names.length, others.length)} fields are the same, a later one differs`;
}

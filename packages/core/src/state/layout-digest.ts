import { checksum } from '../base/checksum.js';
import type { FieldSpecs } from './fields.js';

/**
 * A uint32 that tells two state layouts apart: the fields' names, types and lengths, in order. Machines compare it, and
 * replays carry it.
 */
export function layoutDigest(specs: FieldSpecs): number {
  let layout = '';
  for (const name of Object.keys(specs)) layout += `${name} ${specs[name]!.type.name} ${specs[name]!.length};`;
  return checksum(Uint16Array.from(layout, (letter) => letter.charCodeAt(0)));
}

import type { FieldSpecs } from '../../state/fields.js';
import { describeLayoutDifference } from '../../state/layout-difference.js';
import type { RejectReason } from '../events.js';
import { playBytes, showTerm, TERM_NAMES, type Settings } from '../options.js';
import type { Hello, Introduction } from './hello.js';

export interface Mismatch {
  readonly reason: RejectReason;
  readonly detail: string;
}

const differ = (name: string, here: unknown, there: unknown): string => `${name}: ${here} here, ${there} there`;

/** Why two machines cannot play together, or undefined. */
export function findMismatch<F extends FieldSpecs>(
  own: Introduction,
  other: Hello,
  { inputWords, limit }: Settings<F>,
): Mismatch | undefined {
  if (own.protocol !== other.protocol) {
    return { reason: 'protocol', detail: differ('protocol version', own.protocol, other.protocol) };
  }
  if (own.id !== other.id) return { reason: 'game', detail: differ('game', own.id, other.id) };
  for (const [i, name] of TERM_NAMES.entries()) {
    const [here, there] = [own.terms[i]!, other.terms[i]!];
    if (here === there) continue;
    if (name === 'layout') return { reason: 'layout', detail: describeLayoutDifference(own.layout, other.layout) };
    return { reason: 'options', detail: differ(name, showTerm(name, here), showTerm(name, there)) };
  }
  const widest = Math.max(own.players, other.players);
  const narrowest = Math.min(limit, other.limit);
  if (playBytes(widest, inputWords) <= narrowest) return undefined;
  const needs = `the inputs of ${widest} players need packets of ${playBytes(widest, inputWords)} bytes`;
  return {
    reason: 'options',
    detail: `${needs}, the transport ${limit < other.limit ? 'here' : 'there'} carries ${narrowest}`,
  };
}

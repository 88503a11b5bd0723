import type { FieldSpecs } from '../../state/fields.js';
import { describeLayoutDifference } from '../../state/layout-difference.js';
import type { RejectReason } from '../events.js';
import { playBytes, showTerm, TERM_NAMES, type Settings } from '../options.js';
import type { Hello, Introduction } from './hello.js';
import type { MeetReport } from './meet-report.js';

export interface Mismatch {
  readonly reason: RejectReason;
  /** One sentence with both values. Made when it is told: most hellos of strangers are answered without. */
  readonly detail: () => string;
}

const differ = (name: string, here: unknown, there: unknown): string => `${name}: ${here} here, ${there} there`;

/** Why two machines cannot play together, or undefined. */
export function findMismatch<F extends FieldSpecs>(
  own: Introduction,
  other: Hello,
  settings: Settings<F>,
): Mismatch | undefined {
  if (own.protocol !== other.protocol) {
    return { reason: 'protocol', detail: () => differ('protocol version', own.protocol, other.protocol) };
  }
  if (own.id !== other.id) return { reason: 'game', detail: () => differ('game', own.id, other.id) };
  for (const [i, name] of TERM_NAMES.entries()) {
    const [here, there] = [own.terms[i]!, other.terms[i]!];
    if (here === there) continue;
    if (name === 'layout') {
      return { reason: 'layout', detail: () => describeLayoutDifference(own.layout, other.layout) };
    }
    return { reason: 'options', detail: () => differ(name, showTerm(name, here), showTerm(name, there)) };
  }
  if (canCarry(own, other, settings)) return undefined;
  const players = Math.max(own.players, other.players);
  const needs = `the inputs of ${players} players need packets of ${playBytes(players, settings.inputWords)} bytes`;
  const where = own.limit < other.limit ? 'here' : 'there';
  const detail = (): string => `${needs}, the transport ${where} carries ${Math.min(own.limit, other.limit)}`;
  return { reason: 'options', detail };
}

/** The same, of what a machine says under its seal. */
export const fits = <F extends FieldSpecs>(own: Introduction, other: MeetReport, settings: Settings<F>): boolean =>
  own.digest === other.digest && canCarry(own, other, settings);

type Carrier = Pick<Introduction, 'players' | 'limit'>;

const canCarry = <F extends FieldSpecs>(own: Carrier, other: Carrier, { inputWords }: Settings<F>): boolean =>
  playBytes(Math.max(own.players, other.players), inputWords) <= Math.min(own.limit, other.limit);

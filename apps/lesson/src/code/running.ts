// Which line of the engine is at work at a moment of a tick, and through which functions it was reached.
import type { Moment, MomentKind } from '../run.js';
import type { LineName } from './places.js';

export const LINE_OF: Readonly<Record<MomentKind, LineName>> = {
  receive: 'take.receive',
  confirm: 'accept.confirm',
  mispredict: 'accept.mispredict',
  rollback: 'play.rollback',
  resimulate: 'play.resimulate',
  predict: 'play.predict',
  send: 'advance.sample',
  stall: 'advance.stall',
  step: 'play.simulate',
};

const READING: readonly string[] = ['advance', 'turn', 'read', 'take'];
const REDOING: readonly string[] = ['advance', 'turn', 'resync', 'play'];
const STEPPING: readonly string[] = ['advance', 'step', 'play'];

/** The functions under way, the outermost first. */
export function callsAt(moments: readonly Moment[], index: number): readonly string[] {
  const kind = moments[index]?.kind;
  switch (kind) {
    case 'receive':
      return READING;
    case 'confirm':
    case 'mispredict':
      return [...READING, 'accept'];
    case 'rollback':
    case 'resimulate':
      return REDOING;
    case 'predict':
      // The guess belongs to the run that comes next.
      return moments[index + 1]?.kind === 'resimulate' ? REDOING : STEPPING;
    case 'step':
      return STEPPING;
    default:
      return kind === undefined ? [] : ['advance'];
  }
}

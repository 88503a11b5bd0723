// Which line of the engine is at work at a moment of a tick, and through which functions it was reached.
import type { Moment } from '../run.js';
import type { LineName } from './places.js';

/** Undefined for what no tick of a lesson tells. */
export function lineAt({ kind, player }: Pick<Moment, 'kind' | 'player'>): LineName | undefined {
  switch (kind) {
    case 'receive':
      return player === 0 ? 'advance.sample' : 'take.receive';
    case 'confirm':
      return 'accept.confirm';
    case 'mispredict':
      return 'accept.mispredict';
    case 'rollback':
      return 'play.rollback';
    case 'resimulate':
      return 'play.resimulate';
    case 'predict':
      return 'play.predict';
    case 'send':
      return 'send.presses';
    case 'stall':
      return 'advance.stall';
    case 'step':
      return 'play.simulate';
    default:
      return undefined;
  }
}

const READING: readonly string[] = ['advance', 'turn', 'read', 'take'];
const REDOING: readonly string[] = ['advance', 'turn', 'resync', 'play'];
const STEPPING: readonly string[] = ['advance', 'step', 'play'];

/** The functions under way, the outermost first. */
export function callsAt(moments: readonly Moment[], index: number): readonly string[] {
  const moment = moments[index];
  switch (moment?.kind) {
    case 'receive':
      return moment.player === 0 ? ['advance', 'sample'] : READING;
    case 'confirm':
    case 'mispredict':
      return [...READING, 'accept'];
    case 'rollback':
    case 'resimulate':
      return REDOING;
    case 'predict':
      // The guess belongs to the run that comes next.
      return moments[index + 1]?.kind === 'resimulate' ? REDOING : STEPPING;
    case 'send':
      return ['advance', 'sendAll', 'send'];
    case 'step':
      return STEPPING;
    case 'stall':
      return ['advance'];
    default:
      return [];
  }
}

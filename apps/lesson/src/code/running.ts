// Which line of the engine is at work at a moment of a tick, and through which parts it was reached.
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
      return 'resimulate.rollback';
    case 'resimulate':
      return 'resimulate.resimulate';
    case 'predict':
      return 'resimulate.predict';
    case 'send':
      return 'send.presses';
    case 'stall':
      return 'advance.stall';
    case 'step':
      return 'resimulate.simulate';
    default:
      return undefined;
  }
}

/** The parts of the engine under way, the outermost first, by the ids of their places. */
export function placesAt(moments: readonly Moment[], index: number): readonly string[] {
  switch (moments[index]?.kind) {
    case 'receive':
      return moments[index]?.player === 0 ? ['advance'] : ['advance', 'take'];
    case 'confirm':
    case 'mispredict':
      return ['advance', 'take', 'accept'];
    case 'rollback':
    case 'resimulate':
    case 'predict':
    case 'step':
      return ['advance', 'resimulate'];
    case 'send':
      return ['advance', 'send'];
    case 'stall':
      return ['advance'];
    default:
      return [];
  }
}

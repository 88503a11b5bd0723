// Writes down what a match tells its trace. A match is not to be called from inside it, so nothing is looked up here.
import { TRACE, type Trace, type TraceKind } from '@lite-rollback/core';
import type { Moment, MomentKind } from './run.js';

const NAMES: Readonly<Record<TraceKind, MomentKind>> = {
  [TRACE.PREDICT]: 'predict',
  [TRACE.RECEIVE]: 'receive',
  [TRACE.CONFIRM]: 'confirm',
  [TRACE.MISPREDICT]: 'mispredict',
  [TRACE.ROLLBACK]: 'rollback',
  [TRACE.RESIMULATE]: 'resimulate',
  [TRACE.STEP]: 'step',
  [TRACE.STALL]: 'stall',
  [TRACE.SEND]: 'send',
  [TRACE.ACK]: 'ack',
  [TRACE.DESYNC]: 'desync',
  [TRACE.PAUSE]: 'pause',
};

export interface Listener {
  readonly trace: Trace;
  /** What was told since the last call, in order. */
  take(): Moment[];
}

/** For one machine. It guesses one player, the other one. */
export function createListener(): Listener {
  /** By frame: what it last ran on. */
  const guesses: (number | undefined)[] = [];
  let told: Moment[] = [];
  return {
    trace(kind, frame, player, value) {
      if (kind === TRACE.PREDICT) guesses[frame] = value;
      told.push({ kind: NAMES[kind], frame, player, value, guess: guesses[frame] });
    },
    take() {
      const taken = told;
      told = [];
      return taken;
    },
  };
}

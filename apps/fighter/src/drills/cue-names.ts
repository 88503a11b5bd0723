// The cues by name, for drills, tests and reports: bit numbers, from 0.
import {
  CUE_ARM,
  CUE_BLOCK,
  CUE_BREAK,
  CUE_CLASH,
  CUE_FIGHT,
  CUE_KILL,
  CUE_MATCH_END,
  CUE_PARRY,
  CUE_READY,
  CUE_ROUND_END,
  CUE_SWING,
} from '../sim/cues.js';

export type CueName =
  | 'swingLeft'
  | 'swingRight'
  | 'armLeft'
  | 'armRight'
  | 'block'
  | 'break'
  | 'parry'
  | 'clash'
  | 'kill'
  | 'ready'
  | 'fight'
  | 'bell'
  | 'matchEnd';

export const cueBits: Readonly<Record<CueName, number>> = Object.freeze({
  swingLeft: bitNumber(CUE_SWING),
  swingRight: bitNumber(CUE_SWING) + 1,
  armLeft: bitNumber(CUE_ARM),
  armRight: bitNumber(CUE_ARM) + 1,
  block: bitNumber(CUE_BLOCK),
  break: bitNumber(CUE_BREAK),
  parry: bitNumber(CUE_PARRY),
  clash: bitNumber(CUE_CLASH),
  kill: bitNumber(CUE_KILL),
  ready: bitNumber(CUE_READY),
  fight: bitNumber(CUE_FIGHT),
  bell: bitNumber(CUE_ROUND_END),
  matchEnd: bitNumber(CUE_MATCH_END),
});

function bitNumber(bit: number): number {
  return 31 - Math.clz32(bit);
}

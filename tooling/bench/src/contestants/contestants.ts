import type { Contestant } from './contestant.js';
import { createNetplayJs } from './netplayjs.js';
import { createOurs } from './ours.js';
import { createRollbackNetcode } from './rollback-netcode.js';

export const RIVALS = {
  'rollback-netcode-readme': (bytes: number) => createRollbackNetcode(bytes, 'readme'),
  'rollback-netcode-fastest': (bytes: number) => createRollbackNetcode(bytes, 'fastest'),
  'netplayjs-readme': (bytes: number) => createNetplayJs(bytes, 'readme'),
  'netplayjs-fastest': (bytes: number) => createNetplayJs(bytes, 'fastest'),
} as const satisfies Record<string, (bytes: number) => Contestant>;

export type Rival = keyof typeof RIVALS;

/** @throws Error for a name that is none. */
export function makerOf(name: string | undefined): (bytes: number) => Contestant {
  if (name === 'ours') return createOurs;
  const maker = Object.entries(RIVALS).find(([rival]) => rival === name)?.[1];
  if (maker === undefined) throw new Error(`no contestant is called ${name}`);
  return maker;
}

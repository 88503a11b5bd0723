// Size budgets: min+gz of one import. `pnpm size` builds first; as a stage of `pnpm test` it measures what the build
// stage left.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measure } from './measure.js';
import { pageWeight } from './page-weight.js';

const CORE = '@lite-rollback/core';
const KB = 1024;
/**
 * `name`: one export, or '*' for all of the entry. `limit` in bytes.
 * @type {{ pkg: string, entry: string, name: string, limit: number, external: string[] }[]}
 */
const BUDGETS = [
  { pkg: 'core', entry: 'index', name: 'createRollback', limit: 1126, external: [] },
  { pkg: 'core', entry: 'index', name: 'createSession', limit: 3788, external: [] },
  { pkg: 'core', entry: 'index', name: 'createMatch', limit: 34816, external: [] },
  { pkg: 'core', entry: 'loop', name: 'createTickLoop', limit: 2048, external: [] },
  { pkg: 'local', entry: 'index', name: 'createLocalTransport', limit: 1024, external: [CORE] },
  { pkg: 'webrtc', entry: 'index', name: 'createWebRTCTransport', limit: 1536, external: [CORE] },
  { pkg: 'webrtc', entry: 'peerjs', name: 'openRoom', limit: 9 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'fixed', name: '*', limit: 1.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'vector', name: '*', limit: 1.3 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'ease', name: '*', limit: 0.9 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: '*', limit: 3.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'index', name: '*', limit: 2.6 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'sin', limit: 1.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'cos', limit: 1.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'tan', limit: 1.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'atan', limit: 0.6 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'atan2', limit: 0.8 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'asin', limit: 0.8 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'acos', limit: 0.8 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'exp', limit: 0.5 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'log', limit: 0.5 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'pow', limit: 1.2 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'math', name: 'hypot', limit: 0.4 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'fixed', name: 'mul', limit: 0.3 * KB, external: [CORE] },
  { pkg: 'exact', entry: 'index', name: 'definePool', limit: 1.5 * KB, external: [CORE] },
];

/** A game is sent to a friend on a phone: everything that its page can load is small. Bytes. */
const GAMES = ['pong', 'fighter'];
const GAME_LIMIT = 200 * 1024;

const packages = fileURLToPath(new URL('../../../packages/', import.meta.url));

let failed = 0;
for (const { pkg, entry, name, limit, external } of BUDGETS) {
  const title = `${pkg}${entry === 'index' ? '' : `/${entry}`}: ${name}`.padEnd(36);
  // An export that is gone fails: measure() throws for it. A budget that measures nothing would hold for ever.
  const built = `${packages}${pkg}/dist/${entry}.js`;
  const bytes = existsSync(built)
    ? await measure(built, [name], external).catch((/** @type {Error} */ error) => error)
    : new Error(`dist/${entry}.js is not built`);
  const ok = typeof bytes === 'number' && bytes <= limit;
  if (!ok) failed++;
  console.log(
    `${ok ? 'ok     ' : 'FAILED '} ${title} ${typeof bytes === 'number' ? `${String(bytes).padStart(6)} B of ${Math.floor(limit)} B` : bytes.message}`,
  );
}
const apps = fileURLToPath(new URL('../../../apps/', import.meta.url));
for (const game of GAMES) {
  const dist = `${apps}${game}/dist`;
  const weight = existsSync(dist) ? pageWeight(dist) : undefined;
  const ok = weight !== undefined && weight.files.length > 4 && weight.total <= GAME_LIMIT;
  if (!ok) failed++;
  const largest = weight?.files.slice(0, 3).map(({ bytes, name }) => `${name} ${bytes}`);
  const says =
    weight === undefined ? 'it is not built' : `${weight.total} B of ${GAME_LIMIT} B (${largest?.join(', ')} …)`;
  console.log(`${ok ? 'ok     ' : 'FAILED '} ${`page of ${game}`.padEnd(36)} ${says}`);
}
process.exitCode = failed === 0 ? 0 : 1;

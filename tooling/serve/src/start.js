// `pnpm start`: builds the packages and apps, serves them, says where to click.
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { checkPort, parsePort, PortError, serve } from './serve.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LABELS = { landing: 'What this is', pong: 'Pong', fighter: 'Fighter', lesson: 'How rollback works' };

/** The IPv4 addresses under which other machines of the local network may reach this one. */
function lanAddresses() {
  return Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry?.family === 'IPv4' && !entry.internal)
    .map((entry) => entry?.address);
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** @type {number} */
let port;
try {
  port = parsePort(process.env.PORT);
  // Before the build: half a minute is long to wait for the news that the port is taken.
  await checkPort(port);
} catch (error) {
  fail(/** @type {Error} both throw nothing else */ (error).message);
}

console.log('Building …');
const build = spawnSync(
  'turbo',
  ['run', 'build', '--filter=./apps/*', '--output-logs=errors-only', '--log-order=grouped'],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
  },
);
if (build.error) fail(`The build could not be started (${build.error.message}). Start with: npx -y pnpm@12.21.0 start`);
if (build.status !== 0) fail('The build failed; its messages stand above.');

try {
  const server = await serve({ port });
  const order = Object.keys(LABELS);
  const games = server.apps.filter((name) => name !== 'landing').sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const lines = (/** @type {string} */ origin) =>
    [['landing', '/'], ...games.map((name) => [name, `/${name}/`])]
      .map(
        ([name = '', path]) =>
          `  ${(LABELS[/** @type {keyof typeof LABELS} */ (name)] ?? name).padEnd(20)}${origin}${path}`,
      )
      .join('\n');
  console.log(`\nReady. Open:\n\n${lines(`http://localhost:${server.port}`)}`);
  const lan = lanAddresses();
  if (lan.length > 0)
    console.log(
      `\nFrom another machine of this network:\n\n${lan.map((ip) => `  http://${ip}:${server.port}/`).join('\n')}`,
    );
  console.log('\nStop with Ctrl+C.');
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => void server.close().then(() => process.exit(0)));
} catch (error) {
  if (error instanceof PortError) fail(error.message);
  throw error;
}

// `pnpm start`: builds the packages and apps, serves them, says where to click.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkPort, EVERYWHERE, lanAddresses, LOCALHOST, parseHost, parsePort, PortError } from './listen.js';
import { serve } from './serve.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** @type {number} */ let port;
/** @type {string} */ let host;
try {
  port = parsePort(process.env.PORT);
  host = parseHost(process.argv.slice(2), process.env.HOST);
  // Before the build: half a minute is long to wait for the news that the port is taken.
  await checkPort(port, host);
} catch (error) {
  fail(/** @type {Error} all three throw nothing else */ (error).message);
}

/** What the address is that a person on this machine opens. @param {number} open the port */
function hereAt(open) {
  if (host === LOCALHOST || host === EVERYWHERE) return `http://localhost:${open}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${open}`;
}

/** What is said of other machines. @param {number} open the port */
function others(open) {
  if (host === LOCALHOST)
    return `Only this machine can open them. For its network, too: ${process.env.PORT ? `PORT=${process.env.PORT} ` : ''}npx -y pnpm@12.21.0 start --host`;
  if (host !== EVERYWHERE) return undefined;
  const addresses = lanAddresses().map((address) => `  http://${address}:${open}/`);
  return addresses.length === 0
    ? 'Open to other machines, but this one is in no network.'
    : `From another machine of this network:\n\n${addresses.join('\n')}`;
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
  const server = await serve({ port, host });
  const lines = server.pages.map(({ path, label }) => `  ${label.padEnd(20)}${hereAt(server.port)}${path}`);
  console.log(`\nReady. Open:\n\n${lines.join('\n')}`);
  const more = others(server.port);
  if (more !== undefined) console.log(`\n${more}`);
  console.log('\nStop with Ctrl+C.');
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => void server.close().then(() => process.exit(0)));
} catch (error) {
  if (error instanceof PortError) fail(error.message);
  throw error;
}

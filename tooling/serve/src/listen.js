// Where the server listens: port and addresses, and what a failure of either means for the person who started the server.
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** This machine alone, over both IP families: browsers take either for `localhost`. */
export const LOCALHOST = 'localhost';
/** Every address of this machine, over both IP families. */
export const EVERYWHERE = '0.0.0.0';

/** IPv4 first: a machine may lack IPv6, and then it does without. */
const BOTH_FAMILIES = new Map([
  [LOCALHOST, ['127.0.0.1', '::1']],
  [EVERYWHERE, ['0.0.0.0', '::']],
]);
/** What listen() fails with on an IPv6 address where IPv6 is switched off. */
const NO_IPV6 = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL']);
/** Port 0: the port that the first family got may be taken in the second one. */
const TRIES = 10;

/** Says in words what a failed listen() means for the person who started the server. */
export class PortError extends Error {
  /** @param {number} port @param {string} address @param {NodeJS.ErrnoException} cause */
  constructor(port, address, cause) {
    const next = port < 65535 ? port + 1 : 8081;
    const why = {
      EADDRINUSE: `Port ${port} is already taken by another program. Stop that program, or choose another port: PORT=${next}.`,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023: PORT=8080.`,
      EADDRNOTAVAIL: `${address} is not an address of this machine. Write --host for all of its addresses, or leave HOST and --host out for this machine alone.`,
    };
    super(why[/** @type {keyof typeof why} */ (cause.code)] ?? `Port ${port} cannot be opened: ${cause.message}`, {
      cause,
    });
    this.name = 'PortError';
  }
}

/**
 * Reads PORT. Empty or absent means 8080.
 * @param {string | undefined} text
 * @throws {RangeError} for anything but an integer from 0 to 65535; 0 lets the system choose.
 */
export function parsePort(text) {
  if (text === undefined || text === '') return 8080;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new RangeError(`PORT must be an integer from 0 to 65535, got "${text}".`);
  return port;
}

/**
 * Reads `--host`, `--host ADDRESS` or `--host=ADDRESS` from the arguments, else HOST from the environment.
 * @param {readonly string[]} args without node and script @param {string | undefined} text HOST; empty is as absent
 * @returns {string} LOCALHOST, EVERYWHERE or an IP address
 * @throws {RangeError} for another argument, or a host that is neither an IP address nor "localhost".
 */
export function parseHost(args, text) {
  const [flag, value, ...more] = args.flatMap((arg) => (arg.startsWith('--host=') ? ['--host', arg.slice(7)] : [arg]));
  const unknown = flag === undefined || flag === '--host' ? more[0] : flag;
  if (unknown !== undefined)
    throw new RangeError(`start knows one argument, --host or --host ADDRESS, and not "${unknown}".`);
  if (flag !== undefined && value === undefined) return EVERYWHERE;
  const host = value ?? text ?? '';
  if (host === '' || host === LOCALHOST) return LOCALHOST;
  if (host === '::') return EVERYWHERE;
  if (isIP(host) === 0)
    throw new RangeError(
      `${value === undefined ? 'HOST' : '--host'} must be an IP address of this machine or "localhost", got "${host}". Write --host alone for all addresses of this machine.`,
    );
  return host;
}

/** The IPv4 addresses under which other machines of the local network may reach this one. */
export function lanAddresses() {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
}

/** @param {import('node:http').Server} server @param {number} port @param {string} address @returns {Promise<number>} */
function listenOn(server, port, address) {
  return new Promise((resolve, reject) => {
    /** @param {NodeJS.ErrnoException} error */
    const fail = (error) => reject(new PortError(port, address, error));
    server.once('error', fail);
    // ipv6Only: without it `::` would take the IPv4 port, too, which has a server of its own.
    server.listen({ port, host: address, ipv6Only: true }, () => {
      server.off('error', fail);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

/** @param {import('node:http').Server} server */
const closeOne = (server) => new Promise((resolve) => server.close(() => resolve(undefined)));

/** @param {unknown} error */
const codeOf = (error) =>
  error instanceof PortError ? /** @type {NodeJS.ErrnoException} */ (error.cause).code : undefined;

/**
 * Opens `port` on every address that `host` stands for.
 * @param {() => import('node:http').Server} create makes the server of one address
 * @param {number} port 0 lets the system choose one that is free in both families
 * @param {string} host LOCALHOST, EVERYWHERE or an IP address
 * @returns {Promise<{ port: number, servers: import('node:http').Server[] }>}
 * @throws {PortError} when an address cannot be opened; what was opened before is closed again.
 */
export async function listen(create, port, host) {
  const [first = host, second] = BOTH_FAMILIES.get(host) ?? [host];
  for (let tries = 1; ; tries++) {
    const one = create();
    const bound = await listenOn(one, port, first);
    if (second === undefined) return { port: bound, servers: [one] };
    const other = create();
    try {
      await listenOn(other, bound, second);
      return { port: bound, servers: [one, other] };
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (NO_IPV6.has(code)) return { port: bound, servers: [one] };
      await closeOne(one);
      if (port !== 0 || code !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}

/**
 * Opens the port and closes it again.
 * @param {number} port @param {string} [host]
 * @throws {PortError} when it cannot be opened
 */
export async function checkPort(port, host = LOCALHOST) {
  const { servers } = await listen(() => createServer(), port, host);
  await Promise.all(servers.map(closeOne));
}

import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { checkPort, EVERYWHERE, lanAddresses, listen, LOCALHOST, parseHost, parsePort, PortError } from './listen.js';

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((entry) => entry?.address === '::1');
/** @type {import('node:net').Server[]} */
let opened = [];
afterEach(async () => {
  await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
  opened = [];
});

/** @param {number} port @param {string} host */
async function open(port, host) {
  const { servers, port: bound } = await listen(
    () => createHttpServer((_req, res) => void res.end('here')),
    port,
    host,
  );
  opened.push(...servers);
  return bound;
}
/** Takes a port. @param {string} host @param {number} [port] @returns {Promise<number>} */
function take(host, port = 0) {
  const server = createServer();
  opened.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
const answers = (/** @type {string} */ host, /** @type {number} */ port) =>
  fetch(`http://${host}:${port}/`).then(
    (response) => response.text(),
    () => 'nobody',
  );

describe('listen', () => {
  it('localhost is both IP families of this machine, and no other address of it', async () => {
    const port = await open(0, LOCALHOST);
    expect(await answers('127.0.0.1', port)).toBe('here');
    if (hasIPv6) expect(await answers('[::1]', port)).toBe('here');
    expect(await answers('127.0.0.2', port)).toBe('nobody');
    for (const address of lanAddresses()) expect(await answers(address, port), address).toBe('nobody');
  });

  it('everywhere is every address of this machine, over both families', async () => {
    const port = await open(0, EVERYWHERE);
    for (const address of ['127.0.0.1', ...lanAddresses()]) expect(await answers(address, port), address).toBe('here');
    if (hasIPv6) expect(await answers('[::1]', port)).toBe('here');
  });

  // macOS has one address of 127.0.0.0/8.
  it.runIf(process.platform !== 'darwin')('one address is that one alone', async () => {
    const port = await open(0, '127.0.0.2');
    expect(await answers('127.0.0.2', port)).toBe('here');
    expect(await answers('127.0.0.1', port)).toBe('nobody');
  });

  it('an address of another machine is told from a port that is taken', async () => {
    const error = await open(0, '203.0.113.7').catch((/** @type {unknown} */ thrown) => thrown);
    expect(error).toBeInstanceOf(PortError);
    expect(String(error)).toContain('203.0.113.7 is not an address of this machine.');
  });

  it.each([['127.0.0.1'], ...(hasIPv6 ? [['::1']] : [])])(
    'says in words that the port is taken at %s, and leaves none open',
    async (host) => {
      const port = await take(host);
      const message = `Port ${port} is already taken by another program. Stop that program, or choose another port: PORT=${port + 1}.`;
      await expect(open(port, LOCALHOST)).rejects.toThrow(message);
      await expect(checkPort(port)).rejects.toThrow(PortError);
      expect(await answers(host === '::1' ? '127.0.0.1' : '[::1]', port)).toBe('nobody');
    },
  );

  it('checkPort leaves the port free', async () => {
    const port = await take('127.0.0.1');
    await new Promise((resolve) => opened.pop()?.close(resolve));
    await checkPort(port);
    expect(await open(port, LOCALHOST)).toBe(port);
  });
});

describe('what a person writes', () => {
  it('reads PORT', () => {
    expect(parsePort(undefined)).toBe(8080);
    expect(parsePort('')).toBe(8080);
    expect(parsePort('9000')).toBe(9000);
    for (const bad of ['x', '-1', '65536', '80.5', '1e3', ' 80']) expect(() => parsePort(bad)).toThrow(RangeError);
  });

  it('reads --host, and HOST where it is absent', () => {
    expect(parseHost([], undefined)).toBe(LOCALHOST);
    expect(parseHost([], '')).toBe(LOCALHOST);
    expect(parseHost([], 'localhost')).toBe(LOCALHOST);
    expect(parseHost([], '0.0.0.0')).toBe(EVERYWHERE);
    expect(parseHost([], '::')).toBe(EVERYWHERE);
    expect(parseHost([], '192.168.1.5')).toBe('192.168.1.5');
    expect(parseHost(['--host'], undefined)).toBe(EVERYWHERE);
    expect(parseHost(['--host'], '127.0.0.1')).toBe(EVERYWHERE);
    expect(parseHost(['--host', '192.168.1.5'], '0.0.0.0')).toBe('192.168.1.5');
    expect(parseHost(['--host=fe80::1'], undefined)).toBe('fe80::1');
    expect(parseHost(['--host=localhost'], '0.0.0.0')).toBe(LOCALHOST);
  });

  it('says which argument it does not know, and what a host may be', () => {
    expect(() => parseHost(['--hots'], undefined)).toThrow(
      'start knows one argument, --host or --host ADDRESS, and not "--hots".',
    );
    expect(() => parseHost(['--host', '1.2.3.4', 'x'], undefined)).toThrow('not "x"');
    expect(() => parseHost([], 'my-machine')).toThrow(
      'HOST must be an IP address of this machine or "localhost", got "my-machine".',
    );
    expect(() => parseHost(['--host', '1.2.3'], undefined)).toThrow('--host must be an IP address');
  });
});

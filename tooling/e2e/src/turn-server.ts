// coturn on loopback, for as long as a test runs.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TurnServer {
  readonly iceServers: RTCIceServer[];
  close(): Promise<void>;
}

const USER = 'tester';
const PASSWORD = 'only-on-loopback';

/** @throws Error with coturn's output when it is not ready in 10 s. */
export async function startTurnServer(program: string): Promise<TurnServer> {
  const dir = mkdtempSync(join(tmpdir(), 'turn-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      '-n',
      '--log-file',
      'stdout',
      '--pidfile',
      join(dir, 'pid'),
      '--userdb',
      join(dir, 'db'),
      '--listening-ip',
      '127.0.0.1',
      '--listening-port',
      String(port),
      '--relay-ip',
      '127.0.0.1',
      '--allow-loopback-peers',
      '--lt-cred-mech',
      '--user',
      `${USER}:${PASSWORD}`,
      '--realm',
      'test',
      '--no-tls',
      '--no-dtls',
      '--no-cli',
      '--verbose',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`coturn was not ready in 10 s:\n${output}`)), 10_000);
    const read = (data: Buffer): void => {
      if (output.length < 65_536) output += String(data);
      if (!output.includes(`UDP listener opened on: 127.0.0.1:${port}`)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`coturn ended with ${code}:\n${output}`)));
  });
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    iceServers: [{ urls: `turn:127.0.0.1:${port}?transport=udp`, username: USER, credential: PASSWORD }],
    close,
  };
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

// `pnpm start`, as a person runs it.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { lanAddresses } from '@lite-rollback/serve/listen';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs start.js until it ends, or until its output matches `until`; then it is asked to end. */
function start(
  port: string,
  until?: RegExp,
  then?: (text: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const path = [`${root}node_modules/.bin`, process.env['PATH']].join(process.platform === 'win32' ? ';' : ':');
    const child = spawn(process.execPath, ['tooling/serve/src/start.js', ...args], {
      cwd: root,
      env: { ...process.env, PATH: path, PORT: port, HOST: '' },
    });
    let text = '';
    let seen = false;
    const timer = setTimeout(() => child.kill('SIGKILL'), 50_000);
    const read = (data: unknown) => {
      text += String(data);
      if (until === undefined || seen || !until.test(text)) return;
      seen = true;
      (then?.(text) ?? Promise.resolve()).catch(reject).finally(() => child.kill('SIGTERM'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, text });
    });
  });
}

it('prints where to click, and that address answers', async () => {
  const { code, text } = await start('0', /Ctrl\+C/, async (output) => {
    const pong = /http:\/\/localhost:\d+\/pong\//.exec(output)?.[0];
    expect(pong).toBeDefined();
    const response = await fetch(String(pong));
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<title>[^<]*Pong/i);
    const signal = await fetch(new URL('/signal/', pong));
    expect(await signal.json()).toMatchObject({ name: 'PeerJS Server' });
    for (const address of lanAddresses())
      await expect(fetch(new URL(String(pong).replace('localhost', address))), address).rejects.toThrow();
  });
  expect(text).toContain('Only this machine can open them. For its network, too:');
  expect(text).toContain('Ready. Open:');
  expect(code).toBe(0);
});

it('with --host prints the addresses of this machine, and they answer', async () => {
  const { text } = await start(
    '0',
    /Ctrl\+C/,
    async (output) => {
      for (const address of lanAddresses()) {
        const [origin] = new RegExp(`http://${address.replaceAll('.', '\\.')}:\\d+/`).exec(output) ?? [];
        expect(origin, output).toBeDefined();
        expect((await fetch(String(origin))).status).toBe(200);
      }
    },
    ['--host'],
  );
  expect(text).toMatch(/From another machine of this network:|this one is in no network/);
});

it('says in words that the port is taken', async () => {
  const taken = createServer().listen(0, '0.0.0.0');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const { code, text } = await start(String(address.port));
  taken.close();
  expect(text).toContain(`Port ${address.port} is already taken`);
  expect(text).not.toContain('at Server');
  expect(text, 'and it says so before it builds').not.toContain('Building');
  expect(code).toBe(1);
});

it('refuses a host that is none', async () => {
  const { code, text } = await start('0', undefined, undefined, ['--host', 'kitchen']);
  expect(text).toContain('--host must be an IP address of this machine or "localhost", got "kitchen".');
  expect(text).not.toContain('Building');
  expect(code).toBe(1);
});

it('refuses a PORT that is none', async () => {
  const { code, text } = await start('eighty');
  expect(text).toContain('PORT must be an integer from 0 to 65535, got "eighty".');
  expect(code).toBe(1);
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('a transport that nobody closes does not keep a Node process from ending', () => {
  // The built file, as a user of the package has it: turbo builds before it tests.
  const built = fileURLToPath(new URL('../dist/index.js', import.meta.url));
  const script = `import(${JSON.stringify(built)}).then(({ createLocalTransport }) => { createLocalTransport({ room: 'r' }); console.log('open'); })`;
  const { status, stdout, signal, stderr } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    timeout: 15_000,
  });
  expect({ status, signal, stdout: stdout.trim(), stderr }).toEqual({
    status: 0,
    signal: null,
    stdout: 'open',
    stderr: '',
  });
});

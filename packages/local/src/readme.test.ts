import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the match between two tabs in the README is at most 20 lines', () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(README) ?? [];
  expect(code).toContain('createLocalTransport');
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
});

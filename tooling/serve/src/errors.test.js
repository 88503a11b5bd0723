import express from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { notFound, onError } from './errors.js';

/** @type {import('node:http').Server} */ let server;
/** @type {string} */ let origin;

beforeAll(async () => {
  const app = express();
  app.get('/throws', () => {
    throw new Error('at /home/somebody/secret.js');
  });
  app.get('/late', (_req, res) => {
    res.write('begun');
    throw new Error('too late for an answer');
  });
  app.get('/teapot', (_req, _res, next) => next(Object.assign(new Error('inside'), { status: 418 })));
  app.use(notFound([{ path: '/', label: 'Home' }]));
  app.use(onError);
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('a fault of ours is told to the console and not to the client', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await fetch(`${origin}/throws`);
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('Internal Server Error');
  expect(log).toHaveBeenCalledOnce();
  expect(String(log.mock.calls[0]?.[0])).toContain('secret.js');
  log.mockRestore();
});

it('a fault of the client keeps its status and nothing else', async () => {
  const response = await fetch(`${origin}/teapot`);
  expect(response.status).toBe(418);
  expect(await response.text()).toBe("I'm a Teapot");
});

it('an answer that had begun is cut off', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(fetch(`${origin}/late`).then((response) => response.text())).rejects.toThrow();
  log.mockRestore();
});

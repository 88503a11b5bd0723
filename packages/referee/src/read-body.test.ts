import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.js';

const request = (body: BodyInit | null, headers: Record<string, string> = {}): Request =>
  new Request('http://referee.example/', {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);

describe('readBody', () => {
  it('gives the bytes, put together', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of [[1, 2], [], [3]]) controller.enqueue(Uint8Array.from(part));
        controller.close();
      },
    });
    expect(await readBody(request(body), 3, 1000)).toEqual(Uint8Array.of(1, 2, 3));
    expect(await readBody(request(null), 3, 1000)).toEqual(new Uint8Array(0));
  });
  it('believes a length that is too large, and none that is small', async () => {
    const claims = (length: string, bytes: number): Promise<unknown> =>
      readBody(request(new Uint8Array(bytes), { 'content-length': length }), 3, 1000);
    expect(await claims('4', 1)).toBe('too-large');
    expect(await claims('1', 4)).toBe('too-large');
    expect(await claims('x', 2)).toEqual(new Uint8Array(2));
  });
  it('does not wait for a sender that stalls', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.of(1)),
      cancel: () => void (cancelled = true),
    });
    expect(await readBody(request(body), 100, 20)).toBe('too-slow');
    expect(cancelled).toBe(true);
  });
});

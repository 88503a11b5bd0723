import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverUrl } from './server-url.js';

afterEach(() => void vi.unstubAllGlobals());
const page = (address: string): void => void vi.stubGlobal('location', new URL(address));

describe('the server’s address', () => {
  it.each([
    [{}, 'wss://0.peerjs.com/peerjs'],
    [{ secure: false }, 'wss://0.peerjs.com/peerjs'],
    [{ host: 'a.example', port: 9000, path: '/', secure: false }, 'ws://a.example:9000/peerjs'],
    [{ host: 'a.example', port: 9000, path: 'signal', secure: true }, 'wss://a.example:9000/signal/peerjs'],
    [{ host: 'a.example', path: '/a/b/', secure: true }, 'wss://a.example/a/b/peerjs'],
    [{ host: '[::1]', port: 9000, secure: false }, 'ws://[::1]:9000/peerjs'],
  ])('of %o is %s', (options, expected) => {
    const url = serverUrl(options);
    expect(url.origin + url.pathname).toBe(expected);
    expect(url.searchParams.get('key')).toBe('peerjs');
  });

  it('is the page’s own host for "/", and as secure as the page', () => {
    page('https://game.example:8443/pong/');
    expect(serverUrl({ host: '/', port: 8443, path: '/signal' }).href).toMatch(
      /^wss:\/\/game\.example:8443\/signal\/peerjs\?/,
    );
    page('http://[2001:db8::1]:8080/');
    expect(serverUrl({ host: '/', port: 8080 }).href).toMatch(/^ws:\/\/\[2001:db8::1\]:8080\/peerjs\?/);
  });

  it.each([
    [{ host: '' }, TypeError],
    [{ host: 7 }, TypeError],
    [{ host: 'a b' }, TypeError],
    [{ port: 0 }, RangeError],
    [{ port: 65_536 }, RangeError],
    [{ port: 80.5 }, TypeError],
    [{ port: '80' }, TypeError],
  ])('cannot be made of %o', (options, kind) => {
    // Callers in JavaScript pass what they like.
    expect(() => serverUrl(options as object)).toThrow(kind);
  });
});

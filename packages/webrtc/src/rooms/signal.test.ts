import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SDP } from '../../test/fake-peer-connection.js';
import { createDialName, encodeSignal, parseSignal, type Signal } from './signal.js';
import { SIGNAL_TEXT_MAX } from './signaling.js';

const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };

describe('a signal', () => {
  it.each<Signal>([
    { t: 'offer', dial: 'a1', sdp: SDP },
    { t: 'answer', dial: 'a1', sdp: SDP },
    { t: 'candidate', dial: 'a1', candidate },
    { t: 'end', dial: 'a1' },
  ])('comes out as it went in: $t', (signal) => {
    expect(parseSignal(encodeSignal(signal))).toEqual(signal);
  });

  it('keeps of a candidate what a browser needs', () => {
    const text = JSON.stringify({
      v: 2,
      t: 'candidate',
      dial: 'x',
      candidate: { candidate: 'c', usernameFragment: 'u' },
    });
    expect(parseSignal(text)).toEqual({
      t: 'candidate',
      dial: 'x',
      candidate: { candidate: 'c', sdpMid: null, sdpMLineIndex: null },
    });
  });

  it.each([
    ['another version', { v: 1, t: 'end', dial: 'x' }],
    ['no version', { t: 'end', dial: 'x' }],
    ['no attempt', { v: 2, t: 'end' }],
    ['an attempt with a long name', { v: 2, t: 'end', dial: 'x'.repeat(17) }],
    ['an attempt with an odd name', { v: 2, t: 'end', dial: '../x' }],
    ['another kind', { v: 2, t: 'hello', dial: 'x' }],
    ['an offer without a description', { v: 2, t: 'offer', dial: 'x' }],
    ['a description that is no text', { v: 2, t: 'offer', dial: 'x', sdp: { length: 3 } }],
    ['a description of video', { v: 2, t: 'offer', dial: 'x', sdp: 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n' }],
    ['a description with video besides', { v: 2, t: 'offer', dial: 'x', sdp: `${SDP}m=video 9 RTP/AVP 96\r\n` }],
    ['a candidate that is no object', { v: 2, t: 'candidate', dial: 'x', candidate: 7 }],
    ['a long candidate', { v: 2, t: 'candidate', dial: 'x', candidate: { candidate: 'x'.repeat(1_025) } }],
    [
      'a candidate of another line',
      { v: 2, t: 'candidate', dial: 'x', candidate: { candidate: 'c', sdpMLineIndex: 1 } },
    ],
    ['a candidate with an odd name', { v: 2, t: 'candidate', dial: 'x', candidate: { candidate: 'c', sdpMid: {} } }],
  ])('is not %s', (_, value) => {
    expect(parseSignal(JSON.stringify(value))).toBe(undefined);
  });

  it('is never an error, whatever comes', () => {
    const members = fc.record(
      {
        v: fc.constantFrom(2, 2, 2, 1, '2'),
        t: fc.constantFrom('offer', 'answer', 'candidate', 'end', 'x'),
        dial: fc.oneof(fc.constant('x'), fc.anything()),
        sdp: fc.oneof(fc.constant(SDP), fc.anything()),
        candidate: fc.oneof(fc.record({ candidate: fc.string() }), fc.anything()),
      },
      { requiredKeys: [] },
    );
    // A third of what comes is sound, so that the property says something of that, too.
    const sound = fc.record({
      v: fc.constant(2),
      t: fc.constantFrom('offer', 'end'),
      dial: fc.constant('x'),
      sdp: fc.constant(SDP),
    });
    let signals = 0;
    fc.assert(
      fc.property(fc.oneof(sound, members, fc.oneof(fc.anything(), fc.string())), (value) => {
        const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
        const signal = parseSignal(text);
        if (signal === undefined) return;
        signals++;
        expect(signal.dial).toMatch(/^[0-9a-z]{1,16}$/);
      }),
      { numRuns: 2_000 },
    );
    expect(signals).toBeGreaterThan(50);
    expect(parseSignal(`${encodeSignal({ t: 'end', dial: 'x' })}${' '.repeat(SIGNAL_TEXT_MAX)}`)).toBe(undefined);
  });
});

it('attempts have names of their own', () => {
  const names = Array.from({ length: 1_000 }, createDialName);
  expect(new Set(names).size).toBe(1_000);
  for (const name of names) expect(name).toMatch(/^[0-9a-z]{8}$/);
});

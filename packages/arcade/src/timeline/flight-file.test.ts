import { checksum, defineGame, TRACE } from '@lite-rollback/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFlightRecorder, type FlightRecorder } from './flight-recorder.js';
import type { FlightLog } from './flight-log.js';
import { openFlight } from './open-flight.js';

const game = (numPlayers: number) =>
  defineGame({ id: 'file/1', numPlayers, hz: 59.94, fields: { x: { type: Int32Array, length: 1 } }, simulate() {} });

const everything = (log: FlightLog) => ({
  gameId: log.gameId,
  numPlayers: log.numPlayers,
  hz: log.hz,
  localHandles: log.localHandles,
  tick: log.tick,
  span: [log.first, log.last],
  sums: log.sums(),
  rows: log.first < 0 ? [] : Array.from({ length: log.last - log.first + 1 }, (_, i) => log.row(log.first + i)),
});

/** Two players, an input that comes nine frames late and is now and then another one, a stall, a desync. */
function recorded(frames: number, numPlayers = 2): FlightRecorder {
  const recorder = createFlightRecorder({ game: game(numPlayers) });
  const { afterTick, trace } = recorder;
  for (let frame = 0; frame < frames; frame++) {
    const late = frame - 9;
    if (late >= 0) {
      for (let player = 1; player < numPlayers; player++) trace(TRACE.RECEIVE, late, player, late % 20 === 0 ? -5 : 1);
      if (late % 20 === 0 && numPlayers > 1) {
        trace(TRACE.MISPREDICT, late, 1, 9);
        trace(TRACE.ROLLBACK, late, -1, 9);
        for (let again = late; again < frame; again++) trace(TRACE.RESIMULATE, again, -1, 0);
      }
      trace(TRACE.ACK, late, numPlayers - 1, 1);
    }
    if (frame === 70) trace(TRACE.DESYNC, 60, 1, -77);
    trace(TRACE.RECEIVE, frame, 0, frame >> 4);
    trace(TRACE.SEND, frame, numPlayers - 1, 60 + (frame % 7));
    if (frame % 50 === 49) {
      trace(TRACE.STALL, frame, 1, 8);
      afterTick('stalled');
    }
    for (let player = 1; player < numPlayers; player++) trace(TRACE.PREDICT, frame, player, 1);
    trace(TRACE.STEP, frame, -1, 0);
    afterTick('advanced');
  }
  return recorder;
}

function opened(bytes: Uint8Array): FlightLog {
  const { error, log } = openFlight(bytes);
  if (log === undefined) throw new Error(error);
  return log;
}
const errorOf = (bytes: Uint8Array): string | undefined => openFlight(bytes).error;

describe('a recording as a file', () => {
  it.each([
    [0, 2],
    [1, 2],
    [30, 1],
    [600, 2],
    [1900, 4],
  ])('%d frames of %d players: what is opened is what was recorded', (frames, players) => {
    const recorder = recorded(frames, players);
    const bytes = recorder.bytes();
    const log = opened(bytes);
    expect(everything(log)).toEqual(everything(recorder.freeze()));
    expect(everything(log).rows).toHaveLength(Math.min(600, frames));
    if (frames === 600)
      expect(log.sums()).toMatchObject({ redone: 9 * 30, wrong: 30, stalls: 12, desyncs: 1, inFlight: 9 });
  });

  it('is small: 600 frames of two players in a few KB', () => {
    const { length } = recorded(1900).bytes();
    expect(length).toBeGreaterThan(500);
    expect(length).toBeLessThan(12_000);
  });

  it('begins as documented', () => {
    const bytes = recorded(3).bytes();
    const sum = new DataView(bytes.buffer).getUint32(bytes.length - 4, true);
    expect([...bytes.subarray(0, 26)]).toEqual([
      0x4c, 0x52, 0x42, 0x54, 1, bytes.length, 0, 0, 0,
      6, ...[...'file/1'].map((letter) => letter.charCodeAt(0)),
      2, 0xa4, 0xd4, 0x03, 0, 4, 3, 0,
      // Column tick: 1, 2, 3: +1, once more, and one more like it.
      2, 2,
    ]); // prettier-ignore
    expect(bytes[26]).toBe(1);
    expect(sum).toBe(checksum(bytes.subarray(0, bytes.length - 4)));
  });

  it('refuses what is none, with the reason', () => {
    const bytes = recorded(40).bytes();
    expect(errorOf(new Uint8Array())).toBe('not-a-timeline');
    expect(errorOf(new TextEncoder().encode('no timeline at all'))).toBe('not-a-timeline');
    const later = bytes.slice();
    later[4] = 2;
    expect(errorOf(later)).toBe('version');
    for (const length of [4, 8, 12, bytes.length - 1])
      expect(errorOf(bytes.subarray(0, length)), String(length)).toBe('truncated');
    expect(errorOf(Uint8Array.from([...bytes, 0]))).toBe('corrupt');
    // A wrong type is what is tested.
    expect(() => openFlight('x' as never)).toThrow(TypeError);
  });

  it('never opens bytes with a bit turned over, and never throws', () => {
    const bytes = recorded(120).bytes();
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const damaged = bytes.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(errorOf(damaged)).toMatch(/^(not-a-timeline|version|truncated|corrupt)$/);
      }),
    );
  });

  it('bytes whose checksum was made anew are refused or opened, and what is opened can be read to the end', () => {
    const bytes = recorded(120).bytes();
    let opens = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.integer({ min: 9, max: bytes.length - 5 }), byte: fc.nat(255) }), {
          minLength: 1,
          maxLength: 6,
        }),
        (changes) => {
          const forged = bytes.slice();
          for (const { at, byte } of changes) forged[at] = byte;
          new DataView(forged.buffer).setUint32(
            forged.length - 4,
            checksum(forged.subarray(0, forged.length - 4)),
            true,
          );
          const { error, log } = openFlight(forged);
          if (log === undefined) {
            refused++;
            expect(error).toBe('corrupt');
            return;
          }
          opens++;
          const { rows } = everything(log);
          expect(rows.length).toBeLessThanOrEqual(600);
        },
      ),
      { numRuns: 500 },
    );
    expect(opens).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(50);
  });

  it('what a file claims is bounded: frames, players and counts', () => {
    const head = [0x4c, 0x52, 0x42, 0x54, 1, 0, 0, 0, 0, 1, 65];
    const sealed = (...rest: number[]): Uint8Array => {
      const bytes = Uint8Array.from([...head, ...rest, 0, 0, 0, 0]);
      const view = new DataView(bytes.buffer);
      view.setUint32(5, bytes.length, true);
      view.setUint32(bytes.length - 4, checksum(bytes.subarray(0, bytes.length - 4)), true);
      return bytes;
    };
    // numPlayers, hz × 1000, local, tick, frames, first; then columns of one frame, all of them zero.
    const columns = (count: number): number[] => new Array<number>(count).fill(0);
    expect(errorOf(sealed(1, 1, 0, 1, 1, 0, ...columns(17 + 6)))).toBeUndefined();
    expect(errorOf(sealed(1, 1, 0, 1, 1, 0, ...columns(17 + 7)))).toBe('corrupt');
    expect(errorOf(sealed(1, 1, 0, 1, 1, 0, ...columns(17 + 5)))).toBe('corrupt');
    expect(errorOf(sealed(0, 1, 0, 1, 1, 0, ...columns(17)))).toBe('corrupt');
    expect(errorOf(sealed(33, 1, 0, 1, 0, 0))).toBe('corrupt');
    expect(errorOf(sealed(1, 0, 0, 1, 0, 0))).toBe('corrupt');
    expect(errorOf(sealed(1, 1, 0, 1, 0xd9, 4, 0))).toBe('corrupt'); // 601 frames
    // Three frames of zeros are 0, 0 and one more; a count past the column's end.
    const threes = Array.from({ length: 17 + 6 }, () => [0, 0, 1]).flat();
    expect(errorOf(sealed(1, 1, 0, 1, 3, 0, ...threes))).toBeUndefined();
    expect(errorOf(sealed(1, 1, 0, 1, 3, 0, ...threes.map((value, at) => (at === 2 ? 2 : value))))).toBe('corrupt');
    expect(errorOf(sealed(1, 0xff, 0xff, 0xff, 0xff, 0x7f))).toBe('corrupt'); // a number past 2^32
  });
});

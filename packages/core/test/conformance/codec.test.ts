import { describe, expect, it } from 'vitest';
import { createSession, packInputs, unpackInputs } from '../../src/index.js';
import { observeSession } from './observe-session.js';
import { expectRefusal } from './refusal.js';
import { readTally, tally, TALLY_FIELDS } from './tally-game.js';

interface Options {
  readonly capacity?: number;
  readonly numPlayers?: number;
  readonly inputWords?: number;
  readonly inputDelay?: number;
  readonly startFrame?: number;
  readonly localPlayer?: number;
  readonly onDesync?: (frame: number, player: number) => void;
}

function make(options: Options = {}) {
  return createSession({ capacity: 8, numPlayers: 2, fields: TALLY_FIELDS, simulate: tally, ...options });
}

type Made = ReturnType<typeof make>;

/** Little-endian words, written by hand. */
function words(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    values.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]),
  );
}

function confirmBoth(session: Made, frames: number): void {
  for (let frame = 0; frame < frames; frame++) {
    session.queueRemoteInput(0, frame, 0x0100 + frame);
    session.queueRemoteInput(1, frame, 0xa0b0_c000 + frame);
    session.step();
  }
}

describe('packInputs', () => {
  it('writes these bytes: base frame, mask, then frames oldest first, player by player', () => {
    const session = make();
    confirmBoth(session, 6);
    const dest = new Uint8Array(40).fill(0xee);
    expect(packInputs(session, dest, 5, 0b11, 2)).toBe(24);
    expect([...dest]).toEqual([
      5,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      0x04,
      0x01,
      0,
      0,
      0x04,
      0xc0,
      0xb0,
      0xa0,
      0x05,
      0x01,
      0,
      0,
      0x05,
      0xc0,
      0xb0,
      0xa0,
      ...new Array<number>(16).fill(0xee),
    ]);
  });

  it('writes all words of an input, in order', () => {
    const session = make({ numPlayers: 1, inputWords: 3 });
    session.setLocalInput([1, 0x0203_0405, -1]);
    session.step();
    const dest = new Uint8Array(20);
    expect(packInputs(session, dest, 0, 1, 1)).toBe(20);
    expect([...dest]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 4, 3, 2, 255, 255, 255, 255]);
  });

  it('has redundancy 4 by default, clamped to capacity and to baseFrame + 1', () => {
    const session = make({ capacity: 8 });
    confirmBoth(session, 12);
    const dest = new Uint8Array(8 + 8 * 100);
    expect(packInputs(session, dest, 11, 3)).toBe(8 + 4 * 8);
    expect(packInputs(session, dest, 11, 3, 1)).toBe(8 + 8);
    expect(packInputs(session, dest, 11, 3, 8)).toBe(8 + 8 * 8);
    expect([...dest.subarray(8, 16)]).toEqual([...words(0x0104, 0xa0b0_c004)]);
    expect(packInputs(session, dest, 11, 3, 9)).toBe(8 + 8 * 8);
    expect(packInputs(session, dest, 11, 3, 1_000_000)).toBe(8 + 8 * 8);
    const young = make();
    confirmBoth(young, 3);
    expect(packInputs(young, dest, 0, 3)).toBe(8 + 8);
    expect(packInputs(young, dest, 2, 3)).toBe(8 + 3 * 8);
    expect(packInputs(young, dest, 1, 3, 50)).toBe(8 + 2 * 8);
    const tiny = make({ capacity: 2 });
    confirmBoth(tiny, 5);
    expect(packInputs(tiny, dest, 4, 3)).toBe(8 + 2 * 8);
    const single = make({ capacity: 1 });
    confirmBoth(single, 5);
    expect(packInputs(single, dest, 4, 3)).toBe(8 + 8);
  });

  it('packs a frame that is confirmed ahead of frame(), as a delay makes them', () => {
    const session = make({ inputDelay: 3 });
    session.setLocalInput(77);
    const dest = new Uint8Array(64);
    expect(packInputs(session, dest, 3, 0b01)).toBe(8 + 4 * 8);
    const sent = [...dest.subarray(8, 40)];
    expect(sent.slice(24, 28)).toEqual([77, 0, 0, 0]);
    // Startup frames are neutral, and confirmed.
    for (const frame of [0, 1, 2]) expect(sent.slice(frame * 8, frame * 8 + 4)).toEqual([0, 0, 0, 0]);
  });

  it('packs frames before startFrame as the neutral ones they count for', () => {
    const session = make({ startFrame: 100 });
    session.setLocalInput(5);
    session.step();
    const dest = new Uint8Array(64);
    expect(packInputs(session, dest, 100, 0b01, 2)).toBe(24);
    expect([...dest.subarray(0, 12)]).toEqual([100, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...dest.subarray(16, 20)]).toEqual([5, 0, 0, 0]);
  });

  it('writes at any alignment, and beside it nothing', () => {
    const session = make();
    confirmBoth(session, 4);
    const aligned = new Uint8Array(40);
    packInputs(session, aligned, 3, 3);
    for (const offset of [1, 2, 3, 5, 7]) {
      const home = new Uint8Array(60).fill(9);
      expect(packInputs(session, home.subarray(offset, offset + 40), 3, 3)).toBe(40);
      expect([...home.subarray(offset, offset + 40)]).toEqual([...aligned]);
      expect(home.subarray(0, offset).every((byte) => byte === 9)).toBe(true);
      expect(home.subarray(offset + 40).every((byte) => byte === 9)).toBe(true);
    }
  });

  it('carries the mask as given, up to all 32 players', () => {
    const session = make({ numPlayers: 32 });
    for (let player = 0; player < 32; player++) session.queueRemoteInput(player, 0, player + 1);
    const dest = new Uint8Array(8 + 128);
    expect(packInputs(session, dest, 0, 0xffff_ffff, 1)).toBe(136);
    expect([...dest.subarray(0, 8)]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
    for (let player = 0; player < 32; player++) expect(dest[8 + 4 * player]).toBe(player + 1);
    expect(packInputs(session, dest, 0, 0x8000_0000, 1)).toBe(136);
    expect([...dest.subarray(4, 8)]).toEqual([0, 0, 0, 128]);
  });

  it('refuses, with dest as it was: a small dest, baseFrame < 0, a masked frame that is not confirmed', () => {
    const session = make();
    for (let i = 0; i < 3; i++) {
      session.setLocalInput(5);
      session.step();
    }
    session.queueRemoteInput(1, 1, 0);
    const dest = new Uint8Array(40).fill(7);
    const before = observeSession(session);
    const small = new Uint8Array(31).fill(7);
    expectRefusal(() => packInputs(session, small, 2, 0b01), RangeError, 31, 32);
    expectRefusal(() => packInputs(session, new Uint8Array(0), 0, 0b01), RangeError, 0, 16);
    expectRefusal(() => packInputs(session, dest, -1, 0b01), RangeError, -1, 0);
    expectRefusal(() => packInputs(session, dest, session.confirmedFrame(), 0b11), RangeError, -1);
    expectRefusal(() => packInputs(session, dest, 3, 0b01), RangeError, 3);
    // Player 1: frame 1 is confirmed, 0 and 2 were guessed. A guess is never sent as truth.
    expectRefusal(() => packInputs(session, dest, 2, 0b10, 1), RangeError, 2);
    expectRefusal(() => packInputs(session, dest, 1, 0b10, 2), RangeError, 0);
    expectRefusal(() => packInputs(session, dest, 2, 0b11, 3), RangeError);
    expect(packInputs(session, dest, 1, 0b10, 1)).toBe(16);
    dest.fill(7);
    expect([...small, ...dest].every((byte) => byte === 7)).toBe(true);
    expect(observeSession(session)).toEqual(before);
  });

  it('refuses frames so old that their inputs are gone', () => {
    const session = make();
    confirmBoth(session, 200);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 2, 0b11), RangeError);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 200, 0b11), RangeError, 200);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 2 ** 31, 0b11), RangeError, 2 ** 31);
  });

  it('does not freeze local inputs when it refuses', () => {
    const session = make({ inputDelay: 2 });
    session.setLocalInput(1);
    expectRefusal(() => packInputs(session, new Uint8Array(3), 2, 0b01), RangeError);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 2, 0b11, 1), RangeError);
    session.setLocalInput(9);
    for (let i = 0; i < 3; i++) session.step();
    const out = new Uint32Array(1);
    session.inputAt(0, 2, out);
    expect(out[0]).toBe(9);
  });

  it('refuses a mask bit past the players, and a redundancy below 1: RangeError', () => {
    const session = make();
    confirmBoth(session, 4);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 3, 0b100), RangeError);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 3, 0b11, 0), RangeError, 0, 1);
    expectRefusal(() => packInputs(session, new Uint8Array(64), 3, 0b11, -2), RangeError, -2, 1);
  });

  it('refuses wrong types: TypeError', () => {
    const session = make();
    confirmBoth(session, 4);
    const dest = new Uint8Array(64);
    for (const wrong of [0.5, Number.NaN, '1', null, {}]) {
      // @ts-expect-error on purpose
      expectRefusal(() => packInputs(session, dest, wrong, 1), TypeError);
      // @ts-expect-error on purpose
      expectRefusal(() => packInputs(session, dest, 1, wrong), TypeError);
      // @ts-expect-error on purpose
      expectRefusal(() => packInputs(session, dest, 1, 1, wrong), TypeError);
    }
    for (const wrong of [
      null,
      undefined,
      [],
      new ArrayBuffer(64),
      new Uint16Array(64),
      new DataView(new ArrayBuffer(64)),
    ]) {
      // @ts-expect-error on purpose
      expectRefusal(() => packInputs(session, wrong, 1, 1), TypeError);
    }
    for (const wrong of [null, undefined, {}, { ...session }]) {
      if (wrong === null || wrong === undefined || !('frame' in wrong))
        // @ts-expect-error on purpose
        expectRefusal(() => packInputs(wrong, dest, 1, 1), TypeError);
    }
  });
});

describe('unpackInputs', () => {
  it('reads these bytes and returns the base frame', () => {
    const session = make();
    expect(unpackInputs(session, words(1, 0b11, 10, 20, 11, 0xffff_fff1))).toBe(1);
    expect(session.confirmedFrame()).toBe(1);
    session.step();
    session.step();
    const out = new Uint32Array(1);
    const read = (player: number, frame: number) => [session.inputAt(player, frame, out), out[0]];
    expect([read(0, 0), read(1, 0), read(0, 1), read(1, 1)]).toEqual([
      [true, 10],
      [true, 20],
      [true, 11],
      [true, 0xffff_fff1],
    ]);
  });

  it('queues the masked players alone', () => {
    const session = make();
    unpackInputs(session, words(1, 0b10, 10, 20, 11, 21));
    expect(session.confirmedFrameOf(0)).toBe(-1);
    expect(session.confirmedFrameOf(1)).toBe(1);
    unpackInputs(session, words(3, 0, 1, 2, 3, 4));
    expect(session.confirmedFrameOf(1)).toBe(1);
  });

  it('does ONE resync, whatever the packet contradicts', () => {
    const simulated: number[] = [];
    const session = createSession({
      capacity: 8,
      numPlayers: 3,
      fields: TALLY_FIELDS,
      simulate: (fields, inputs, frame) => {
        simulated.push(frame);
        tally(fields, inputs, frame);
      },
    });
    for (let i = 0; i < 6; i++) session.step();
    simulated.length = 0;
    unpackInputs(session, words(4, 0b110, 0, 1, 2, 0, 3, 4, 0, 5, 6));
    expect(simulated).toEqual([2, 3, 4, 5]);
    const { rollbacks, mispredictions, fastForwardFrames } = session.stats;
    expect([rollbacks, mispredictions, fastForwardFrames]).toEqual([1, 6, 4]);
  });

  it('skips frames outside the window, on both sides, and queues the rest', () => {
    const session = make({ capacity: 4 });
    for (let i = 0; i < 20; i++) session.step();
    // oldest is 17; newest is 24.
    const sent = Array.from({ length: 12 }, (_, i) => [0, 100 + 15 + i]).flat();
    expect(unpackInputs(session, words(26, 0b10, ...sent))).toBe(26);
    expect(session.stats.maxRollbackDepth).toBe(3);
    for (let i = 0; i < 7; i++) session.step();
    const out = new Uint32Array(1);
    for (const frame of [24, 25, 26]) {
      expect(session.inputAt(1, frame, out)).toBe(frame === 24);
      expect(out[0]).toBe(124);
    }
    expect(session.stats.desyncs).toBe(0);
  });

  it('has the first value win: a different one is a desync, and the rest of the packet still counts', () => {
    const seen: string[] = [];
    const session = make({ onDesync: (frame, player) => seen.push(`${frame}/${player}`) });
    unpackInputs(session, words(1, 0b10, 0, 5, 0, 6));
    for (let i = 0; i < 4; i++) session.step();
    unpackInputs(session, words(3, 0b10, 0, 9, 0, 6, 0, 7, 0, 8));
    expect(seen).toEqual(['0/1']);
    expect(session.confirmedFrameOf(1)).toBe(3);
    expect(session.stats.rollbacks).toBe(1);
  });

  it('lets onDesync call anything', () => {
    const session: Made = make({ onDesync: () => session.step() });
    const twin = make();
    for (const each of [session, twin]) {
      unpackInputs(each, words(1, 0b11, 1, 5, 2, 6));
      for (let i = 0; i < 4; i++) each.step();
    }
    unpackInputs(session, words(3, 0b11, 1, 99, 2, 98, 3, 7, 4, 8));
    unpackInputs(twin, words(3, 0b11, 1, 5, 2, 6, 3, 7, 4, 8));
    while (twin.frame() < session.frame()) twin.step();
    expect(session.frame()).toBe(6);
    expect(readTally(session.fields)).toEqual(readTally(twin.fields));
    expect(session.confirmedFrame()).toBe(3);
  });

  it('reads at any alignment and does not keep the bytes', () => {
    for (const offset of [1, 2, 3]) {
      const session = make();
      const packet = words(0, 0b11, 70, 80);
      const home = new Uint8Array(40);
      home.set(packet, offset);
      unpackInputs(session, home.subarray(offset, offset + packet.length));
      home.fill(255);
      session.step();
      expect(session.stateAt(0).hash[3]).toBe(80);
    }
  });

  it('with feed only calls that: masked players, oldest frame first, a Uint32Array each; the session is not touched', () => {
    const session = make({ numPlayers: 3, inputWords: 2 });
    for (let i = 0; i < 3; i++) session.step();
    const before = observeSession(session);
    const fed: [number, number, number[]][] = [];
    const packet = words(2, 0b101, 1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16);
    expect(
      unpackInputs(session, packet, (player, frame, input) => {
        expect(input).toBeInstanceOf(Uint32Array);
        expect(input.length).toBe(2);
        fed.push([player, frame, [...input]]);
      }),
    ).toBe(2);
    expect(fed).toEqual([
      [0, 1, [1, 2]],
      [2, 1, [5, 6]],
      [0, 2, [11, 12]],
      [2, 2, [15, 16]],
    ]);
    expect(observeSession(session)).toEqual(before);
  });

  it('has feed go together with feedRemoteInput, as in the seed', () => {
    const session = make();
    for (let i = 0; i < 3; i++) session.step();
    unpackInputs(session, words(2, 0b10, 0, 7, 0, 8, 0, 9), (player, frame, input) =>
      session.feedRemoteInput(player, frame, input),
    );
    expect(session.confirmedFrameOf(1)).toBe(2);
    expect(session.stats.rollbacks).toBe(3);
  });

  const bad: Record<string, Uint8Array<ArrayBuffer>> = {
    'no bytes': words(),
    'seven bytes': words(0, 0).subarray(0, 7),
    'half a frame': words(3, 0b11, 1, 2, 3),
    'a byte too few': words(3, 0b11, 1, 2, 3, 4).subarray(0, 23),
    'a byte too many': Uint8Array.of(...words(3, 0b11, 1, 2, 3, 4), 0),
    'a mask bit past the players': words(3, 0b111, 1, 2, 3, 4),
    'the highest mask bit': words(3, 0x8000_0001, 1, 2, 3, 4),
    'a frame of 2^31': words(2 ** 31, 0b11, 1, 2, 3, 4),
    'a frame of 2^32 - 1': words(0xffff_ffff, 0b11, 1, 2, 3, 4),
  };

  it.each(Object.keys(bad))('refuses %s: RangeError, having fed nothing', (name) => {
    const src = bad[name] ?? words();
    const session = make();
    for (let i = 0; i < 5; i++) session.step();
    const before = observeSession(session);
    expectRefusal(() => unpackInputs(session, src), RangeError);
    let fed = 0;
    expectRefusal(
      () =>
        unpackInputs(session, src, () => {
          fed++;
        }),
      RangeError,
    );
    expect(fed).toBe(0);
    expect(observeSession(session)).toEqual(before);
    expect(session.resync()).toBe(false);
  });

  it('names what it got in the refusal of bytes', () => {
    const session = make();
    expectRefusal(() => unpackInputs(session, words(0, 0).subarray(0, 7)), RangeError, 7, 8);
    expectRefusal(() => unpackInputs(session, words(2 ** 31, 1, 1, 2)), RangeError, 2 ** 31);
  });

  it('never feeds a frame below 0, whatever the packet claims', () => {
    const frames: number[] = [];
    for (const src of [words(0, 0b11, 1, 2, 3, 4, 5, 6), words(1, 0b11, ...new Array<number>(40).fill(1))]) {
      const session = make();
      try {
        unpackInputs(session, src, (_player, frame) => frames.push(frame));
        unpackInputs(session, src);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(session.confirmedFrame()).toBeLessThanOrEqual(1);
    }
    expect(frames.every((frame) => frame >= 0)).toBe(true);
  });

  it('is refused bytes, never any other error, for 20,000 random packets', () => {
    const session = make({ numPlayers: 3, inputWords: 2 });
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 8;
    };
    let refused = 0;
    for (let i = 0; i < 20_000; i++) {
      const src = Uint8Array.from({ length: i % 2 === 0 ? 8 + 24 * (random() % 4) : random() % 90 }, () => random());
      if (i % 4 === 0) {
        src[0] = random() % 40;
        src.fill(0, 1, 4);
        src[4] = random() % 8;
        src.fill(0, 5, 8);
      }
      try {
        unpackInputs(session, src);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        refused++;
      }
      if (i % 500 === 0) session.step();
    }
    expect(refused).toBeGreaterThan(9000);
    expect(20_000 - refused).toBeGreaterThan(3000);
    expect(session.stats.desyncs).toBeGreaterThan(100);
  });

  it('refuses wrong types: TypeError', () => {
    const session = make();
    for (const wrong of [null, undefined, [], 'x', new ArrayBuffer(16), new Uint32Array(4)]) {
      // @ts-expect-error on purpose
      expectRefusal(() => unpackInputs(session, wrong), TypeError);
    }
    for (const wrong of [null, undefined, {}]) {
      // @ts-expect-error on purpose
      expectRefusal(() => unpackInputs(wrong, words(0, 1, 1, 1)), TypeError);
    }
    for (const wrong of [3, {}, 'x']) {
      // @ts-expect-error on purpose
      expectRefusal(() => unpackInputs(session, words(0, 1, 1, 1), wrong), TypeError);
    }
  });
});

describe('packInputs and unpackInputs together', () => {
  it('carry a match over a channel that loses three packets of four', () => {
    const sides = [make({ inputDelay: 1, localPlayer: 0 }), make({ inputDelay: 1, localPlayer: 1 })];
    const offline = make({ inputDelay: 1 });
    const input = (player: number, frame: number) => (Math.floor(frame / 3) * 7 + player * 3) & 15;
    const dest = new Uint8Array(8 + 4 * 8);
    for (let tick = 0; tick < 400; tick++) {
      sides.forEach((session, player) => {
        const due = session.frame() + 1;
        session.setLocalInput(input(player, due));
        const length = packInputs(session, dest, due, 1 << player, 4);
        if (tick % 4 === player)
          sides.forEach((other) => {
            if (other !== session) unpackInputs(other, dest.subarray(0, length));
          });
        session.step();
      });
      for (const player of [0, 1]) if (tick >= 1) offline.queueRemoteInput(player, tick, input(player, tick));
      offline.step();
      const frame = Math.min(...sides.map((session) => Math.min(session.confirmedFrame(), session.frame() - 1)));
      for (const session of sides) {
        session.resync();
        if (frame >= session.frame() - session.depth())
          expect(session.checksumAt(frame)).toBe(offline.checksumAt(frame));
      }
    }
    for (const session of sides) {
      expect(session.confirmedFrame()).toBeGreaterThan(390);
      expect(session.stats.rollbacks).toBeGreaterThan(20);
    }
  });
});

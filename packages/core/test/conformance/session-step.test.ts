import { describe, expect, it } from 'vitest';
import { createSession, unpackInputs, type FieldViews, type SessionOptions } from '../../src/index.js';
import { bufferOf, observeSession } from './observe-session.js';
import { readTally, tally, TALLY_FIELDS, type TallyFields } from './tally-game.js';
import { expectRefusal } from './refusal.js';

const counterFields = { x: { type: Int32Array, length: 2 } } as const;

/** x[0] sums all inputs, x[1] counts frames. */
function sum(fields: FieldViews<typeof counterFields>, inputs: Uint32Array): void {
  for (const input of inputs) fields.x[0] = (fields.x[0] ?? 0) + input;
  fields.x[1] = (fields.x[1] ?? 0) + 1;
}

function counter(options: Partial<SessionOptions<typeof counterFields>> = {}) {
  return createSession({ capacity: 8, numPlayers: 2, fields: counterFields, simulate: sum, ...options });
}

describe('step', () => {
  it('hands simulate the live fields, numPlayers * inputWords inputs by player then word, and the frame', () => {
    const seen: { fields: unknown; inputs: number[]; frame: number }[] = [];
    const session = createSession({
      capacity: 4,
      numPlayers: 3,
      inputWords: 2,
      fields: counterFields,
      localPlayer: 1,
      startFrame: 10,
      simulate: (fields, inputs, frame) => {
        expect(inputs).toBeInstanceOf(Uint32Array);
        seen.push({ fields, inputs: [...inputs], frame });
      },
    });
    session.setLocalInput([3, 4]);
    session.queueRemoteInput(0, 10, [1, 2]);
    session.queueRemoteInput(2, 10, [5, 6]);
    session.step();
    session.step();
    expect(seen).toEqual([
      { fields: session.fields, inputs: [1, 2, 3, 4, 5, 6], frame: 10 },
      { fields: session.fields, inputs: [1, 2, 3, 4, 5, 6], frame: 11 },
    ]);
    expect(seen[0]?.fields).toBe(session.fields);
  });

  it('moves the frame by one, commits, and counts the genesis commit in depth', () => {
    const session = counter({ capacity: 4 });
    const depths = [session.depth()];
    for (let frame = 0; frame < 6; frame++) {
      expect(session.frame()).toBe(frame);
      expect(session.step()).toBe(undefined);
      depths.push(session.depth());
      expect(session.stateAt(frame)).toBe(session.peek(0));
      expect([...session.peek(0).x]).toEqual([...session.fields.x]);
    }
    expect(depths).toEqual([0, 2, 3, 4, 4, 4, 4]);
  });

  it('works at capacity 1: genesis is pushed out by the first frame, nothing can be redone', () => {
    const session = counter({ capacity: 1 });
    session.setLocalInput(5);
    session.step();
    expect(session.depth()).toBe(1);
    expect(session.stateAt(0).x[0]).toBe(5);
    expectRefusal(() => session.stateAt(-1), RangeError, -1, 0);
    expect(session.queueRemoteInput(1, 0, 9)).toBe(false);
    expect(session.resync()).toBe(false);
    expect(session.stats.mispredictions).toBe(0);
    expect(session.queueRemoteInput(1, 1, 9)).toBe(false);
    session.step();
    // The local 5 is repeated, and 9 joins it.
    expect(session.fields.x[0]).toBe(5 + 5 + 9);
    expect(session.confirmedFrameOf(1)).toBe(-1);
  });

  it('commits genesis, the state written before the first step, as state(startFrame - 1)', () => {
    for (const startFrame of [0, 41]) {
      const session = counter({ startFrame });
      session.fields.x[0] = 1000;
      session.step();
      expect(session.stateAt(startFrame - 1).x[0]).toBe(1000);
      expect(session.feedRemoteInput(1, startFrame, 7)).toBe(true);
      expect(session.fields.x[0]).toBe(1007);
      expect(session.stateAt(startFrame - 1).x[0]).toBe(1000);
    }
  });

  it('captures what was written up to the first step, not at creation', () => {
    const session = counter();
    session.fields.x[0] = 1;
    session.setLocalInput(2);
    session.queueRemoteInput(1, 2, 4);
    session.resync();
    session.fields.x[0] = 100;
    session.step();
    expect(session.stateAt(-1).x[0]).toBe(100);
    expect(session.fields.x[0]).toBe(102);
  });

  it('loses writes outside simulate at the next rollback', () => {
    const session = counter();
    session.step();
    session.step();
    session.fields.x[0] = 5000;
    session.queueRemoteInput(1, 1, 3);
    session.step();
    // 0 at frame 0, 3 at frame 1, 3 predicted at frame 2.
    expect(session.fields.x[0]).toBe(6);
  });

  it('runs resync first', () => {
    const frames: string[] = [];
    const session = counter({
      simulate: (fields, inputs, frame) => {
        frames.push(`${frame}:${inputs[1]}`);
        sum(fields, inputs);
      },
    });
    session.step();
    session.step();
    session.queueRemoteInput(1, 0, 9);
    frames.length = 0;
    session.step();
    expect(frames).toEqual(['0:9', '1:9', '2:9']);
    expect(session.stats.rollbacks).toBe(1);
  });

  it('keeps its own copy of the inputs: a simulate that writes over them changes nothing later', () => {
    const make = (scribble: boolean) =>
      counter({
        simulate: (fields, inputs) => {
          sum(fields, inputs);
          if (scribble) inputs.fill(0xdead);
        },
      });
    const [session, twin] = [make(true), make(false)];
    for (const each of [session, twin]) {
      each.setLocalInput(3);
      each.queueRemoteInput(1, 0, 8);
      for (let i = 0; i < 4; i++) each.step();
      expect(each.queueRemoteInput(1, 2, 8)).toBe(false);
      expect(each.feedRemoteInput(1, 1, 5)).toBe(true);
      each.step();
    }
    expect(observeSession(session)).toEqual(observeSession(twin));
  });

  it('tells resimulating within the replay of a resync alone', () => {
    const seen: boolean[] = [];
    const session = counter({
      simulate: (fields, inputs) => {
        seen.push(session.resimulating);
        sum(fields, inputs);
      },
      predict: (_player, _frame, scratch, offset) => {
        scratch[offset] = 0;
      },
    });
    session.step();
    session.step();
    session.queueRemoteInput(1, 0, 9);
    expect(session.resimulating).toBe(false);
    session.step();
    expect(seen).toEqual([false, false, true, true, false]);
    expect(session.resimulating).toBe(false);
  });
});

describe('a simulate or predict that throws', () => {
  const boom = new Error('boom');

  function fragile(
    fails: (where: 'simulate' | 'predict', frame: number) => boolean,
    options: { capacity?: number; startFrame?: number } = {},
  ) {
    return createSession({
      capacity: 8,
      numPlayers: 2,
      fields: TALLY_FIELDS,
      ...options,
      simulate: (fields: TallyFields, inputs, frame) => {
        tally(fields, inputs, frame);
        if (fails('simulate', frame)) throw boom;
      },
      predict: (_player, frame, scratch, offset, fields) => {
        if (fails('predict', frame)) throw boom;
        // A prediction that depends on the state shows a state that was not restored.
        scratch[offset] = ((fields['hash']?.[0] ?? 0) & 3) + frame;
      },
    });
  }

  for (const where of ['simulate', 'predict'] as const) {
    it(`${where} in the new frame: live, frame and depth as before, the error goes to the caller, a retry is as good`, () => {
      for (const at of [1, 2, 7, 30]) {
        let armed = true;
        const session = fragile((place, frame) => armed && place === where && frame === at);
        const twin = fragile(() => false);
        for (const each of [session, twin]) each.fields.hash.fill(77);
        for (let frame = 0; frame < at; frame++) {
          for (const each of [session, twin]) {
            each.setLocalInput(frame);
            each.step();
          }
        }
        const before = observeSession(session);
        const live = readTally(session.fields);
        for (let attempt = 0; attempt < 3; attempt++) {
          expect(() => session.step()).toThrow(boom);
          expect(readTally(session.fields)).toEqual(live);
          expect(session.frame()).toBe(at);
          expect(session.depth()).toBe(before.depth);
          expect(session.resimulating).toBe(false);
          // The slot that the lost frame would have filled is nobody's; all that is held is as it was.
          const after = observeSession(session);
          expect({ ...after, bytes: [] }).toEqual({ ...before, bytes: [] });
          expect(readTally(session.stateAt(at - 1))).toEqual(live);
        }
        armed = false;
        for (let frame = at; frame < at + 12; frame++) {
          for (const each of [session, twin]) {
            each.setLocalInput(frame);
            each.feedRemoteInput(1, Math.max(0, frame - 3), frame & 1);
            each.step();
          }
          expect(observeSession(session)).toEqual(observeSession(twin));
        }
      }
    });

    it(`${where} in the very first frame: the state written before it is kept, and what is written before the retry is genesis`, () => {
      let armed = true;
      const session = fragile((place) => armed && place === where);
      session.fields.hash.fill(5);
      const live = readTally(session.fields);
      expect(() => session.step()).toThrow(boom);
      expect(readTally(session.fields)).toEqual(live);
      expect(session.frame()).toBe(0);
      expect(session.depth()).toBe(0);
      expectRefusal(() => session.stateAt(-1), RangeError);
      armed = false;
      session.fields.hash.fill(6);
      session.step();
      expect(session.depth()).toBe(2);
      expect([...session.stateAt(-1).hash]).toEqual([6, 6, 6, 6, 6]);
    });

    it(`${where} within a resync of step, feedRemoteInput, resync or unpackInputs: live and frame as before, the redo stays pending`, () => {
      for (const by of ['step', 'feedRemoteInput', 'resync', 'unpackInputs'] as const) {
        for (const at of [14, 15, 17, 19]) {
          let armed = false;
          const session = fragile((place, frame) => armed && place === where && frame === at);
          const twin = fragile(() => false);
          for (let frame = 0; frame < 20; frame++) {
            for (const each of [session, twin]) {
              each.setLocalInput(frame);
              each.step();
            }
          }
          const contradiction = 0x7000_0000;
          // A confirmed frame is not predicted: the earliest guess stands one frame after the input that arrives.
          const first = where === 'predict' ? at - 1 : at === 14 ? 14 : at - 2;
          const act = (each: typeof session) => {
            if (by === 'step' || by === 'resync') {
              each.queueRemoteInput(1, first, contradiction);
              each[by]();
            } else if (by === 'feedRemoteInput') {
              each.feedRemoteInput(1, first, contradiction);
            } else {
              const packet = new Uint8Array(8 + 8);
              const view = new DataView(packet.buffer);
              view.setUint32(0, first, true);
              view.setUint32(4, 0b10, true);
              view.setUint32(12, contradiction, true);
              unpackInputs(each, packet);
            }
          };
          const live = readTally(session.fields);
          armed = true;
          expect(() => act(session), `${by} at ${at}`).toThrow(boom);
          expect(readTally(session.fields)).toEqual(live);
          expect(session.frame()).toBe(20);
          expect(session.depth()).toBe(8);
          expect(session.resimulating).toBe(false);
          expect(() => session.step()).toThrow(boom);
          expect(() => session.resync()).toThrow(boom);
          expect(readTally(session.fields)).toEqual(live);
          expect(session.frame()).toBe(20);
          armed = false;
          session.step();
          act(twin);
          if (by !== 'step') twin.step();
          const ignoring = (each: typeof session) => ({ ...observeSession(each), stats: [] });
          expect(ignoring(session)).toEqual(ignoring(twin));
          for (let frame = 21; frame < 33; frame++) {
            for (const each of [session, twin]) {
              each.setLocalInput(frame);
              each.feedRemoteInput(1, frame - 4, frame & 1);
              each.step();
            }
            expect(ignoring(session)).toEqual(ignoring(twin));
          }
        }
      }
    });
  }

  it('an earlier contradiction that arrives while a failed redo is pending is redone from the earlier frame', () => {
    let armed = false;
    const session = fragile((place, frame) => armed && place === 'simulate' && frame === 18);
    const twin = fragile(() => false);
    for (const each of [session, twin]) for (let frame = 0; frame < 20; frame++) each.step();
    armed = true;
    expect(() => session.feedRemoteInput(1, 16, 0x7000_0000)).toThrow(boom);
    armed = false;
    session.queueRemoteInput(1, 14, 0x6000_0000);
    session.resync();
    twin.queueRemoteInput(1, 16, 0x7000_0000);
    twin.queueRemoteInput(1, 14, 0x6000_0000);
    twin.resync();
    expect({ ...observeSession(session), stats: [] }).toEqual({ ...observeSession(twin), stats: [] });
  });

  it('the new frame, the ring being full: what the oldest frame was simulated with is not lost', () => {
    // The frame that throws would take the row of inputs of a frame one revolution older, from which the oldest guess
    // is repeated.
    let armed = false;
    const make = (fails: boolean) =>
      createSession({
        capacity: 8,
        numPlayers: 3,
        fields: TALLY_FIELDS,
        simulate: (fields: TallyFields, inputs, frame) => {
          if (fails && armed && frame === 20) throw boom;
          tally(fields, inputs, frame);
        },
      });
    const [session, twin] = [make(true), make(false)];
    for (const each of [session, twin]) {
      each.queueRemoteInput(1, 0, 9);
      for (let frame = 0; frame < 20; frame++) each.step();
      each.feedRemoteInput(1, 14, 7);
    }
    armed = true;
    expect(() => session.step()).toThrow(boom);
    armed = false;
    for (const each of [session, twin]) each.feedRemoteInput(2, 13, 4);
    const out = new Uint32Array(1);
    session.inputAt(1, 13, out);
    expect(out[0]).toBe(9);
    expect({ ...observeSession(session), bytes: [] }).toEqual({ ...observeSession(twin), bytes: [] });
  });

  it('the new frame after a resync that went well: a retry ends in the truth', () => {
    let armed = false;
    const session = fragile((place, frame) => armed && place === 'simulate' && frame === 20);
    const twin = fragile(() => false);
    for (const each of [session, twin]) for (let frame = 0; frame < 20; frame++) each.step();
    armed = true;
    session.queueRemoteInput(1, 15, 0x7000_0000);
    twin.queueRemoteInput(1, 15, 0x7000_0000);
    const live = readTally(session.fields);
    expect(() => session.step()).toThrow(boom);
    // The redo was whole when the new frame threw; it is undone with the rest of the call.
    expect(readTally(session.fields)).toEqual(live);
    expect(session.frame()).toBe(20);
    expect(session.depth()).toBe(8);
    armed = false;
    session.step();
    twin.step();
    expect({ ...observeSession(session), stats: [] }).toEqual({ ...observeSession(twin), stats: [] });
  });
});

describe('a simulate that returns something', () => {
  it.each([
    ['async', async () => {}, 'Promise'],
    ['a number', (() => 5) as () => void, '5'],
    ['null', (() => null) as () => void, 'null'],
  ] as const)('%s: the first step throws a TypeError and changes nothing', (_, returned, shown) => {
    const session = counter({
      simulate: (fields, inputs) => {
        sum(fields, inputs);
        return returned() as void;
      },
    });
    session.fields.x[0] = 3;
    expect(() => session.step()).toThrow(
      new TypeError(`simulate() must return nothing and cannot be async, got ${shown}`),
    );
    expect([session.frame(), session.depth(), session.fields.x[0]]).toEqual([0, 0, 3]);
  });
});

describe('the re-entrancy guard', () => {
  type Counter = ReturnType<typeof counter>;
  const packet = (mask: number) => {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setUint32(4, mask, true);
    return bytes;
  };
  const mutating: Record<string, (session: Counter) => unknown> = {
    step: (s) => s.step(),
    setLocalInput: (s) => s.setLocalInput(1),
    setInput: (s) => s.setInput(1, s.frame(), 1),
    feedRemoteInput: (s) => s.feedRemoteInput(1, s.frame(), 1),
    queueRemoteInput: (s) => s.queueRemoteInput(1, s.frame(), 1),
    resync: (s) => s.resync(),
    commit: (s) => s.commit(),
    rollback: (s) => s.rollback(0),
    reset: (s) => s.reset(),
    unpackInputs: (s) => unpackInputs(s, packet(0b10)),
  };

  for (const [name, call] of Object.entries(mutating)) {
    it(`${name} inside simulate and predict throws an Error that says so, and does nothing, in a first run and in a redo`, () => {
      const caught: unknown[] = [];
      let tries = false;
      const attempt = () => {
        if (!tries) return;
        // Without the guard the call would come back here for ever.
        tries = false;
        try {
          call(session);
          caught.push(undefined);
        } catch (error) {
          caught.push(error);
        } finally {
          tries = true;
        }
      };
      const make = (inside: () => void) =>
        counter({
          simulate: (fields, inputs) => {
            inside();
            sum(fields, inputs);
            inside();
          },
          predict: (player, frame, scratch, offset) => {
            inside();
            scratch[offset] = player + frame;
          },
        });
      const session = make(attempt);
      const twin = make(() => {});
      for (const each of [session, twin]) for (let i = 0; i < 4; i++) each.step();
      tries = true;
      for (const each of [session, twin]) {
        each.setLocalInput(3);
        each.step();
        each.feedRemoteInput(1, 2, 50);
        each.step();
      }
      tries = false;
      expect(caught.length).toBeGreaterThanOrEqual(12);
      for (const error of caught) expect(error).toBeInstanceOf(Error);
      // unpackInputs hands its inputs to queueRemoteInput.
      const called = name === 'unpackInputs' ? 'queueRemoteInput' : name;
      expect(new Set(caught.map(String))).toEqual(
        new Set(['simulate', 'predict'].map((inside) => `Error: ${called}() was called from inside ${inside}`)),
      );
      expect(observeSession(session)).toEqual(observeSession(twin));
      expect(() => call(session)).not.toThrow();
    });
  }

  it('lets simulate and predict read', () => {
    const read = (session: Counter) => {
      session.frame();
      session.depth();
      session.confirmedFrame();
      session.confirmedFrameOf(1);
      session.frameAdvantage();
      expect(session.stats.desyncs).toBe(0);
      if (session.depth() > 0) session.peek(0);
    };
    const session: Counter = counter({
      simulate: (fields, inputs, frame) => {
        if (!session.resimulating) expect(session.frame()).toBe(frame);
        read(session);
        sum(fields, inputs);
      },
      predict: (_player, _frame, scratch, offset) => {
        read(session);
        scratch[offset] = 0;
      },
    });
    for (let i = 0; i < 4; i++) session.step();
    session.feedRemoteInput(1, 1, 5);
    expect(session.fields.x[0]).toBe(5);
  });

  it('guards a session against itself alone: another session may be used inside', () => {
    const inner = counter();
    const outer = counter({
      simulate: (fields, inputs) => {
        inner.setLocalInput(2);
        inner.step();
        sum(fields, inputs);
      },
    });
    outer.step();
    outer.step();
    expect(inner.frame()).toBe(2);
    expect(inner.fields.x[0]).toBe(4);
  });

  it('is down again after a throw', () => {
    let armed = true;
    const session = counter({
      simulate: (fields, inputs) => {
        if (armed) throw new Error('once');
        sum(fields, inputs);
      },
    });
    expect(() => session.step()).toThrow('once');
    armed = false;
    session.setLocalInput(4);
    session.step();
    expect(session.fields.x[0]).toBe(4);
  });
});

describe('reset', () => {
  it('is a new match: as a fresh session in every observable, and in every frame after', () => {
    const options = {
      capacity: 8,
      numPlayers: 2,
      inputDelay: 2,
      startFrame: 30,
      fields: TALLY_FIELDS,
      simulate: tally,
    } as const;
    const used = createSession(options);
    used.fields.hash.fill(9);
    for (let i = 0; i < 25; i++) {
      used.setLocalInput(i);
      if (i % 3 === 0) used.feedRemoteInput(1, used.frame(), i);
      used.step();
    }
    used.queueRemoteInput(1, used.frame() - 2, 123);
    used.queueRemoteInput(1, used.frame() + 5, 77);
    used.queueRemoteInput(1, used.frame() + 5, 78);
    used.reset();
    const fresh = createSession(options);
    const visible = (session: typeof used) => ({ ...observeSession(session), bytes: readTally(session.fields) });
    expect(visible(used)).toEqual(visible(fresh));
    expect(used.frame()).toBe(30);
    expect(used.resync()).toBe(false);
    for (let i = 0; i < 25; i++) {
      for (const session of [used, fresh]) {
        if (i === 0) session.fields.hash.fill(4);
        session.setLocalInput(i * 3);
        if (i % 4 === 1) session.queueRemoteInput(1, session.frame() - 1, i);
        session.step();
      }
      expect(used.depth()).toBe(fresh.depth());
      expect(visible(used)).toEqual(visible(fresh));
      for (let frame = used.frame() - used.depth(); frame < used.frame(); frame++) {
        expect(readTally(used.stateAt(frame))).toEqual(readTally(fresh.stateAt(frame)));
      }
    }
  });

  it('re-arms genesis and leaves the ring empty until the next step', () => {
    const session = counter();
    session.fields.x[0] = 3;
    session.step();
    session.reset();
    expect(session.depth()).toBe(0);
    expectRefusal(() => session.stateAt(-1), RangeError);
    expectRefusal(() => session.peek(), RangeError);
    expect([...session.fields.x]).toEqual([0, 0]);
    session.fields.x[0] = 8;
    session.step();
    expect(session.depth()).toBe(2);
    expect(session.stateAt(-1).x[0]).toBe(8);
  });
});

describe('raw ring access', () => {
  it('commits, peeks and rolls back without moving the frame; stateAt counts from the ring as it is', () => {
    const session = counter();
    for (let i = 0; i < 4; i++) {
      session.setLocalInput(1);
      session.step();
    }
    session.fields.x[0] = 50;
    session.commit();
    expect(session.frame()).toBe(4);
    expect(session.depth()).toBe(6);
    expect(session.peek().x[0]).toBe(50);
    expect(session.peek(1).x[0]).toBe(4);
    expect(session.stateAt(3)).toBe(session.peek(0));
    expect(session.stateAt(-2)).toBe(session.peek(5));
    session.rollback();
    expect(session.frame()).toBe(4);
    expect(session.depth()).toBe(5);
    expect(session.fields.x[0]).toBe(4);
    session.rollback(2);
    expect(session.depth()).toBe(3);
    expect(session.fields.x[0]).toBe(2);
    expect(session.stateAt(3)).toBe(session.peek(0));
  });

  it('refuses as the ring does, and touches nothing', () => {
    const session = counter();
    for (let i = 0; i < 3; i++) session.step();
    const before = observeSession(session);
    for (const n of [-1, 4, 2 ** 32]) {
      expectRefusal(() => session.peek(n), RangeError, n);
      expectRefusal(() => session.rollback(n), RangeError, n);
    }
    for (const n of [0.5, Number.NaN]) {
      expectRefusal(() => session.peek(n), TypeError, String(n));
      expectRefusal(() => session.rollback(n), TypeError, String(n));
    }
    expect(observeSession(session)).toEqual(before);
  });
});

describe('memory', () => {
  it('keeps live and all slots of a session in one buffer', () => {
    const session = createSession({ capacity: 4, numPlayers: 1, fields: TALLY_FIELDS, simulate: tally });
    session.step();
    const buffer = bufferOf(session);
    expect(buffer.byteLength).toBe(48 * 5);
    for (const fields of [session.fields, session.peek(0), session.stateAt(-1)]) {
      for (const view of Object.values(fields)) expect(view.buffer).toBe(buffer);
    }
  });
});

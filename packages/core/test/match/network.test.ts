// The tools of these scenarios, and that a fault in a match cannot pass them by.
import { describe, expect, it } from 'vitest';
import { createNetwork, type LinkSettings } from './network.js';
import { InputLog, Truth } from './offline.js';
import { sensitiveGame, simulate } from './sensitive-game.js';
import { createWorld } from './world.js';

/** Sends `count` packets, one a millisecond, and says when which of them arrived. */
function send(count: number, settings: Partial<LinkSettings>): { numbers: number[]; delays: number[] } {
  const network = createNetwork(1, settings);
  const [a, b] = [network.join('a'), network.join('b')];
  const numbers: number[] = [];
  const delays: number[] = [];
  b.onMessage((payload, peer) => {
    expect(peer).toBe('a');
    expect(payload).toHaveLength(4);
    const number = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
    numbers.push(number);
    delays.push(network.now() - number);
  });
  const packet = new Uint8Array(4);
  for (let i = 0; i < count; i++) {
    new DataView(packet.buffer).setUint32(0, i);
    a.send(packet, 'b');
    packet.fill(0xff);
    network.advance(i + 1);
  }
  network.advance(count + 1000);
  return { numbers, delays };
}

describe('the test network', () => {
  it('delivers all, in order, after its latency', () => {
    const { numbers, delays } = send(500, { latencyMs: 25 });
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(new Set(delays)).toEqual(new Set([25]));
  });

  it('has jitter, which reorders', () => {
    const { numbers, delays } = send(2000, { latencyMs: 20, jitterMs: 30 });
    expect(numbers).toHaveLength(2000);
    expect(Math.min(...delays)).toBeLessThan(21);
    expect(Math.max(...delays)).toBeGreaterThan(49);
    expect(Math.max(...delays)).toBeLessThanOrEqual(50);
    expect(numbers.filter((number, i) => number < (numbers[i - 1] ?? -1)).length).toBeGreaterThan(300);
  });

  it('loses, doubles and delays as often as it is told', () => {
    expect(send(5000, { loss: 0.3 }).numbers.length / 5000).toBeCloseTo(0.7, 1);
    expect(send(5000, { duplicate: 0.2 }).numbers.length / 5000).toBeCloseTo(1.2, 1);
    expect(send(5000, { reorder: 0.25 }).delays.filter((delay) => delay > 0).length / 5000).toBeCloseTo(0.25, 1);
    expect(send(100, { burst: 60 }).numbers).toEqual(Array.from({ length: 40 }, (_, i) => 60 + i));
    expect(send(100, { cut: true }).numbers).toEqual([]);
  });

  it('counts and taps one direction', () => {
    const network = createNetwork(2);
    const [a, b, c] = [network.join('a'), network.join('b'), network.join('c')];
    const heard: string[] = [];
    for (const [name, transport] of [
      ['a', a],
      ['b', b],
      ['c', c],
    ] as const)
      transport.onMessage((bytes, peer) => heard.push(`${peer}>${name} ${bytes.join()}`));
    network.link('a', 'b').tap = (bytes) => Uint8Array.from(bytes, (value) => value + 1);
    network.link('a', 'c').tap = () => undefined;
    a.send(Uint8Array.of(1, 2));
    b.send(Uint8Array.of(3), 'c');
    network.advance(1);
    expect(heard).toEqual(['a>b 2,3', 'b>c 3']);
    expect(network.link('a', 'b')).toMatchObject({ packets: 1, bytes: 2, largest: 2, arrived: 1 });
    expect(network.link('a', 'c')).toMatchObject({ packets: 1, bytes: 2, arrived: 0 });
    expect(network.link('b', 'a')).toMatchObject({ packets: 0 });
    network.rename('c', 'd');
    b.send(Uint8Array.of(4), 'c');
    b.send(Uint8Array.of(5), 'd');
    network.advance(2);
    expect(heard.slice(2)).toEqual(['b>c 5']);
  });

  it('is the same for the same seed', () => {
    const settings = { latencyMs: 5, jitterMs: 40, loss: 0.3, duplicate: 0.2, reorder: 0.2 };
    expect(send(300, settings)).toEqual(send(300, settings));
  });
});

describe('the truth', () => {
  const truth = (first: number, late = 0): Truth => {
    const log = new InputLog(1);
    log.own(0, 'a', 2);
    log.own(1, 'b', 0);
    for (let frame = 0; frame < 50; frame++) {
      log.sample(0, frame + 2, [first + frame]);
      log.sample(1, frame, [frame === 49 ? late : 5]);
    }
    return new Truth(sensitiveGame(), log, 77, 'neutral');
  };
  const run = (each: Truth, frames = 50): number => {
    for (let i = 0; i < frames; i++) each.step();
    return each.checksum();
  };

  it('is another one after any change of any input, and stays so', () => {
    const sums = new Set([run(truth(0)), run(truth(1)), run(truth(0x8000_0000)), run(truth(0, 1)), run(truth(0), 49)]);
    expect(sums.size).toBe(5);
    expect(run(truth(0))).toBe(run(truth(0)));
  });

  it('is cut where a player was dropped, and refuses a cut in the past', () => {
    const [cut, whole] = [truth(0), truth(0)];
    cut.cut(1, 20);
    expect(run(cut, 21)).toBe(run(whole, 21));
    expect(run(cut, 1)).not.toBe(run(whole, 1));
    expect(() => cut.cut(0, 20)).toThrow(/confirmed already/);
  });

  it('says which element is wrong', () => {
    const [one, other] = [truth(0), truth(0)];
    run(one);
    run(other);
    expect(one.difference(other.fields)).toBeUndefined();
    other.fields.recent[1]! ^= 4;
    expect(one.difference(other.fields)).toMatch(/^recent\[1\]/);
  });

  it('keeps the first sample of a frame, repeats the last one over a gap, and knows what nobody sampled', () => {
    const log = new InputLog(2);
    const out = new Uint32Array(2);
    log.own(0, 'a', 1);
    log.sample(0, 1, [1, -1]);
    log.sample(0, 1, [9, 9]);
    log.sample(0, 4, [5, 6]);
    const rows = [0, 1, 2, 3, 4].map((frame) => (log.read(0, frame, out, 0) ? [...out] : undefined));
    expect(rows).toEqual([
      [0, 0],
      [1, 0xffff_ffff],
      [1, 0xffff_ffff],
      [1, 0xffff_ffff],
      [5, 6],
    ]);
    expect(log.read(0, 5, out, 0)).toBe(false);
    expect(() => log.own(0, 'b', 1)).toThrow(/belongs to/);
  });
});

describe('a world', () => {
  it('fails when one machine plays by other rules', () => {
    const game = sensitiveGame();
    const world = createWorld({ seed: 1, game, link: { latencyMs: 20 } });
    world.machine('a');
    world.machine('b', {
      game: {
        ...game,
        simulate(fields, inputs, frame) {
          simulate(fields, inputs, frame);
          if (frame === 40) fields.trace[4]! ^= 1;
        },
      },
    });
    expect(() => world.play(100)).toThrow(/machine b: after frame 40 trace\[4\]/);
  });

  it('fails when a frame was played with another input than was sampled', () => {
    const world = createWorld({ seed: 2, game: sensitiveGame(), link: { latencyMs: 20 } });
    const a = world.machine('a');
    world.machine('b');
    world.play(30);
    // Behind the back of the log.
    a.match.advance(0x5555);
    expect(() => world.play(100)).toThrow(/after frame/);
  });

  it('fails when nothing happens', () => {
    const world = createWorld({ seed: 3, game: sensitiveGame() });
    world.machine('a');
    expect(() => world.play(1, 500)).toThrow(/not within 500 ms/);
  });
});

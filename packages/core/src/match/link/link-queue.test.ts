import { describe, expect, it } from 'vitest';
import { PACKET_MAX, PLAIN_HEADER } from '../../wire/limits.js';
import { createPacketWriter } from '../../wire/packet.js';
import { createMatchClock } from '../match-clock.js';
import { createLinkQueue } from './link-queue.js';

const KEY = { low: 1, high: 2 };
const out = createPacketWriter();
const plain = (value: number): Uint8Array => {
  out.startPlain(1);
  out.put(value);
  return out.finishPlain().slice();
};
const sealed = (sequence: number, wraps = 0): Uint8Array => {
  out.startSealed(4, sequence);
  out.put(9);
  return out.finishSealed(KEY, wraps).slice();
};
let now = 0;
const clock = createMatchClock(() => now);

describe('a queue', () => {
  it('gives packets in the order in which they came, with sender, type and time', () => {
    const queue = createLinkQueue(4, clock);
    for (const [value, sender] of [
      [7, 'a'],
      [8, 'b'],
    ] as const) {
      expect(queue.stage(plain(value))).toBe(true);
      now += 10;
      clock.look();
      expect(queue.add(sender, sender === 'a')).toBe(false);
    }
    expect(queue.peek()).toBe(1);
    expect([queue.next(), queue.sender, queue.kind, queue.isNewest, queue.reader.get()]).toEqual([
      true,
      'a',
      1,
      true,
      7,
    ]);
    const first = queue.arrived[0]!;
    expect([queue.next(), queue.sender, queue.isNewest, queue.reader.get()]).toEqual([true, 'b', false, 8]);
    expect(queue.arrived[0]! - first).toBe(10);
    expect([queue.reader.isRead(), queue.next(), queue.peek()]).toEqual([true, false, -1]);
  });

  it('lets the oldest packet go when it is full', () => {
    const queue = createLinkQueue(3, clock);
    const full = [1, 2, 3, 4, 5].map((value) => {
      queue.stage(plain(value));
      return queue.add('a');
    });
    expect(full).toEqual([false, false, false, true, true]);
    const read: number[] = [];
    while (queue.next()) read.push(queue.reader.get());
    expect(read).toEqual([3, 4, 5]);
  });

  it('grows while packets wait, and loses none before it is full', () => {
    const queue = createLinkQueue(40, clock);
    const told: number[] = [];
    let value = 0;
    const add = (count: number): void => {
      for (let i = 0; i < count; i++, value++) {
        queue.stage(plain(value));
        expect(queue.isStagedPlain()).toBe(true);
        expect(queue.add(`peer ${value}`, value % 2 > 0)).toBe(false);
      }
    };
    const read = (count: number): void => {
      for (let i = 0; i < count; i++) {
        expect(queue.next()).toBe(true);
        const number = queue.reader.get();
        expect([queue.sender, queue.isNewest, queue.reader.isRead()]).toEqual([`peer ${number}`, number % 2 > 0, true]);
        told.push(number);
      }
    };
    add(2);
    read(1);
    add(9);
    read(6);
    add(36);
    read(40);
    expect(told).toEqual(Array.from({ length: 47 }, (_, i) => i));
    expect(queue.next()).toBe(false);
  });

  it('stages without adding: what turns out to be foreign leaves no trace', () => {
    const queue = createLinkQueue(2, clock);
    queue.stage(plain(1));
    queue.add('a');
    queue.stage(plain(2));
    queue.stage(plain(3));
    queue.add('a');
    const read: number[] = [];
    while (queue.next()) read.push(queue.reader.get());
    expect(read).toEqual([1, 3]);
  });

  it('refuses lengths that no packet has', () => {
    const queue = createLinkQueue(2, clock);
    expect(
      [PLAIN_HEADER - 1, PLAIN_HEADER, PACKET_MAX, PACKET_MAX + 1].map((n) => queue.stage(new Uint8Array(n))),
    ).toEqual([false, true, true, false]);
  });

  it('checks the seal of what is staged, whatever stood in its slot before', () => {
    const queue = createLinkQueue(1, clock);
    const long = new Uint8Array(600).fill(255);
    for (let turn = 0; turn < 3; turn++) {
      queue.stage(long);
      queue.add('a');
      queue.stage(plain(5));
      expect(queue.isStagedPlain()).toBe(true);
      queue.stage(sealed(0x12_3456, turn));
      expect(queue.stagedSequence()).toBe(0x12_3456);
      expect(queue.isStagedSealed(KEY, turn)).toBe(true);
      expect(queue.isStagedSealed(KEY, turn + 1)).toBe(false);
      expect(queue.isStagedSealed({ ...KEY, low: 3 }, turn)).toBe(false);
      expect(queue.isStagedPlain()).toBe(false);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createPacketWriter } from '../../wire/packet.js';
import { createToyContext, createToyLink, type ToyContext } from '../toy-match.js';

const HELLO = 1;
const KEY = 2;
const PLAY = 4;

const out = createPacketWriter();
const hello = (value = 0): Uint8Array => {
  out.startPlain(HELLO);
  out.put(value);
  return out.finishPlain().slice();
};
const waiting = ({ context: { links } }: ToyContext): string[] => {
  const from: string[] = [];
  while (links.strangers.next()) from.push(links.strangers.sender);
  links.startTick();
  return from;
};

describe('packets of strangers', () => {
  it('are four from one address in a tick', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    for (let i = 0; i < 50; i++) links.receive(hello(i), 'flood');
    links.receive(hello(), 'quiet');
    expect(waiting(toy)).toEqual(['flood', 'flood', 'flood', 'flood', 'quiet']);
    expect(links.dropped).toBe(46);
    links.receive(hello(), 'flood');
    expect(waiting(toy)).toEqual(['flood']);
  });

  it('crowd out strangers alone, from however many addresses they come', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const { link, seal } = createToyLink(toy, 5, 'a');
    links.add(link);
    for (let i = 0; i < 2000; i++) links.receive(hello(), `flood ${i}`);
    for (let i = 0; i < 10; i++) links.receive(seal(PLAY), 'a');
    expect(waiting(toy).length).toBeLessThanOrEqual(24);
    let read = 0;
    while (link.queue.next()) read++;
    expect(read).toBe(10);
  });

  it('of an address that is new are heard, however many addresses repeat themselves', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    for (let tick = 0; tick < 20; tick++) {
      for (let i = 0; i < 300; i++) links.receive(hello(), `flood ${i}`);
      expect(waiting(toy)).toHaveLength(tick < 18 ? 24 : tick > 18 ? 8 : 12);
    }
    for (let i = 0; i < 300; i++) links.receive(hello(), `flood ${i}`);
    links.receive(hello(), 'quiet');
    expect(waiting(toy)).toContain('quiet');
    toy.wait(1000);
    links.startTick();
    for (let i = 0; i < 300; i++) links.receive(hello(), `flood ${i}`);
    expect(waiting(toy)).toHaveLength(24);
  });

  it('that are KEYs are two in a tick, but for those that we wait for', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const key = (): Uint8Array => {
      out.startPlain(KEY);
      return out.finishPlain().slice();
    };
    links.expectKey('answer');
    for (let i = 0; i < 300; i++) links.receive(key(), `flood ${i}`);
    links.receive(key(), 'answer');
    links.receive(hello(), 'flood 0');
    expect(waiting(toy)).toEqual(['flood 0', 'flood 1', 'answer', 'flood 0']);
  });

  it('are dropped when they are damaged, and use up no share', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const damaged = hello();
    damaged[5]! ^= 1;
    for (let i = 0; i < 9; i++) links.receive(damaged, 'a');
    for (const length of [0, 1, 4, 5, 1201]) links.receive(new Uint8Array(length), 'a');
    links.receive(hello(), 'a');
    expect([waiting(toy), links.dropped]).toEqual([['a'], 14]);
  });
});

describe('packets of links', () => {
  it('go to the link that sealed them, where several share an address', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const both = [createToyLink(toy, 5, 'a'), createToyLink(toy, 6, 'a')];
    for (const { link } of both) links.add(link);
    for (const { seal } of both) links.receive(seal(PLAY), 'a');
    expect(both.map(({ link }) => [link.queue.next(), link.queue.next()])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(links.dropped).toBe(0);
  });

  it('are taken from a new address, to which the link moves', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const { link, seal } = createToyLink(toy, 5, 'a');
    links.add(link);
    links.receive(seal(PLAY), 'b');
    expect([link.address, link.queue.next(), links.dropped]).toEqual(['b', true, 0]);
  });

  it('cost a bounded number of trials from addresses that no link has', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const { link, seal } = createToyLink(toy, 5, 'a');
    links.add(link);
    const foreign = createToyLink(toy, 6).seal(PLAY);
    for (let i = 0; i < 32; i++) links.receive(foreign, 'nowhere');
    links.receive(seal(PLAY), 'b');
    expect([link.address, links.dropped]).toEqual(['a', 33]);
    links.receive(seal(PLAY), 'a');
    expect(link.queue.next()).toBe(true);
    links.startTick();
    links.receive(seal(PLAY), 'b');
    expect(link.address).toBe('b');
  });

  it('are nobody’s once the link is closed', () => {
    const toy = createToyContext();
    const { links } = toy.context;
    const { link, seal } = createToyLink(toy, 5, 'a');
    links.add(link);
    links.remove(link);
    links.remove(link);
    links.receive(seal(PLAY), 'a');
    expect([link.queue.next(), links.dropped]).toEqual([false, 1]);
  });
});

import { describe, expect, it } from 'vitest';
import { FULL, RUNNING, TAKEN } from '../../wire/messages.js';
import { createPacketReader } from '../../wire/packet.js';
import { createToyContext } from '../toy-match.js';
import { getHello, introduce, type Hello } from './hello.js';
import { Refusals } from './refusals.js';

const OWN = { node: 1000, nonce: 55 };

function refusals(options: Parameters<typeof createToyContext>[0] = {}, standing = { flags: 0, token: 0 }) {
  const toy = createToyContext(options);
  const introduction = introduce(toy.context.settings, OWN, { token: 0, node: 0 });
  const age = (): number => Math.floor(toy.context.clock.time() / 100);
  const made = new Refusals(toy.context, introduction, () => standing, age);
  const hello = (node: number, change: Partial<Hello> = {}): Hello => ({
    ...introduction,
    ...{ node, nonce: 9, refuses: 0, echo: 0, flags: 0, age: 0, token: 0 },
    ...change,
  });
  const turnedAway = (node: number, flags: number, token = 0): void =>
    made.take(hello(node, { refuses: OWN.node, echo: OWN.nonce, flags, token }), `peer ${node}`);
  /** Addresses whose machines say the same under their seal. */
  const sealed = new Set(['peer 7', 'peer 8', 'peer 9']);
  const isFinal = (): boolean => made.isFinal((peer) => sealed.has(peer));
  const rejects = (): unknown[] => {
    toy.context.events.flush();
    return toy.told.splice(0).map(({ detail }) => detail);
  };
  return { ...toy, made, hello, turnedAway, rejects, sealed, isFinal };
}

describe('turning away', () => {
  it('says so each time, and tells of it once', () => {
    const { made, sent, rejects, wait } = refusals();
    for (let i = 0; i < 3; i++, wait(100)) made.refuse({ node: 7, nonce: 9 }, 'them', 'full', 'no seats left');
    expect(rejects()).toEqual([{ peer: 'them', who: 'peer', reason: 'full', detail: 'no seats left' }]);
    expect(sent.map(({ to }) => to)).toEqual(['them', 'them', 'them']);
    const reader = createPacketReader(sent[0]!.bytes);
    reader.at = 5;
    reader.end = sent[0]!.bytes.length;
    expect(getHello(reader)).toMatchObject({ node: OWN.node, refuses: 7, echo: 9, flags: FULL });
  });

  it('answers two machines in a turn, and the others when they ask again', () => {
    const { made, sent, wait, rejects } = refusals();
    const ask = (node: number): boolean => made.refuse({ node, nonce: 9 }, `peer ${node}`, 'full', 'no seats left');
    for (let node = 1; node <= 9; node++) ask(node);
    expect([sent.length, rejects().length]).toEqual([2, 2]);
    wait(100);
    ask(9);
    expect([sent.length, rejects().length]).toEqual([3, 1]);
  });

  it('both tell of a mismatch; whoever came later is the one that ends', () => {
    const layout = { reason: 'layout', detail: () => 'x' } as const;
    const elder = refusals();
    elder.wait(3000);
    elder.made.hear(7);
    elder.made.mismatch(elder.hello(7, { age: 999 }), 'them', layout);
    expect(elder.rejects()).toMatchObject([{ who: 'peer', reason: 'layout' }]);
    const junior = refusals();
    junior.made.hear(7);
    junior.made.mismatch(junior.hello(7, { age: 999 }), 'them', layout);
    expect(junior.rejects()).toMatchObject([{ who: 'self', reason: 'layout' }]);
  });
});

describe('being turned away', () => {
  it('is not final for a second, and then is', () => {
    const { made, turnedAway, wait, rejects, isFinal } = refusals();
    made.hear(7);
    for (let ms = 0; ms < 1000; ms += 200) {
      turnedAway(7, FULL);
      expect(isFinal()).toBe(false);
      wait(200);
    }
    turnedAway(7, FULL);
    expect(isFinal()).toBe(true);
    expect(rejects()).toMatchObject([{ who: 'self', reason: 'full', detail: 'no seats left' }]);
  });

  it('is final only while its sender says so under a seal, too', () => {
    const { made, turnedAway, wait, sealed, isFinal } = refusals();
    made.hear(7);
    sealed.clear();
    for (let ms = 0; ms < 3000; ms += 200) {
      turnedAway(7, FULL);
      wait(200);
    }
    expect(isFinal()).toBe(false);
    sealed.add('peer 7');
    expect(isFinal()).toBe(true);
  });

  it('names a seat that is taken', () => {
    const { turnedAway, rejects } = refusals();
    turnedAway(7, TAKEN);
    expect(rejects()).toMatchObject([{ who: 'self', reason: 'taken' }]);
  });

  it('means nothing with the nonce of another, or without a reason', () => {
    const { made, hello, rejects, wait, isFinal } = refusals();
    made.hear(7);
    for (let ms = 0; ms < 1200; ms += 200) {
      made.take(hello(7, { refuses: OWN.node, echo: 54, flags: FULL }), 'peer 7');
      made.take(hello(7, { refuses: OWN.node, echo: 55 }), 'peer 7');
      wait(200);
    }
    expect([rejects(), isFinal()]).toEqual([[], false]);
  });

  it('by one that came after us ends nothing, whatever age it claims', () => {
    const { made, turnedAway, wait, isFinal } = refusals();
    wait(400);
    made.hear(7);
    for (let ms = 0; ms < 3000; ms += 200) {
      turnedAway(7, FULL);
      wait(200);
    }
    expect(isFinal()).toBe(false);
  });

  it('by two machines of one match ends it, even for one that came first', () => {
    const { turnedAway, wait, isFinal } = refusals();
    wait(400);
    for (let ms = 0; ms < 1200; ms += 200) {
      turnedAway(7, FULL | RUNNING, 3);
      turnedAway(8, FULL | RUNNING, 4);
      wait(200);
    }
    expect(isFinal()).toBe(false);
    for (let ms = 0; ms < 1200; ms += 200) {
      turnedAway(7, FULL | RUNNING, 3);
      turnedAway(8, FULL | RUNNING, 4);
      turnedAway(9, FULL | RUNNING, 3);
      wait(200);
    }
    expect(isFinal()).toBe(true);
  });

  it('is forgotten when it is not repeated, or when somebody is there who may let us in', () => {
    const { made, turnedAway, wait, isFinal } = refusals();
    made.hear(7);
    turnedAway(7, FULL);
    wait(1400);
    turnedAway(7, FULL);
    expect(isFinal()).toBe(false);
    wait(900);
    turnedAway(7, FULL);
    made.reset();
    turnedAway(7, FULL);
    wait(200);
    expect(isFinal()).toBe(false);
    wait(800);
    expect(isFinal()).toBe(true);
  });

  it('ends no host: it was always here first', () => {
    const { made, turnedAway, wait, isFinal } = refusals({ host: true });
    made.hear(7);
    for (let ms = 0; ms < 2000; ms += 200) {
      turnedAway(7, FULL);
      wait(200);
    }
    expect(isFinal()).toBe(false);
  });
});

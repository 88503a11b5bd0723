import { describe, expect, it } from 'vitest';
import { isSameKey, proofOf, readTicket, verifierFor, writeTicket } from './ticket.js';

const SECRET = { low: -5, high: 0x7fff_ffff };

describe('a ticket', () => {
  it('comes back from text as it was', () => {
    for (const ticket of [
      { token: -1, node: 1, secret: SECRET },
      { token: 0x7fff_ffff, node: -0x8000_0000, secret: { low: 0, high: 1 } },
    ]) {
      expect(readTicket(writeTicket(ticket))).toEqual(ticket);
    }
  });

  it('is four numbers in base 36', () => {
    expect(writeTicket({ token: 35, node: 36, secret: { low: 1, high: 71 } })).toBe('z.10.1.1z');
  });

  it('of text that is none has numbers that no match has', () => {
    for (const text of ['', 'x', '....', '%%.%%', 'zzzzzzzzzzzzzzzzz'.repeat(50)]) {
      const { token, node, secret } = readTicket(text);
      for (const part of [token, node, secret.low, secret.high]) expect(part).toBe(part | 0);
    }
    expect(readTicket('')).toEqual({ token: 0, node: 0, secret: { low: 0, high: 0 } });
  });
});

describe('a proof', () => {
  const link = { low: 11, high: 22 };
  it('is what the keeper of the verifier makes of the same link', () => {
    const verifier = verifierFor(SECRET, 7);
    expect(isSameKey(proofOf(verifier, link), proofOf(verifierFor(SECRET, 7), link))).toBe(true);
  });

  it('fits no other machine, no other secret and no other link', () => {
    const proof = proofOf(verifierFor(SECRET, 7), link);
    for (const other of [
      proofOf(verifierFor(SECRET, 8), link),
      proofOf(verifierFor({ ...SECRET, low: -6 }, 7), link),
      proofOf(verifierFor({ ...SECRET, high: 0 }, 7), link),
      proofOf(verifierFor(SECRET, 7), { ...link, low: 12 }),
      proofOf(verifierFor(SECRET, 7), { ...link, high: 23 }),
    ]) {
      expect(isSameKey(proof, other)).toBe(false);
    }
    expect(isSameKey({ low: 1, high: 2 }, { low: 1, high: 3 })).toBe(false);
    expect(isSameKey({ low: 1, high: 2 }, { low: 3, high: 2 })).toBe(false);
  });
});

import { CompactSign, compactVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { duel, playAlone, pressing } from '../test/duel.js';
import { referee } from './referee.js';
import { openVerdict, signVerdict } from './sign-verdict.js';
import type { Verdict } from './verdict.js';

let verdict: Verdict;
let ed25519: CryptoKeyPair;
let hmac: CryptoKey;
let other: CryptoKey;
const makeHmac = (hash: string): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash }, true, ['sign', 'verify']);
beforeAll(async () => {
  verdict = await referee(duel, [{ by: 'ann', players: [0], bytes: playAlone(duel, 5000, pressing(5)) }]);
  // Of Ed25519 it is a pair.
  ed25519 = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  hmac = await makeHmac('SHA-256');
  other = await makeHmac('SHA-256');
});

describe('a signed verdict', () => {
  it('opens with the other half of its Ed25519 key', async () => {
    const signed = await signVerdict(verdict, ed25519.privateKey);
    expect(await openVerdict(signed, ed25519.publicKey)).toEqual(verdict);
  });
  it.each(['SHA-256', 'SHA-384', 'SHA-512'])('opens with its HMAC key of %s', async (hash) => {
    const key = await makeHmac(hash);
    expect(await openVerdict(await signVerdict(verdict, key), key)).toEqual(verdict);
  });
  it('is a JWS that others read', async () => {
    const { payload, protectedHeader } = await compactVerify(
      await signVerdict(verdict, ed25519.privateKey),
      ed25519.publicKey,
    );
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'lite-rollback-verdict+jws' });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(verdict);
  });
  it('does not open with another key', async () => {
    expect(await openVerdict(await signVerdict(verdict, hmac), other)).toBeUndefined();
    expect(await openVerdict(await signVerdict(verdict, ed25519.privateKey), hmac)).toBeUndefined();
  });
  it('does not open once a letter of it is changed', async () => {
    const signed = await signVerdict(verdict, hmac);
    for (let at = 0; at < signed.length; at += 7) {
      const changed = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1);
      expect(await openVerdict(changed, hmac), `letter ${at}`).toBeUndefined();
    }
  });
  it.each(['', 'x', 'a.b.c', '..', 'e30.e30.', 'eyJhbGciOiJub25lIn0.e30.'])('is not %j', async (text) =>
    expect(await openVerdict(text, hmac)).toBeUndefined(),
  );
  it('is not what the same key has signed as something else', async () => {
    const payload = new TextEncoder().encode(JSON.stringify(verdict));
    const session = await new CompactSign(payload).setProtectedHeader({ alg: 'HS256' }).sign(hmac);
    expect(await openVerdict(session, hmac)).toBeUndefined();
  });
});

describe('a key', () => {
  it('of another kind is refused', async () => {
    const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair;
    await expect(signVerdict(verdict, pair.privateKey)).rejects.toThrow(/Ed25519.*ECDSA/);
    await expect(openVerdict('x', pair.publicKey)).rejects.toThrow(TypeError);
    await expect(signVerdict(verdict, await makeHmac('SHA-1'))).rejects.toThrow(/SHA-1/);
  });
  it('that may not sign is refused', async () => {
    await expect(signVerdict(verdict, ed25519.publicKey)).rejects.toThrow(TypeError);
  });
});
